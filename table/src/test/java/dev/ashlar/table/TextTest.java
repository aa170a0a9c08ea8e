// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.testing.Seeded;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Texts of any length in every kind of table. The judge is what `String` and its bytes say.
@ExtendWith(Seeded.class)
@Timeout(120)
final class TextTest {
  record Person(long id, String name, @OrNull @Nullable String nickname, Optional<String> city) {}

  interface PersonCursor extends Cursor {
    String name();

    PersonCursor name(String value);

    Text getName();

    Text nickname();

    boolean nicknameIsPresent();

    PersonCursor nickname(@Nullable String value);
  }

  static final TableType<Person> PEOPLE = TableType.of(MethodHandles.lookup(), Person.class);

  private static final int ROWS = 300;

  static List<TableFixture.Kind> kinds() {
    return TableFixture.kinds();
  }

  static List<TableFixture.Kind> kindsOfManyThreads() {
    return kinds().stream().filter(kind -> !kind.name().contains("confined")).toList();
  }

  private static Person person(long id, RandomValues values) {
    return new Person(
        id,
        values.text(),
        id % 3 == 0 ? null : values.text(),
        id % 5 == 0 ? Optional.empty() : Optional.of(values.text()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void rowsAreWhatWasWritten(TableFixture.Kind kind, RandomGenerator random) throws Exception {
    RandomValues values = new RandomValues(random);
    try (TableFixture fixture = new TableFixture()) {
      Table<Person> table = kind.make(fixture, PEOPLE, 10);
      assertThat(table.get(3)).isEqualTo(new Person(0, "", null, Optional.empty()));
      List<Person> expected = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        expected.add(person(i, values));
        if (i < 10) {
          table.set(i, expected.get(i));
        } else {
          table.append(expected.get(i));
        }
      }
      PersonCursor cursor = table.cursor(PersonCursor.class);
      for (int i = 0; i < ROWS; i++) {
        int row = random.nextInt(ROWS);
        Person old = expected.get(row);
        String text = values.text();
        if (random.nextBoolean()) {
          cursor.moveTo(row);
          cursor.name(text).nickname(null);
          expected.set(row, new Person(old.id(), text, null, old.city()));
        } else {
          expected.set(row, new Person(-row, text, old.nickname(), Optional.of(text)));
          table.set(row, expected.get(row));
        }
      }
      List<Person> found = new ArrayList<>();
      table.forEach(found::add);
      assertThat(found).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void textsCompareAsTheirBytesDo(TableFixture.Kind kind, RandomGenerator random) throws Exception {
    RandomValues values = new RandomValues(random);
    List<String> texts = new ArrayList<>(List.of("", "\0", "a", "a\0", "a\0b", "abcd", "abcde"));
    texts.addAll(List.of("abcdefghijkl", "abcdefghijklm", "abcdefghijkln", "abcdefghijkl\0"));
    texts.addAll(
        List.of("\uffff", "\ud83d\ude00", "abc\u00e4", "abc\u00e4fghijklm", "x".repeat(99)));
    for (int i = 0; i < 40; i++) {
      texts.add(values.text());
    }
    try (TableFixture fixture = new TableFixture()) {
      Table<Person> table = kind.make(fixture, PEOPLE, 0);
      texts.forEach(text -> table.append(new Person(0, text, null, Optional.empty())));
      PersonCursor one = table.cursor(PersonCursor.class);
      PersonCursor other = table.cursor(PersonCursor.class);
      for (int i = 0; i < texts.size(); i++) {
        one.moveTo(i);
        byte[] bytes = texts.get(i).getBytes(UTF_8);
        assertThat(one.getName().toString()).isEqualTo(texts.get(i));
        assertThat(one.getName().byteSize()).isEqualTo(bytes.length);
        assertThat(one.getName().utf8().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes);
        assertThat(one.getName().utf8().isReadOnly()).isTrue();
        for (int k = 0; k < texts.size(); k++) {
          other.moveTo(k);
          Text constant = TableType.text(texts.get(k));
          int expected = Arrays.compareUnsigned(bytes, texts.get(k).getBytes(UTF_8));
          assertThat(Integer.signum(one.getName().compareTo(other.getName())))
              .as("%s and %s", texts.get(i), texts.get(k))
              .isEqualTo(Integer.signum(expected));
          assertThat(Integer.signum(one.getName().compareTo(constant)))
              .isEqualTo(Integer.signum(expected));
          assertThat(one.getName().equals(other.getName())).isEqualTo(expected == 0);
          assertThat(constant.equals(one.getName())).isEqualTo(expected == 0);
          if (expected == 0) {
            assertThat(one.getName()).hasSameHashCodeAs(constant);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatIsNoTextIsRefusedAndTheRowStays(TableFixture.Kind kind) throws Exception {
    Person before = new Person(1, "a longer text than a row has", "b", Optional.of("c"));
    try (TableFixture fixture = new TableFixture()) {
      Table<Person> table = kind.make(fixture, PEOPLE, 2);
      table.set(1, before);
      Person bad = new Person(2, "changed in the first component", "x\ud800y", Optional.empty());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.set(1, bad))
          .withMessageContaining("Person.nickname cannot be")
          .withMessageContaining("its character 1 is an unpaired surrogate");
      assertThatNullPointerException()
          .isThrownBy(() -> table.set(1, new Person(2, Nulls.ofType(), null, Optional.empty())))
          .withMessageContaining("Person.name is null");
      assertThat(table.get(1)).isEqualTo(before);
      assertThatIllegalArgumentException().isThrownBy(() -> TableType.text("\udc00"));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void chunksWriteTexts(TableFixture.Kind kind, RandomGenerator random) throws Exception {
    RandomValues values = new RandomValues(random);
    try (TableFixture fixture = new TableFixture()) {
      Table<Person> table = kind.make(fixture, PEOPLE, ROWS);
      table.fill(new Person(7, "a longer text than a row has", "b", Optional.of("c")));
      List<Person> expected = new ArrayList<>();
      for (TableChunk chunk : table.chunks()) {
        for (int row = 0; row < chunk.rowCount(); row++) {
          String text = values.text();
          chunk.setText("name", row, MemorySegment.ofArray(text.getBytes(UTF_8)));
          assertThat(chunk.text("name", row)).isEqualTo(TableType.text(text));
          expected.add(new Person(7, text, "b", Optional.of("c")));
        }
      }
      List<Person> found = new ArrayList<>();
      table.forEach(found::add);
      assertThat(found).isEqualTo(expected);
      TableChunk chunk = table.chunks().getFirst();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> chunk.setText("name", 0, MemorySegment.ofArray(new byte[] {-1, 'a'})))
          .withMessageContaining("Person.name cannot be these 2 bytes: they are not UTF-8");
      MemorySegment text = MemorySegment.ofArray(new byte[] {'a'});
      assertThatThrownBy(() -> chunk.setText("id", 0, text))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("has no texts in id");
      assertThatThrownBy(() -> chunk.setText("name", chunk.rowCount(), text))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(table.get(0)).isEqualTo(expected.getFirst());
    }
  }

  @Test
  void copiesHaveTheirOwnTexts() {
    Table<Person> copy = PEOPLE.columns().heap(3);
    Person person = new Person(1, "in memory that ends soon", "x".repeat(50), Optional.of("y"));
    try (Arena arena = Arena.ofConfined()) {
      Table<Person> table = PEOPLE.rows().allocate(arena, 3);
      table.fill(person);
      table.copyTo(0, copy, 0, 3);
    }
    for (int row = 0; row < 3; row++) {
      assertThat(copy.get(row)).isEqualTo(person);
    }
    copy.set(0, new Person(2, "another text that is long", null, Optional.empty()));
    copy.copyTo(0, copy, 1, 2);
    assertThat(copy.get(1)).isEqualTo(copy.get(0));
    assertThat(copy.get(2)).isEqualTo(person);
  }

  /// A row that is written again with the same text needs no new place for it.
  @Test
  void anEqualTextIsNotWrittenAgain() {
    try (Arena arena = Arena.ofConfined()) {
      long[] allocated = {0};
      Arena counting =
          new Arena() {
            @Override
            public MemorySegment allocate(long byteSize, long byteAlignment) {
              allocated[0] += byteSize;
              return arena.allocate(byteSize, byteAlignment);
            }

            @Override
            public MemorySegment.Scope scope() {
              return arena.scope();
            }

            @Override
            public void close() {}
          };
      Table<Person> table = PEOPLE.alignedRows().allocate(counting, 1);
      String name = "n".repeat(100);
      table.set(0, new Person(0, name, null, Optional.empty()));
      long first = allocated[0];
      for (int i = 0; i < 10_000; i++) {
        table.set(0, new Person(i, name, null, Optional.empty()));
      }
      assertThat(allocated[0]).isEqualTo(first);
      for (int i = 0; i < 1_000; i++) {
        table.set(0, new Person(i, name + i, null, Optional.empty()));
      }
      assertThat(allocated[0]).isGreaterThan(first);
      assertThat(table.get(0).name()).isEqualTo(name + 999);
    }
  }

  /// Threads write rows of their own, while others read those that were written.
  @ParameterizedTest
  @MethodSource("kindsOfManyThreads")
  void threadsWriteDifferentRows(TableFixture.Kind kind) throws Exception {
    int threads = 3;
    int rows = threads * ROWS;
    try (TableFixture fixture = new TableFixture()) {
      Table<Person> table = kind.make(fixture, PEOPLE, rows);
      List<Thread> writers = new ArrayList<>();
      List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
      for (int i = 0; i < threads; i++) {
        int first = i;
        Thread writer =
            new Thread(() -> {
              for (int row = first; row < rows; row += threads) {
                String text = ("thread " + first + " ").repeat(row % 40);
                Person person = new Person(row, text, text + row, Optional.empty());
                table.set(row, person);
                assertThat(table.get(row)).isEqualTo(person);
              }
            });
        writer.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
        writers.add(writer);
      }
      writers.forEach(Thread::start);
      for (Thread writer : writers) {
        writer.join();
      }
      assertThat(failures).isEmpty();
      for (int row = 0; row < rows; row++) {
        String text = ("thread " + row % threads + " ").repeat(row % 40);
        assertThat(table.get(row)).isEqualTo(new Person(row, text, text + row, Optional.empty()));
      }
    }
  }

  interface TextSetter extends Cursor {
    void name(Text text);
  }

  interface AtomicText extends Cursor {
    Text getNameVolatile();
  }

  @Test
  void cursorsOnlyReadTexts() {
    Table<Person> table = PEOPLE.columns().heap(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.cursor(TextSetter.class))
        .withMessageContaining("declare a method that takes a String");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.cursor(AtomicText.class))
        .withMessageContaining("is not one primitive");
  }

  record Code(@FixedUtf8(30) String code) {}

  interface CodeCursor extends Cursor {
    Text getCode();
  }

  @Test
  void textsOfFixedSizeAreComparedToo() {
    Table<Code> codes = TableType.of(MethodHandles.lookup(), Code.class).columns().heap(1);
    codes.set(0, new Code("a code of twenty bytes"));
    CodeCursor code = codes.cursor(CodeCursor.class);
    assertThat(code.next()).isTrue();
    assertThat(code.getCode()).isEqualTo(TableType.text("a code of twenty bytes"));
    assertThat(code.getCode()).isLessThan(TableType.text("b"));
  }
}

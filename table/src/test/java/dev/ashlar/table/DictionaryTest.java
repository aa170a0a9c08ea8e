// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.testing.Seeded;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Texts with codes in every kind of table. The judges are `String.equals` and a map of codes.
@ExtendWith(Seeded.class)
@Timeout(120)
final class DictionaryTest {
  record Place(@DictionaryEncoded String country, String city) {}

  record Fill(
      long id,
      @DictionaryEncoded String venue,
      @OrNull @DictionaryEncoded @Nullable String desk,
      @DictionaryEncoded Optional<String> note,
      Place place) {}

  interface FillCursor extends Cursor {
    String venue();

    FillCursor venue(String value);

    Text getVenue();

    FillCursor desk(@Nullable String value);

    boolean deskIsPresent();

    String placeCountry();
  }

  interface CodeCursor extends Cursor {
    int venue();

    int getDesk();

    int getNote();

    int getPlaceCountry();
  }

  static final TableType<Fill> FILLS = TableType.of(MethodHandles.lookup(), Fill.class);

  private static final int ROWS = 300;

  static List<TableFixture.Kind> kinds() {
    return TableFixture.kinds();
  }

  static List<TableFixture.Kind> kindsOfManyThreads() {
    return kinds().stream().filter(kind -> !kind.name().contains("confined")).toList();
  }

  static List<TableFixture.Kind> columns() {
    return kinds().stream().filter(TableFixture.Kind::isColumns).toList();
  }

  /// Few texts, so that most are there already, and some that are new.
  private static List<String> vocabulary(RandomValues values) {
    List<String> texts = new ArrayList<>(List.of("", "\0", "abcd", "abcde", "abcdefghijkl"));
    texts.addAll(List.of("abcdefghijklm", "abcdefghijkln", "Aa", "BB", "\ud83d\ude00"));
    for (int i = 0; i < 100; i++) {
      texts.add(values.text());
    }
    return texts;
  }

  private static Fill fill(long id, List<String> texts, RandomGenerator random) {
    return new Fill(
        id,
        any(texts, random),
        random.nextBoolean() ? null : any(texts, random),
        random.nextBoolean() ? Optional.empty() : Optional.of(any(texts, random)),
        new Place(any(texts, random), any(texts, random)));
  }

  private static String any(List<String> texts, RandomGenerator random) {
    return texts.get(random.nextInt(texts.size()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void rowsAreWhatWasWrittenAndEqualTextsHaveEqualCodes(
      TableFixture.Kind kind, RandomGenerator random) throws Exception {
    List<String> texts = vocabulary(new RandomValues(random));
    try (TableFixture fixture = new TableFixture()) {
      Table<Fill> table = kind.make(fixture, FILLS, 10);
      assertThat(table.get(3))
          .isEqualTo(new Fill(0, "", null, Optional.empty(), new Place("", "")));
      List<Fill> expected = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        expected.add(fill(i, texts, random));
        if (i < 10) {
          table.set(i, expected.get(i));
        } else {
          table.append(expected.get(i));
        }
      }
      FillCursor cursor = table.cursor(FillCursor.class);
      for (int i = 0; i < ROWS; i++) {
        int row = random.nextInt(ROWS);
        Fill old = expected.get(row);
        String text = any(texts, random);
        cursor.moveTo(row);
        cursor.venue(text).desk(null);
        expected.set(row, new Fill(old.id(), text, null, old.note(), old.place()));
        assertThat(cursor.venue()).isEqualTo(text);
        assertThat(cursor.getVenue()).isEqualTo(TableType.text(text)).hasToString(text);
        assertThat(cursor.deskIsPresent()).isFalse();
        assertThat(cursor.placeCountry()).isEqualTo(old.place().country());
      }
      requireRows(table, expected);
      requireCodes(table, expected);
      Table<Fill> other = FILLS.columns().heap(ROWS);
      other.set(7, fill(-1, texts, random));
      table.copyTo(0, other, 0, ROWS);
      requireRows(other, expected);
      requireCodes(other, expected);
      other.copyTo(0, table, ROWS / 3, ROWS / 3);
      List<Fill> moved = new ArrayList<>(expected);
      for (int i = 0; i < ROWS / 3; i++) {
        moved.set(ROWS / 3 + i, expected.get(i));
      }
      requireRows(table, moved);
      requireCodes(table, moved);
    }
  }

  private static void requireRows(Table<Fill> table, List<Fill> expected) {
    List<Fill> found = new ArrayList<>();
    table.forEach(found::add);
    assertThat(found).isEqualTo(expected);
  }

  private static void requireCodes(Table<Fill> table, List<Fill> rows) {
    Map<String, Integer> known = new HashMap<>(Map.of("", 0));
    CodeCursor cursor = table.cursor(CodeCursor.class);
    for (Fill row : rows) {
      assertThat(cursor.next()).isTrue();
      requireCode(known, row.venue(), cursor.venue());
      requireCode(known, row.desk() == null ? "" : row.desk(), cursor.getDesk());
      requireCode(known, row.note().orElse(""), cursor.getNote());
      requireCode(known, row.place().country(), cursor.getPlaceCountry());
    }
    assertThat(known.values()).doesNotHaveDuplicates();
    TextCodes codes = table.textCodes();
    known.forEach((text, code) -> {
      assertThat(codes.codeOf(text)).isEqualTo(code).isLessThan(codes.count());
      assertThat(codes.text(code)).isEqualTo(TableType.text(text));
    });
    assertThat(codes.codeOf("a text that nobody wrote")).isEqualTo(-1);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> codes.text(codes.count()))
        .withMessageContaining("No text has the code " + codes.count());
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> codes.text(-1));
  }

  private static void requireCode(Map<String, Integer> known, String text, int code) {
    assertThat(code).as(text).isEqualTo(known.computeIfAbsent(text, _ -> code));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatIsNoTextIsRefusedAndTheRowStays(TableFixture.Kind kind) throws Exception {
    Fill before = new Fill(1, "XETR", "desk", Optional.of("note"), new Place("DE", "Frankfurt"));
    try (TableFixture fixture = new TableFixture()) {
      Table<Fill> table = kind.make(fixture, FILLS, 2);
      table.set(1, before);
      Fill bad = new Fill(2, "XLON", "x\ud800y", Optional.empty(), new Place("GB", "London"));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.set(1, bad))
          .withMessageContaining("Fill.desk cannot be")
          .withMessageContaining("its character 1 is an unpaired surrogate");
      Fill none = new Fill(2, Nulls.ofType(), null, Optional.empty(), new Place("GB", "London"));
      assertThatNullPointerException()
          .isThrownBy(() -> table.set(1, none))
          .withMessageContaining("Fill.venue is null");
      assertThat(table.get(1)).isEqualTo(before);
      assertThat(table.textCodes().codeOf("x\ud800y")).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @MethodSource("columns")
  void columnsHaveCodesThatAreOnlyRead(TableFixture.Kind kind) throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      Table<Fill> table = kind.make(fixture, FILLS, 0);
      for (int i = 0; i < ROWS; i++) {
        table.append(
            new Fill(i, "venue " + i % 7, null, Optional.empty(), new Place("country", "city")));
      }
      int wanted = table.textCodes().codeOf("venue 3");
      Column venues = table.column("venue");
      assertThat(venues.type()).isEqualTo(int.class);
      for (int row = 0; row < ROWS; row++) {
        assertThat(venues.getInt(row) == wanted).isEqualTo(row % 7 == 3);
      }
      int row = 0;
      for (TableChunk chunk : table.chunks()) {
        Column codes = chunk.column("venue");
        for (int i = 0; i < chunk.rowCount(); i++) {
          int code = codes.asReadOnlySegment().getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
          assertThat(table.textCodes().text(code)).isEqualTo(chunk.text("venue", i));
          assertThat(chunk.text("venue", i)).hasToString("venue " + row++ % 7);
        }
      }
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> venues.setInt(0, 1))
          .withMessageContaining("Fill.venue has codes");
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> table.chunks().getFirst().column("venue").asSegment())
          .withMessageContaining("Fill.venue has codes");
    }
  }

  interface CodeSetter extends Cursor {
    void setVenue(int code);
  }

  interface AtomicCode extends Cursor {
    int getAndSetVenue(int code);
  }

  interface VolatileCode extends Cursor {
    int getVenueVolatile();
  }

  @Test
  void cursorsOnlyReadCodes() {
    Table<Fill> table = FILLS.columns().heap(0);
    table.append(new Fill(1, "XETR", null, Optional.empty(), new Place("", "")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.cursor(CodeSetter.class))
        .withMessageContaining("a code is only read; declare a method that takes a String");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.cursor(AtomicCode.class))
        .withMessageContaining("a code is only read");
    VolatileCode cursor = table.cursor(VolatileCode.class);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.getVenueVolatile()).isEqualTo(table.textCodes().codeOf("XETR"));
  }

  record Both(@DictionaryEncoded @FixedUtf8(4) String text) {}

  record NoText(@DictionaryEncoded int number) {}

  record Plain(int number) {}

  @Test
  void whatCannotHaveADictionaryIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableType.of(MethodHandles.lookup(), Both.class))
        .withMessageContaining("leave out one annotation");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableType.of(MethodHandles.lookup(), NoText.class))
        .withMessageContaining("is no type that @DictionaryEncoded is for");
    Table<Plain> plain = TableType.of(MethodHandles.lookup(), Plain.class).columns().heap(1);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(plain::textCodes)
        .withMessageContaining("has no component with @DictionaryEncoded");
  }

  /// An index writes rows through a table of one row, which has a dictionary of its own.
  @ParameterizedTest
  @MethodSource("kinds")
  void rowsThatAnIndexWritesHaveTheirTexts(TableFixture.Kind kind, RandomGenerator random)
      throws Exception {
    List<String> texts = vocabulary(new RandomValues(random));
    try (TableFixture fixture = new TableFixture()) {
      Table<Fill> table = kind.make(fixture, FILLS, 0);
      table.uniqueIndex("id");
      List<Fill> expected = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        expected.add(fill(i, texts, random));
        table.append(expected.getLast());
      }
      for (int i = 0; i < ROWS; i++) {
        int row = random.nextInt(ROWS);
        expected.set(row, fill(row, texts, random));
        table.set(row, expected.get(row));
      }
      requireRows(table, expected);
      requireCodes(table, expected);
    }
  }

  @Test
  void aDictionaryMayBecomeLarge() {
    record Word(@DictionaryEncoded String word) {}
    TableType<Word> type = TableType.of(MethodHandles.lookup(), Word.class);
    try (Arena arena = Arena.ofConfined()) {
      Table<Word> table = type.columns().allocate(arena, 0);
      int words = 200_000;
      for (int i = 0; i < words; i++) {
        table.append(new Word("word number " + i));
      }
      for (int i = 0; i < words; i++) {
        table.append(new Word("word number " + i));
      }
      assertThat(table.textCodes().count()).isEqualTo(words + 1);
      Column codes = table.column("word");
      for (int row = 0; row < words; row += 1_000) {
        assertThat(codes.getInt(row)).isEqualTo(codes.getInt(row + words));
        assertThat(table.get(row).word()).isEqualTo("word number " + row);
      }
    }
  }

  /// Threads add the same texts to rows of their own, while others read those.
  @ParameterizedTest
  @MethodSource("kindsOfManyThreads")
  void threadsAddTheSameTexts(TableFixture.Kind kind) throws Exception {
    int threads = 3;
    int rows = threads * 2_000;
    try (TableFixture fixture = new TableFixture()) {
      Table<Fill> table = kind.make(fixture, FILLS, rows);
      List<Thread> writers = new ArrayList<>();
      List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
      for (int i = 0; i < threads; i++) {
        int first = i;
        Thread writer =
            new Thread(() -> {
              for (int row = first; row < rows; row += threads) {
                Fill fill = fillOf(row, row / threads);
                table.set(row, fill);
                assertThat(table.get(row)).isEqualTo(fill);
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
      assertThat(table.textCodes().count()).isEqualTo(1 + 2_000 + 1);
      for (int row = 0; row < rows; row++) {
        assertThat(table.get(row)).isEqualTo(fillOf(row, row / threads));
      }
    }
  }

  private static Fill fillOf(int row, int text) {
    return new Fill(
        row, "a venue with the number " + text, "desk", Optional.empty(), new Place("", ""));
  }

  @Test
  void aSchemaMakesTheRecordAgain() {
    RecordSchema schema =
        new RecordSchema(
            "Fill",
            List.of(
                new RecordSchema.Field("venue", "dictionary"),
                new RecordSchema.Field("desk", "optional dictionary")));
    assertThat(schema.source())
        .isEqualTo(
            """
            import dev.ashlar.table.annotation.DictionaryEncoded;
            import dev.ashlar.table.annotation.OrNull;

            record Fill(@DictionaryEncoded String venue, @OrNull @DictionaryEncoded String desk) {}
            """);
    assertThat(schema.type().fields()).isEqualTo(schema.fields());
    assertThat(FILLS.fields())
        .contains(
            new RecordSchema.Field("venue", "dictionary"),
            new RecordSchema.Field("note", "optional dictionary"),
            new RecordSchema.Field("place.country", "dictionary"));
  }

  @Test
  void aCodeThatNoTextHasIsFoundOut() {
    record Word(@DictionaryEncoded String word) {}
    TableType<Word> type = TableType.of(MethodHandles.lookup(), Word.class);
    Table<Word> table = type.columns().heap(1);
    int[] codes = (int[]) table.memory().first().arrays[0];
    for (int code : new int[] {1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      codes[0] = code;
      assertThatIllegalStateException()
          .isThrownBy(() -> table.get(0))
          .withMessageContaining("Word.word has the code %d in row 0 in memory".formatted(code))
          .withMessageContaining("which is no code of its dictionary");
    }
  }
}

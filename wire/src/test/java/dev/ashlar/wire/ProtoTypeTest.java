// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.testing.Garbage;
import dev.ashlar.testing.ShortStack;
import java.io.File;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a record can be, and what one cannot.
@SuppressWarnings("ArrayRecordComponent")
class ProtoTypeTest {
  private static <R extends Record> ProtoType<R> type(Class<R> record) {
    return ProtoType.of(MethodHandles.lookup(), record);
  }

  private static void assertRefused(Class<? extends Record> record, String... said) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> type(record))
        .withMessageContainingAll(said);
  }

  record Numberless(int value) {}

  record Twice(@ProtoField(3) int a, @ProtoField(3) int b) {}

  record Reserved(@ProtoField(19_500) int value) {}

  record Zero(@ProtoField(0) int value) {}

  record OfShort(@ProtoField(1) short value) {}

  record Unsupported(@ProtoField(1) File value) {}

  record WrongType(@ProtoField(value = 1, type = FieldType.SINT64) int value) {}

  record Boxed(@ProtoField(1) Integer value) {}

  record PrimitiveOptional(@ProtoField(1) @ProtoOptional int value) {}

  record OptionalList(@ProtoField(1) @ProtoOptional List<String> value) {}

  record Shorts(@ProtoField(1) short[] value) {}

  record Lists(@ProtoField(1) List<List<String>> value) {}

  record DoubleKeys(@ProtoField(1) Map<Double, String> value) {}

  record ClosedValues(@ProtoField(1) Map<String, Closed> value) {}

  record KeyTypeWithoutMap(
      @ProtoField(value = 1, keyType = FieldType.SINT32) List<Integer> value) {}

  record TwoUnknown(UnknownFields a, UnknownFields b) {}

  @SuppressWarnings("rawtypes")
  record Raw(@ProtoField(1) List value) {}

  enum NoZero {
    @ProtoNumber(1)
    ONE
  }

  record WithNoZero(@ProtoField(1) NoZero value) {}

  enum Partly {
    @ProtoNumber(0)
    ZERO,
    ONE
  }

  record WithPartly(@ProtoField(1) Partly value) {}

  sealed interface Wide {}

  record TwoComponents(@ProtoField(1) int a, @ProtoField(2) int b) implements Wide {}

  record OfWide(Wide wide) {}

  sealed interface Same {}

  record A(@ProtoField(1) int a) implements Same {}

  record B(@ProtoField(1) long b) implements Same {}

  record OfSame(Same same) {}

  sealed interface Namesakes {}

  record Text(@ProtoField(1) String value) implements Namesakes {}

  record Count(@ProtoField(2) long value) implements Namesakes {}

  record OfNamesakes(Namesakes either) {}

  record CaseAndField(Single either, @ProtoField(2) long value) {}

  sealed interface Single permits SingleText {}

  record SingleText(@ProtoField(1) String value) implements Single {}

  record NamedAlike(
      @ProtoField(1) int tradeId, @ProtoField(value = 2, name = "tradeId") int other) {}

  @Test
  void whatCannotBeAMessageIsRefusedByName() {
    assertRefused(Numberless.class, "Numberless.value", "@ProtoField(…)");
    assertRefused(Twice.class, "Twice.a", "Twice.b", "number 3");
    assertRefused(Reserved.class, "Reserved.value", "19500", "reserved");
    assertRefused(Zero.class, "Zero.value", "0");
    assertRefused(OfShort.class, "OfShort.value", "short", "use int");
    assertRefused(Unsupported.class, "Unsupported.value", "java.io.File");
    assertRefused(WrongType.class, "WrongType.value", "SINT64", "INT32");
    assertRefused(Boxed.class, "Boxed.value", "@ProtoOptional", "int");
    assertRefused(PrimitiveOptional.class, "PrimitiveOptional.value", "box");
    assertRefused(OptionalList.class, "OptionalList.value", "leave out @ProtoOptional");
    assertRefused(Shorts.class, "Shorts.value", "List");
    assertRefused(Lists.class, "Lists.value", "List<java.lang.String>");
    assertRefused(DoubleKeys.class, "DoubleKeys.value", "keys");
    assertRefused(ClosedValues.class, "ClosedValues.value", "ProtoEnum<Closed>");
    assertRefused(KeyTypeWithoutMap.class, "KeyTypeWithoutMap.value", "keyType");
    assertRefused(TwoUnknown.class, "TwoUnknown", "2 components");
    assertRefused(Raw.class, "Raw.value", "type arguments");
    assertRefused(WithNoZero.class, "WithNoZero.value", "number 0");
    assertRefused(WithPartly.class, "WithPartly.value", "@ProtoNumber");
    assertRefused(OfWide.class, "OfWide.wide", "TwoComponents");
    assertRefused(OfSame.class, "A.a", "B.b", "number 1");
    assertRefused(OfNamesakes.class, "Text.value", "Count.value", "@ProtoField(name =");
    assertRefused(CaseAndField.class, "SingleText.value", "CaseAndField.value", "@ProtoField(name");
    assertRefused(NamedAlike.class, "NamedAlike.tradeId", "NamedAlike.other", "trade_id", "JSON");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProtoType.of(MethodHandles.publicLookup(), A.class))
        .withMessageContaining("MethodHandles.lookup()");
  }

  enum Closed {
    ZERO,
    ONE
  }

  record ClosedEnums(
      @ProtoField(1) Closed one, @ProtoField(2) List<Closed> many, UnknownFields unknown) {}

  record Forgetful(@ProtoField(1) Closed one) {}

  @Test
  void unknownNumbersOfAJavaEnumAreUnknownFields() {
    byte[] bytes = {8, 7, 18, 3, 1, 9, 0};
    ProtoType<ClosedEnums> type = type(ClosedEnums.class);
    ClosedEnums read = type.parse(bytes);
    assertThat(read.one()).isEqualTo(Closed.ZERO);
    assertThat(read.many()).containsExactly(Closed.ONE, Closed.ZERO);
    assertThat(read.unknown().toByteArray()).containsExactly(8, 7, 16, 9);
    assertThat(type.toByteArray(read)).containsExactly(18, 2, 1, 0, 8, 7, 16, 9);
    assertThat(type(Forgetful.class).parse(new byte[] {8, 1, 16, 5}))
        .isEqualTo(new Forgetful(Closed.ONE));
  }

  @Test
  void aTypeIsMadeOnce() {
    assertThat(type(A.class)).isSameAs(type(A.class));
    assertThat(type(A.class).recordType()).isEqualTo(A.class);
    assertThat(type(A.class)).hasToString("ProtoType of " + A.class.getName());
  }

  record Empty() {}

  @Test
  void aMessageWithoutFields() {
    assertThat(type(Empty.class).toByteArray(new Empty())).isEmpty();
    assertThat(type(Empty.class).parse(new byte[] {8, 1})).isEqualTo(new Empty());
  }

  record Person(
      @ProtoField(1) String name,
      @ProtoField(2) List<String> mails,
      @ProtoField(3) Map<String, String> labels,
      @ProtoField(4) Optional<String> nick,
      @ProtoField(5) OptionalInt age,
      @ProtoField(6) int[] scores) {}

  private static final ProtoType<Person> PERSON = type(Person.class);

  @Test
  @SuppressWarnings({"NullAway", "NullOptional"}) // That is the point.
  void nullIsNoValue() {
    Person good =
        new Person("a", List.of(), Map.of(), Optional.empty(), OptionalInt.empty(), new int[0]);
    assertThat(PERSON.toByteArray(good)).containsExactly(10, 1, 'a');
    ProtoWriter writer = ProtoWriter.create();
    writer.writeInt32(9, 9);
    List<Person> bad =
        List.of(
            new Person(null, good.mails, good.labels, good.nick, good.age, good.scores),
            new Person("a", null, good.labels, good.nick, good.age, good.scores),
            new Person(
                "a", Arrays.asList("b", null), good.labels, good.nick, good.age, good.scores),
            new Person("a", good.mails, null, good.nick, good.age, good.scores),
            new Person("a", good.mails, good.labels, null, good.age, good.scores),
            new Person("a", good.mails, good.labels, good.nick, null, good.scores),
            new Person("a", good.mails, good.labels, good.nick, good.age, null));
    for (Person each : bad) {
      assertThatNullPointerException()
          .isThrownBy(() -> PERSON.write(each, writer))
          .withMessageContainingAll("Person.", "@ProtoOptional");
      assertThat(writer.toByteArray()).containsExactly(72, 9);
    }
  }

  @Test
  void whatIsReadCannotBeChanged() {
    Map<String, String> labels = new LinkedHashMap<>(Map.of("k", "v"));
    Person person =
        new Person(
            "a",
            linked(List.of("b", "c")),
            labels,
            Optional.of(""),
            OptionalInt.of(0),
            new int[] {1});
    Person read = PERSON.parse(PERSON.toByteArray(person));
    assertThat(read.mails()).containsExactly("b", "c");
    assertThat(read.nick()).contains("");
    assertThat(read.age()).hasValue(0);
    assertThat(read.labels()).isEqualTo(labels);
    assertThatThrownBy(() -> read.mails().set(0, "d"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> read.mails().add("d"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> read.labels().put("d", "e"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /// No list that is fast by index.
  @SuppressWarnings("JdkObsolete")
  private static List<String> linked(List<String> elements) {
    return new LinkedList<>(elements);
  }

  record Chain(@ProtoField(1) int value, @ProtoField(2) @Nullable Chain next) {}

  private static final ProtoType<Chain> CHAIN = type(Chain.class);

  private static Chain chain(int length) {
    @Nullable Chain chain = null;
    for (int i = 0; i < length; i++) {
      chain = new Chain(i, chain);
    }
    return Objects.requireNonNull(chain);
  }

  @Test
  void depthIsLimited() {
    assertThat(CHAIN.parse(CHAIN.toByteArray(chain(101)))).isEqualTo(chain(101));
    assertThatThrownBy(() -> CHAIN.parse(CHAIN.toByteArray(chain(102))))
        .isInstanceOf(ProtoFormatException.class)
        .hasMessageContaining("100 deep");
    byte[] deep = CHAIN.toByteArray(chain(500));
    assertThat(CHAIN.read(ProtoReader.of(deep).maxDepth(499))).isEqualTo(chain(500));
  }

  @Test
  void aStackThatOverflowsLeavesTheWriterAsItWas() throws Throwable {
    Chain chain = chain(60);
    byte[] expected = CHAIN.toByteArray(chain);
    ShortStack.inSmallThread(() -> {
      ProtoWriter writer = ProtoWriter.create();
      int overflows = 0;
      for (int frames = 1; frames < 400; frames += 3) {
        writer.reset();
        writer.beginMessage(5);
        writer.writeInt32(1, 1);
        long before = writer.byteSize();
        Throwable thrown = ShortStack.attempt(frames, () -> CHAIN.write(chain, writer));
        if (thrown != null) {
          assertThat(thrown).isInstanceOf(StackOverflowError.class);
          overflows++;
          assertThat(writer.byteSize()).isEqualTo(before);
          CHAIN.write(chain, writer);
        }
        writer.endMessage();
        ProtoReader reader = ProtoReader.of(writer.toByteArray());
        reader.readTag();
        long begun = reader.beginMessage();
        assertThat(reader.readTag()).isEqualTo(8);
        assertThat(reader.readInt32()).isEqualTo(1);
        assertThat(reader.remaining()).isEqualTo(expected.length);
        assertThat(CHAIN.read(reader.maxDepth(1_000))).isEqualTo(chain);
        reader.endMessage(begun);
      }
      assertThat(overflows).isPositive();
    });
    assertThat(CHAIN.toByteArray(chain)).isEqualTo(expected);
  }

  @Test
  void elementsBetweenOtherFields() {
    ProtoWriter writer = ProtoWriter.create();
    for (int i = 0; i < 500; i++) {
      writer.writeString(2, "m" + i);
      if (i % 7 == 0) {
        writer.writeInt32(6, i);
        writer.writePackedInt32(6, new int[] {i, i});
      }
    }
    Person read = PERSON.parse(writer.toByteArray());
    assertThat(read.mails()).hasSize(500).startsWith("m0", "m1").endsWith("m499");
    assertThat(read.scores()).hasSize(3 * 72).startsWith(0, 0, 0, 7, 7, 7).endsWith(497);
  }

  @Test
  void writingLeavesNoGarbageAndReadingOnlyTheResult() throws Throwable {
    List<Chain> chains = List.of(chain(3), chain(5), chain(1));
    ProtoWriter writer = ProtoWriter.create();
    Person person =
        new Person(
            "name",
            new ArrayList<>(List.of("b", "ü")),
            Map.of(),
            Optional.of("n"),
            OptionalInt.of(3),
            new int[] {1, 2});
    Garbage.assertNone(i -> {
      writer.reset();
      CHAIN.write(chains.get(i % 3), writer);
      PERSON.write(person, writer);
      return writer.byteSize();
    });
    byte[] bytes = CHAIN.toByteArray(chain(5));
    Chain[] kept = new Chain[1];
    assertGarbage(5 * 24, () -> kept[0] = CHAIN.parse(bytes));
    assertThat(kept[0]).isEqualTo(chain(5));
  }

  record Counts(@ProtoField(1) Map<Integer, Integer> counts) {}

  /// An iterator, and a view of the entries if the map has none yet.
  @Test
  void writingAMapLeavesItsIteratorAndReadingTheMap() {
    ProtoType<Counts> type = type(Counts.class);
    Map<Integer, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      counts.put(i, 100 - i);
    }
    Counts message = new Counts(counts);
    ProtoWriter writer = ProtoWriter.create();
    assertGarbage(
        64,
        () -> {
          writer.reset();
          type.write(message, writer);
        });
    byte[] bytes = type.toByteArray(message);
    Counts[] kept = new Counts[1];
    // An entry of 40 bytes each, the tables of up to 128 of them, the map, the view and the record.
    assertGarbage(50 * 40 + (16 + 32 + 64 + 128) * 4 + 300, () -> kept[0] = type.parse(bytes));
    assertThat(kept[0]).isEqualTo(message);
  }

  private static void assertGarbage(long bytesOfACall, Runnable call) {
    Garbage.assertAtMost(
        1_000 * bytesOfACall + 999,
        () -> {
          for (int i = 0; i < 1_000; i++) {
            call.run();
          }
        });
  }

  record Unpacked(@ProtoField(value = 1, packed = false) String text) {}

  record Overpacked(@ProtoField(value = 1, packed = false) List<String> texts) {}

  record Tagged(
      @ProtoField(value = 1, packed = false) int[] ints,
      @ProtoField(value = 2, packed = false) List<Boolean> booleans) {}

  @Test
  void valuesOfTheirOwnTags() {
    assertRefused(Unpacked.class, "Unpacked.text", "leave out packed = false");
    assertRefused(Overpacked.class, "Overpacked.texts", "leave out packed = false");
    ProtoType<Tagged> type = type(Tagged.class);
    byte[] bytes = type.toByteArray(new Tagged(new int[] {5, 0}, List.of(true, false)));
    assertThat(bytes).containsExactly(8, 5, 8, 0, 16, 1, 16, 0);
    assertThat(type.toProto()).contains("repeated int32 ints = 1 [packed = false];");
  }
}

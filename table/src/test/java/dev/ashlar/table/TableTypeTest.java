// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedBytes;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.annotation.Unit;
import dev.ashlar.testing.Javac;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What can be the schema of a table, and what cannot.
final class TableTypeTest {
  private record Hidden(int value, Level level) {
    private enum Level {
      LOW,
      HIGH
    }
  }

  record Leg(int quantity) {}

  @SuppressWarnings("ArrayRecordComponent") // Which is the point.
  record Arrays(long id, int[] values) {}

  record Characters(CharSequence name) {}

  record Boxed(Long id) {}

  record Empty() {}

  enum Nothing {}

  record WithNothing(Nothing nothing) {}

  record Trade(
      long tradeId,
      long clientId,
      int venueCode,
      int instrumentCode,
      long price,
      long quantity,
      char side) {}

  record PlainOrNull(@OrNull int value) {}

  record TwiceAbsent(@OrNull Optional<Integer> value) {}

  record RawOptional(Optional<?> value) {}

  record UnitOfNumber(@Unit(ChronoUnit.MILLIS) long value) {}

  record UnitOfDays(@Unit(ChronoUnit.DAYS) Instant value) {}

  record NoDecimal(BigDecimal value) {}

  record WideDecimal(@Decimal(precision = 39, scale = 0) BigDecimal value) {}

  record DeepDecimal(@Decimal(precision = 3, scale = 4) BigDecimal value) {}

  record NoText(@FixedUtf8(0) String value) {}

  @SuppressWarnings("ArrayRecordComponent") // Which is the point.
  record LongBytes(@FixedBytes(65_536) byte[] value) {}

  static List<Class<? extends Record>> refusedTypes() {
    return List.of(
        PlainOrNull.class,
        TwiceAbsent.class,
        RawOptional.class,
        UnitOfNumber.class,
        UnitOfDays.class,
        NoDecimal.class,
        WideDecimal.class,
        DeepDecimal.class,
        NoText.class,
        LongBytes.class,
        Arrays.class,
        Characters.class,
        Boxed.class,
        WithNothing.class);
  }

  @ParameterizedTest
  @MethodSource("refusedTypes")
  void refusesWhatIsNotFlatNamingTheComponent(Class<? extends Record> record) {
    var components = record.getRecordComponents();
    var last = components[components.length - 1];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableType.of(MethodHandles.lookup(), record))
        .withMessageStartingWith(
            "%s.%s cannot be stored: %s "
                .formatted(record.getName(), last.getName(), last.getType().getTypeName()));
  }

  @Test
  void refusesARecordWithoutComponents() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableType.of(MethodHandles.lookup(), Empty.class))
        .withMessageContaining("no components");
  }

  @Test
  void refusesALookupThatCannotDefineClasses() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableType.of(MethodHandles.publicLookup(), Leg.class));
  }

  @Test
  void refusesARecordThatTheLookupCannotMake() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableType.of(Elsewhere.LOOKUP, Hidden.class))
        .withMessageContaining(Hidden.class.getName());
  }

  @Test
  void refusesMoreComponentsThanAMethodHandleTakes(@TempDir Path folder) throws Exception {
    String fields =
        IntStream.range(0, 127).mapToObj(i -> "long c" + i).collect(Collectors.joining(", "));
    Path source =
        Files.writeString(folder.resolve("Wide.java"), "public record Wide(" + fields + ") {}");
    try (URLClassLoader loader = Javac.loader(Javac.compile(folder, List.of(), source))) {
      Class<? extends Record> wide = loader.loadClass("Wide").asSubclass(Record.class);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TableType.of(MethodHandles.lookup(), wide))
          .withMessage(
              "Wide has 127 components that take 254 slots, a long or double two of them: tables"
                  + " have at most 253. Put components that belong together into a record inside");
    }
  }

  /// A generated class says `Open` and gets what its own loader has of that name.
  public record Open(int value) {}

  @Test
  void refusesARecordOfTheSameNameFromAnotherLoader() throws Exception {
    Class<? extends Record> twin = new TwinLoader().twin(Open.class).asSubclass(Record.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableType.of(MethodHandles.lookup(), twin))
        .withMessageContainingAll(
            twin.getName(),
            twin.getClassLoader().toString(),
            TableTypeTest.class.getClassLoader().toString(),
            "knows another class of that name",
            "MethodHandles.lookup()");
  }

  private static final class TwinLoader extends ClassLoader {
    Class<?> twin(Class<?> original) throws IOException {
      String path = "/" + original.getName().replace('.', '/') + ".class";
      try (InputStream in = Objects.requireNonNull(original.getResourceAsStream(path))) {
        byte[] classFile = in.readAllBytes();
        return defineClass(original.getName(), classFile, 0, classFile.length);
      }
    }
  }

  @Test
  void refusesWhatTheLookupCannotSee(@TempDir Path folder) throws Exception {
    Path record =
        Files.writeString(
            folder.resolve("Seen.java"), "package far; public record Seen(int value) {}");
    Path cursor =
        Files.writeString(
            folder.resolve("Values.java"),
            "package far; public interface Values extends dev.ashlar.table.Cursor { int value(); }");
    List<String> classPath = List.of("-cp", System.getProperty("java.class.path"));
    try (URLClassLoader far = Javac.loader(Javac.compile(folder, classPath, record, cursor))) {
      Class<? extends Record> seen = far.loadClass("far.Seen").asSubclass(Record.class);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TableType.of(MethodHandles.lookup(), seen))
          .withMessageContainingAll("far.Seen", far.toString(), "knows no class of that name");
      Class<? extends Cursor> values = far.loadClass("far.Values").asSubclass(Cursor.class);
      Table<Open> table = TableType.of(MethodHandles.lookup(), Open.class).columns().heap(1);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.cursor(values))
          .withMessageContainingAll("far.Values", far.toString(), "knows no class of that name");
    }
  }

  @Test
  void takesPrivateRecordsAndEnums() {
    Table<Hidden> table = TableType.of(MethodHandles.lookup(), Hidden.class).columns().heap(2);
    table.set(1, new Hidden(7, Hidden.Level.HIGH));
    assertThat(table.get(1)).isEqualTo(new Hidden(7, Hidden.Level.HIGH));
    assertThat(table.get(0)).isEqualTo(new Hidden(0, Hidden.Level.LOW));
  }

  @Test
  void isMadeOnce() {
    assertThat(TableType.of(MethodHandles.lookup(), Leg.class))
        .isSameAs(TableType.of(MethodHandles.lookup(), Leg.class))
        .isSameAs(TableType.of(Elsewhere.LOOKUP, Leg.class));
  }

  @Test
  void knowsTheSizeOfARow() {
    TableType<Trade> trades = TableType.of(MethodHandles.lookup(), Trade.class);
    assertThat(trades.rows().bytesPerRow()).isEqualTo(42);
    assertThat(trades.alignedRows().bytesPerRow()).isEqualTo(48);
    assertThat(trades.columns().bytesPerRow()).isEqualTo(42);
    assertThat(trades.recordType()).isEqualTo(Trade.class);
  }

  @Test
  void refusesPackedRowsOnTheHeapWithTheReason() {
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> Sample.TYPE.rows().heap(1))
        .withMessageContaining("lose updates");
  }

  @Test
  void refusesSizesThatNoMemoryHas(@TempDir Path folder) throws Exception {
    for (long rows : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 59}) {
      for (TableLayout<Sample> layout : List.of(Sample.TYPE.alignedRows(), Sample.TYPE.columns())) {
        Path path = folder.resolve("samples");
        Table<Sample> heap = layout.heap(1);
        List<ThrowingCallable> calls =
            List.of(
                () -> layout.heap(rows),
                () -> layout.allocate(Arena.ofAuto(), rows),
                () -> layout.create(path, rows),
                () -> heap.reserve(rows));
        assertThat(calls)
            .allSatisfy(call ->
                assertThatIllegalArgumentException()
                    .isThrownBy(call)
                    .withMessageStartingWith(layout + " tables have 0 to ")
                    .withMessageEndingWith(" rows, not " + rows));
        assertThat(path).doesNotExist();
      }
    }
  }

  @Test
  @SuppressWarnings("NullAway") // Null, on purpose.
  void aComponentThatIsNullLeavesTheRowAsItWas() {
    Table<Sample> table = Sample.TYPE.columns().heap(1);
    Sample before = new Sample((byte) 1, 2, true, 3, 'c', Sample.Venue.TOKYO, 4, 5, (short) 6);
    table.set(0, before);
    assertThatNullPointerException()
        .isThrownBy(
            () -> table.set(0, new Sample((byte) 9, 9, false, 9, '9', null, 9, 9, (short) 9)));
    assertThatNullPointerException().isThrownBy(() -> table.append(null));
    assertThat(table.get(0)).isEqualTo(before);
    assertThat(table.size()).isEqualTo(1);
  }
}

/// Another class of the package, which is no nest mate.
final class Elsewhere {
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private Elsewhere() {}
}

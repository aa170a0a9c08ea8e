// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.WideCursorInliningTest.Wide;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Garbage;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Reading rows as records leaves nothing for the collector, once it is compiled. In a JVM of its
/// own for each kind of table: it depends on what the JVM has compiled before.
final class TableGarbageTest {
  private static final List<String> KINDS =
      List.of(
          "rows confined",
          "rows mapped",
          "alignedRows automatic",
          "alignedRows heap",
          "columns confined",
          "columns heap");

  private static final String CHUNKS = " of several chunks";

  /// Returns a kind of tables by its name.
  ///
  /// @param rows their number
  static TableFixture.Kind kind(String name, int rows) {
    if (!name.endsWith(CHUNKS)) {
      return TableFixture.kind(name);
    }
    TableFixture.Kind one = TableFixture.kind(name.substring(0, name.length() - CHUNKS.length()));
    return new TableFixture.Kind(
        name, type -> one.layout().apply(type).withChunkRows(rows / 5), one.maker());
  }

  static List<String> kinds() {
    return Slow.some(1, KINDS);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void getInALoopAllocatesNothing(String kind) throws Exception {
    assertClean(3, Scan.class, kind);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void getOfAWideRecordAllocatesNothing(String kind) throws Exception {
    assertClean(2, WideScan.class, kind);
  }

  static List<String> getOfAWideRecordInMemoryThatTheJdkChecksAllocatesNothing() {
    return Slow.some(1, List.of("rows shared", "alignedRows shared", "columns shared"));
  }

  /// The JDK's checks are most of the machine code there.
  @ParameterizedTest
  @MethodSource
  void getOfAWideRecordInMemoryThatTheJdkChecksAllocatesNothing(String kind) throws Exception {
    assertClean(2, WideScan.class, kind);
  }

  static List<String> tablesOfSeveralChunksAllocateNothing() {
    return Slow.some(1, List.of("columns confined" + CHUNKS, "columns heap" + CHUNKS));
  }

  /// As tables get that have grown.
  @ParameterizedTest
  @MethodSource
  void tablesOfSeveralChunksAllocateNothing(String kind) throws Exception {
    assertClean(3, Scan.class, kind);
    assertClean(4, Iteration.class, kind);
  }

  /// Each record has an iterator of its own: loops over other records do not make this one's.
  @ParameterizedTest
  @MethodSource("kinds")
  void forEachLoopsOverSeveralRecordsAllocateNothing(String kind) throws Exception {
    assertClean(4, Iteration.class, kind);
  }

  /// What a date or a time is stored as makes no object, and whether there is a value neither.
  @ParameterizedTest
  @MethodSource("kinds")
  void whatADateIsStoredAsAllocatesNothing(String kind) throws Exception {
    assertClean(1, DayScan.class, kind);
  }

  /// Texts are compared with constants and with each other, and written as they are.
  @ParameterizedTest
  @MethodSource("kinds")
  void comparingTextsAllocatesNothing(String kind) throws Exception {
    assertClean(1, TextScan.class, kind);
  }

  /// Texts that the table has are read by code, as `Text` and as `String`, and written.
  @ParameterizedTest
  @MethodSource("kinds")
  void textsWithCodesAllocateNothing(String kind) throws Exception {
    assertClean(1, CodeScan.class, kind);
  }

  /// @param loops how many the program has
  private static void assertClean(int loops, Class<?> program, String kinds) throws Exception {
    assertThat(run(program, kinds).lines().filter(line -> line.equals("clean"))).hasSize(loops);
  }

  private static String run(Class<?> program, String argument, String... flags) throws Exception {
    return ChildJvm.run(
        "garbage",
        300,
        Stream.concat(Stream.of("--enable-native-access=ALL-UNNAMED", "-Xbatch"), Stream.of(flags))
            .toList(),
        program.getName(),
        argument);
  }

  record Trade(
      long tradeId,
      long clientId,
      int venueCode,
      int instrumentCode,
      long price,
      long quantity,
      char side) {}

  static final class Scan {
    private static final int ROWS = 100_000;

    private Scan() {}

    public static void main(String[] arguments) throws IOException {
      TableType<Trade> type = TableType.of(MethodHandles.lookup(), Trade.class);
      try (TableFixture fixture = new TableFixture()) {
        for (String kind : arguments[0].split(",", -1)) {
          Table<Trade> table = kind(kind, ROWS).make(fixture, type, ROWS);
          repeat(ROWS, 0, () -> write(table));
          repeat(ROWS, ROWS, () -> scan(table));
          TableType<Three> three = TableType.of(MethodHandles.lookup(), Three.class);
          Table<Three> small = kind(kind, ROWS).make(fixture, three, ROWS);
          repeat(ROWS, 3 * ROWS, () -> writeAndScan(small));
        }
      }
    }

    static void repeat(int rows, long expected, LongSupplier pass) {
      Garbage.assertAtMost(
          rows / 10,
          () -> {
            long found = pass.getAsLong();
            if (found != expected) {
              throw new AssertionError(found + " is not " + expected);
            }
          });
      System.out.println("clean");
    }

    private static long write(Table<Trade> table) {
      for (int i = 0; i < ROWS; i++) {
        table.set(i, new Trade(i, i, i, i, i, 2, i % 2 == 0 ? 'B' : 'S'));
      }
      return 0;
    }

    private static long writeAndScan(Table<Three> table) {
      long sum = 0;
      for (int i = 0; i < ROWS; i++) {
        table.set(i, new Three(1, 1, (short) 1));
        Three row = table.get(i);
        sum += row.a() + row.b() + row.c();
      }
      return sum;
    }

    private static long scan(Table<Trade> table) {
      long bought = 0;
      long sold = 0;
      for (long row = 0; row < table.size(); row++) {
        Trade trade = table.get(row);
        if (trade.side() == 'B') {
          bought += trade.price() * trade.quantity();
        } else {
          sold += trade.price() * trade.quantity();
        }
      }
      return sold - bought;
    }
  }

  record One(long a) {}

  record Two(long a, int b) {}

  record Three(int a, long b, short c) {}

  record Sixteen(
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l,
      long m,
      long n,
      long o,
      long p) {}

  static final class Iteration {
    private static final int ROWS = 10_000;

    private Iteration() {}

    public static void main(String[] arguments) throws IOException {
      try (TableFixture fixture = new TableFixture()) {
        for (String kind : arguments[0].split(",", -1)) {
          iterate(fixture, kind(kind, ROWS));
        }
      }
    }

    private static void iterate(TableFixture fixture, TableFixture.Kind kind) throws IOException {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Table<One> one = kind.make(fixture, TableType.of(lookup, One.class), ROWS);
      one.fill(new One(1));
      Scan.repeat(ROWS, ROWS, () -> ones(one));
      Table<Two> two = kind.make(fixture, TableType.of(lookup, Two.class), ROWS);
      two.fill(new Two(1, 1));
      Scan.repeat(ROWS, 2 * ROWS, () -> twos(two));
      Table<Three> three = kind.make(fixture, TableType.of(lookup, Three.class), ROWS);
      three.fill(new Three(1, 1, (short) 1));
      Scan.repeat(ROWS, 3 * ROWS, () -> threes(three));
      Table<Sixteen> wide = kind.make(fixture, TableType.of(lookup, Sixteen.class), ROWS);
      wide.fill(new Sixteen(1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1));
      Scan.repeat(ROWS, 3 * ROWS, () -> sixteens(wide));
    }

    private static long ones(Table<One> table) {
      long sum = 0;
      for (One row : table) {
        sum += row.a();
      }
      return sum;
    }

    private static long twos(Table<Two> table) {
      long sum = 0;
      for (Two row : table) {
        sum += row.a() + row.b();
      }
      return sum;
    }

    private static long threes(Table<Three> table) {
      long sum = 0;
      for (Three row : table) {
        sum += row.a() + row.b() + row.c();
      }
      return sum;
    }

    private static long sixteens(Table<Sixteen> table) {
      long sum = 0;
      for (Sixteen row : table) {
        sum += row.a() + row.h() + row.p();
      }
      return sum;
    }
  }

  record Day(LocalDate day, @OrNull @Nullable Instant at, @FixedUtf8(8) String name) {}

  interface Days extends Cursor {
    int getDay();

    void setDay(int value);

    long getAt();

    boolean atIsPresent();

    void name(String value);
  }

  static final class DayScan {
    private static final int ROWS = 10_000;

    private DayScan() {}

    public static void main(String[] arguments) throws IOException {
      try (TableFixture fixture = new TableFixture()) {
        TableType<Day> type = TableType.of(MethodHandles.lookup(), Day.class);
        Table<Day> table = TableFixture.kind(arguments[0]).make(fixture, type, ROWS);
        table.fill(new Day(LocalDate.EPOCH, Instant.EPOCH.plusSeconds(1), ""));
        Scan.repeat(ROWS, 1_000_001L * ROWS, () -> scan(table));
      }
    }

    private static long scan(Table<Day> table) {
      Days cursor = table.cursor(Days.class);
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        cursor.moveTo(row);
        cursor.setDay(1);
        cursor.name("\u20ac 1");
        sum += cursor.getDay() + (cursor.atIsPresent() ? cursor.getAt() : 0);
      }
      return sum;
    }
  }

  record Named(String name) {}

  interface Names extends Cursor {
    Text getName();

    void name(String value);
  }

  static final class TextScan {
    private static final int ROWS = 10_000;
    private static final Text WANTED = TableType.text("a name that is long");

    private TextScan() {}

    public static void main(String[] arguments) throws IOException {
      try (TableFixture fixture = new TableFixture()) {
        TableType<Named> type = TableType.of(MethodHandles.lookup(), Named.class);
        Table<Named> table = TableFixture.kind(arguments[0]).make(fixture, type, ROWS);
        for (int row = 0; row < ROWS; row++) {
          table.set(row, new Named(row % 2 == 0 ? "a name that is long" : "a na\u00efve one"));
        }
        Scan.repeat(ROWS, ROWS / 2 * 3, () -> scan(table));
      }
    }

    private static long scan(Table<Named> table) {
      Names one = table.cursor(Names.class);
      Names other = table.cursor(Names.class);
      long found = 0;
      for (int row = 0; row < ROWS; row++) {
        one.moveTo(row);
        other.moveTo(ROWS - 1 - row);
        found += one.getName().equals(WANTED) ? 1 : 0;
        found += one.getName().compareTo(other.getName()) < 0 ? 1 : 0;
        found += one.getName().equals(other.getName()) ? 0 : row % 2;
        one.name(row % 2 == 0 ? "a name that is long" : "a na\u00efve one");
      }
      return found;
    }
  }

  record Coded(@DictionaryEncoded String name) {}

  interface Codes extends Cursor {
    int getName();

    void name(String value);

    String name();
  }

  interface CodedTexts extends Cursor {
    Text getName();
  }

  static final class CodeScan {
    private static final int ROWS = 10_000;
    private static final Text WANTED = TableType.text("a name that is long");

    private CodeScan() {}

    public static void main(String[] arguments) throws IOException {
      try (TableFixture fixture = new TableFixture()) {
        TableType<Coded> type = TableType.of(MethodHandles.lookup(), Coded.class);
        Table<Coded> table = TableFixture.kind(arguments[0]).make(fixture, type, ROWS);
        for (int row = 0; row < ROWS; row++) {
          table.set(row, new Coded(name(row)));
        }
        int wanted = table.textCodes().codeOf("a name that is long");
        Scan.repeat(ROWS, ROWS / 2 * 4, () -> scan(table, wanted));
      }
    }

    private static String name(int row) {
      return row % 2 == 0 ? "a name that is long" : "short";
    }

    private static long scan(Table<Coded> table, int wanted) {
      Codes one = table.cursor(Codes.class);
      CodedTexts other = table.cursor(CodedTexts.class);
      long found = 0;
      for (int row = 0; row < ROWS; row++) {
        one.moveTo(row);
        other.moveTo(row);
        found += one.getName() == wanted ? 1 : 0;
        found += other.getName().equals(WANTED) ? 1 : 0;
        one.name(name(row));
        found += one.name().length() == WANTED.byteSize() ? 1 : 0;
        found += table.get(row).name().equals("short") ? 1 : 0;
      }
      return found;
    }
  }

  static final class WideScan {
    private static final int ROWS = 10_000;

    private WideScan() {}

    public static void main(String[] arguments) throws IOException {
      try (TableFixture fixture = new TableFixture()) {
        for (String kind : arguments[0].split(",", -1)) {
          Table<Wide> table = WideCursorInliningTest.table(fixture, TableFixture.kind(kind), ROWS);
          Scan.repeat(ROWS, (3 + 20 + 31) * ROWS, () -> scan(table));
          Scan.repeat(ROWS, (3 + 20 + 31) * ROWS, () -> iterate(table));
        }
      }
    }

    private static long iterate(Table<Wide> table) {
      long sum = 0;
      for (Wide wide : table) {
        sum += wide.f3() + wide.f20() + wide.f31();
      }
      return sum;
    }

    private static long scan(Table<Wide> table) {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        Wide wide = table.get(row);
        sum += wide.f3() + wide.f20() + wide.f31();
      }
      return sum;
    }
  }
}

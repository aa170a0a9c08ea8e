// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.annotation.Unit;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that read files without DuckDB.
@Timeout(120)
class TableCommandTest {
  record Leg(int quantity, @OrNull @FixedUtf8(3) @Nullable String note) {}

  record Order(
      LocalDate day,
      @OrNull @Nullable Leg leg,
      @Decimal(precision = 30, scale = 2) BigDecimal price) {}

  private static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);

  record Visit(
      LocalDate day,
      @Unit(ChronoUnit.SECONDS) Instant at,
      LocalDateTime local,
      LocalTime time,
      Duration took,
      @Decimal(precision = 9, scale = 2) BigDecimal price,
      @OrNull @DictionaryEncoded @Nullable String page) {}

  private static final TableType<Visit> VISITS = TableType.of(MethodHandles.lookup(), Visit.class);

  record Extremes(byte tiny, short small, int number, float fraction, double precise) {}

  static final TableType<Extremes> EXTREMES = TableType.of(MethodHandles.lookup(), Extremes.class);

  /// Where rows begin: behind a page for the header, three for commits and one for the schema.
  private static final int DATA = 5 * 4096;

  @TempDir private Path folder;

  private Path trades(long count) throws IOException {
    return TradeFiles.write(
        folder.resolve("daily-trades.ashlar"), TradeFiles.TYPE.columns(), 0, count);
  }

  private static void assertFails(Outcome outcome, int exitCode, String... parts) {
    assertThat(outcome.exitCode()).isEqualTo(exitCode);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines()).singleElement().asString().contains(parts);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void schemaIsWhatTheFileSays(boolean fileFirst) throws IOException {
    String file = trades(3).toString();
    Outcome outcome =
        fileFirst ? Ashlar.run("table", file, "schema") : Ashlar.run("table", "schema", file);
    assertThat(outcome)
        .isEqualTo(
            new Outcome(
                0,
                """
                file            %s
                layout          columns()
                rows            3 committed, room for 4096
                bytes per row   20

                field  type
                id     long
                price  double
                side   enum BUY,SELL
                open   boolean
                venue  char

                record DailyTrades(long id, double price, Side side, boolean open, char venue) {
                  enum Side {
                    BUY, SELL
                  }
                }

                static final TableType<DailyTrades> TYPE = TableType.of(MethodHandles.lookup(), DailyTrades.class);
                MappedTable<DailyTrades> table = TYPE.columns().openReadOnly(path);
                """
                    .formatted(file),
                ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "alignedRows", "columns"})
  void headIsTheFirstRowsOfAnyLayout(String layout) throws IOException {
    Path file =
        TradeFiles.write(
            folder.resolve("t"),
            switch (layout) {
              case "rows" -> TradeFiles.TYPE.rows();
              case "alignedRows" -> TradeFiles.TYPE.alignedRows();
              default -> TradeFiles.TYPE.columns();
            },
            5,
            100);
    assertThat(Ashlar.run("table", "head", "-n", "3", file.toString()).out())
        .isEqualTo(
            """
            id  price  side  open   venue
             5   1.25  BUY   false  F
             6    1.5  SELL  true   G
             7   1.75  BUY   false  H
            """);
    assertThat(Ashlar.run("table", file.toString(), "head").out().lines()).hasSize(11);
  }

  @Test
  void statsAreTheRangeOfEachField() throws IOException {
    assertThat(Ashlar.run("table", trades(100_000).toString(), "stats").out())
        .isEqualTo(
            """
            field  type       rows  min    max
            id     long     100000  0      99999
            price  double   100000  0.0    24.75
            side   enum     100000  BUY    SELL
            open   boolean  100000  false  true
            venue  char     100000  A      Z
            """);
  }

  @Test
  void statsOrderNumbersAsJavaDoes() throws IOException {
    Path file = folder.resolve("extremes");
    try (var table = EXTREMES.rows().create(file, 0)) {
      table.append(new Extremes((byte) -128, (short) 7, -1, -0.0f, Double.NEGATIVE_INFINITY));
      table.append(new Extremes((byte) 127, (short) -7, 1, 0.0f, Double.NaN));
      table.append(new Extremes((byte) 0, (short) 0, 0, -1.5f, 1));
      table.commit();
    }
    assertThat(Ashlar.run("table", file.toString(), "stats").out())
        .isEqualTo(
            """
            field     type    rows        min  max
            tiny      byte       3       -128  127
            small     short      3         -7    7
            number    int        3         -1    1
            fraction  float      3       -1.5  0.0
            precise   double     3  -Infinity  NaN
            """);
  }

  @Test
  void recordsInsideAndAbsentValuesAreShown() throws IOException {
    Path file = folder.resolve("orders");
    try (var table = ORDERS.rows().create(file, 0)) {
      table.append(new Order(LocalDate.of(2026, 2, 28), new Leg(7, null), new BigDecimal("1.50")));
      table.append(new Order(LocalDate.EPOCH, null, new BigDecimal("-0.01")));
      table.append(
          new Order(LocalDate.of(5_000_000, 1, 1), new Leg(-1, "x"), new BigDecimal("0.00")));
      table.commit();
    }
    assertThat(Ashlar.run("table", file.toString(), "head").out())
        .isEqualTo(
            """
            day             leg    leg.quantity  leg.note  price
            2026-02-28      true              7  NULL       1.50
            1970-01-01      false          NULL  NULL      -0.01
            +5000000-01-01  true             -1  x          0.00
            """);
    assertThat(Ashlar.run("table", file.toString(), "stats").out())
        .isEqualTo(
            """
            field         type             rows  min         max
            day           date                3  1970-01-01  +5000000-01-01
            leg           optional record     3  false       true
            leg.quantity  int                 2  -1          7
            leg.note      optional utf8 3     1  x           x
            price         decimal 30 2        3  -0.01       1.50
            """);
    assertThat(Ashlar.run("table", file.toString(), "schema").out())
        .contains("@OrNull Leg leg", "record Leg(int quantity, @OrNull @FixedUtf8(3) String note)");
  }

  @Test
  void aTableWithoutRows() throws IOException {
    String file = trades(0).toString();
    assertThat(Ashlar.run("table", file, "head").out())
        .isEqualTo("id  price  side  open  venue\n(no rows)\n");
    assertThat(Ashlar.run("table", file, "stats").out()).contains("price  double");
    assertThat(Ashlar.run("table", file, "verify"))
        .isEqualTo(new Outcome(0, file + ": 0 rows verified\n", ""));
  }

  @Test
  void damagedRowsAreNamedWithTheirChunk() throws IOException {
    Path file = trades(10_000);
    assertThat(Ashlar.run("table", file.toString(), "verify"))
        .isEqualTo(new Outcome(0, file + ": 10000 rows verified\n", ""));
    // A chunk has 20 bytes a row and a little padding: this is in the first column of the second.
    flip(file, DATA + 4096 * 20 + 8_000);
    Outcome outcome = Ashlar.run("table", file.toString(), "verify");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .isEqualTo(
            "%s: 5904 rows verified%n%1$s: rows 4096 to 8191 are damaged: they differ from their checksum. Restore a copy; or write them again, and accept them with MappedTable.accept%n"
                .formatted(file));
  }

  private static void flip(Path file, long offset) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(offset);
      int value = bytes.read();
      bytes.seek(offset);
      bytes.write(value ^ 0x10);
    }
  }

  @Test
  void aDamagedHeaderIsRefused() throws IOException {
    Path file = trades(10);
    flip(file, 20);
    assertFails(
        Ashlar.run("table", file.toString(), "schema"),
        1,
        file.toString(),
        "has a header whose checksum does not match: restore a copy");
  }

  @Test
  void aDamagedCommitNamesTheOption() throws IOException {
    Path file = folder.resolve("t");
    try (var table = TradeFiles.TYPE.rows().create(file, 0)) {
      for (int i = 0; i < 3; i++) {
        table.append(TradeFiles.trade(i));
        table.commit();
      }
    }
    // The newest commit, which has an even number since the file has grown once, and the copy.
    flip(file, 4096 + 16);
    flip(file, 3 * 4096 + 16);
    assertFails(
        Ashlar.run("table", file.toString(), "head"), 1, "damaged record", "--older-commit here");
    Outcome older = Ashlar.run("table", "--older-commit", file.toString(), "schema");
    assertThat(older.exitCode()).isZero();
    assertThat(older.out()).contains("rows            2 committed", "last commit     OLDER_COMMIT");
  }

  @Test
  void aConstantThatTheEnumLacksIsDamage() throws IOException {
    Path file =
        TradeFiles.write(folder.resolve("daily-trades.ashlar"), TradeFiles.TYPE.rows(), 0, 10);
    // Behind id and price of the first row.
    flip(file, DATA + 16);
    assertFails(
        Ashlar.run("table", file.toString(), "head"),
        1,
        "DailyTrades.side",
        "what is damaged: ashlar table " + file + " verify");
    // Those of the rows that were written.
    assertThat(Ashlar.run("table", file.toString(), "stats").out()).contains("BUY", "SELL");
    Files.delete(folder.resolve("daily-trades.ashlar.stats"));
    assertThat(Ashlar.run("table", file.toString(), "stats").out())
        .contains("which is no constant");
  }

  @Test
  void statsAreShownOfAllTypesAndStored() throws IOException {
    Path file = folder.resolve("visits");
    try (var table = VISITS.columns().create(file, 0)) {
      for (int i = 0; i < 5_000; i++) {
        table.append(
            new Visit(
                LocalDate.EPOCH.plusDays(i),
                Instant.EPOCH.plusSeconds(i),
                LocalDateTime.of(2026, 1, 1, 0, 0).minusSeconds(i),
                LocalTime.MIDNIGHT.plusSeconds(i),
                Duration.ofMillis(-i),
                BigDecimal.valueOf(i, 2),
                i % 10 == 0 ? null : "page " + i % 7));
      }
      table.commit();
    }
    String expected =
        """
        field  type                      rows  min                  max
        day    date                      5000  1970-01-01           1983-09-09
        at     instant seconds           5000  1970-01-01T00:00:00Z 1970-01-01T01:23:19Z
        local  datetime micros           5000  2025-12-31T22:36:41  2026-01-01T00:00
        time   time micros               5000  00:00                01:23:19
        took   duration micros           5000  PT-4.999S            PT0S
        price  decimal 9 2               5000  0.00                 49.99
        page   optional dictionary of 7  4500  page 0               page 6
        """;
    Path statistics = folder.resolve("visits.stats");
    String stored = Ashlar.run("table", file.toString(), "stats").out();
    assertThat(stored.replaceAll(" +", " ")).isEqualTo(expected.replaceAll(" +", " "));
    Files.delete(statistics);
    assertThat(Ashlar.run("table", file.toString(), "stats").out()).isEqualTo(stored);
    assertThat(statistics).doesNotExist();
    assertThat(Ashlar.run("table", file.toString(), "stats", "--write").out()).isEqualTo(stored);
    assertThat(statistics).isNotEmptyFile();
    Files.delete(statistics);
    Files.createDirectory(statistics);
    assertFails(Ashlar.run("table", file.toString(), "stats", "--write"), 1, "visits.stats");
  }

  @Test
  void whatIsNoTableIsNamedWithTheRemedy() throws IOException {
    Path text = Files.writeString(folder.resolve("trades.csv"), "id,price\n1,2\n");
    assertFails(
        Ashlar.run("table", text.toString(), "schema"),
        1,
        text + ": is not a table",
        "ashlar table import");
    Path empty = Files.createFile(folder.resolve("empty"));
    assertFails(Ashlar.run("table", empty.toString(), "head"), 1, "empty: ");
    assertFails(
        Ashlar.run("table", folder + "/none", "head"), 1, "there is no file " + folder + "/none");
    assertFails(Ashlar.run("table", folder.toString(), "head"), 1, "is a folder");
  }

  @Test
  void wrongUsageIsNamed() throws IOException {
    assertFails(Ashlar.run("table"), 2, "give a command, as in 'ashlar table FILE schema'");
    assertFails(Ashlar.run("table", "verify"), 2, "give the file of a table");
    assertFails(Ashlar.run("table", trades(1).toString(), "head", "-n", "-1"), 2, "not -1");
  }

  @Test
  void filesHaveTheirNames() {
    assertThat(OpenTables.recordName(Path.of("a/daily-trades_2.ashlar"))).isEqualTo("DailyTrades2");
    assertThat(OpenTables.recordName(Path.of("2026.ashlar"))).isEqualTo("Row");
    assertThat(OpenTables.recordName(Path.of("Größen"))).isEqualTo("Größen");
  }
}

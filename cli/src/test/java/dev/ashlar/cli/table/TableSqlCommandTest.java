// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands that ask DuckDB, which is on the class path of the tests.
@Timeout(120)
class TableSqlCommandTest {
  record Other(int id) {}

  static final TableType<Other> OTHER = TableType.of(MethodHandles.lookup(), Other.class);

  record Note(long id, String note, @FixedUtf8(7) String code, @OrNull @Nullable String day) {}

  static final TableType<Note> NOTES = TableType.of(MethodHandles.lookup(), Note.class);

  @TempDir private Path folder;
  private String columns = "";
  private String rows = "";

  @BeforeEach
  void write() throws IOException {
    columns =
        TradeFiles.write(folder.resolve("trades.ashlar"), TradeFiles.TYPE.columns(), 0, 10_000)
            .toString();
    rows =
        TradeFiles.write(folder.resolve("late-trades"), TradeFiles.TYPE.rows(), 10_000, 500)
            .toString();
  }

  private static void assertFails(Outcome outcome, int exitCode, String... parts) {
    assertThat(outcome.exitCode()).isEqualTo(exitCode);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines()).singleElement().asString().contains(parts);
  }

  @Test
  void oneFileIsT() {
    String sql = "select side, count(*) as n, sum(price) as sum from t group by side order by side";
    assertThat(Ashlar.run("table", columns, "sql", sql))
        .isEqualTo(
            new Outcome(
                0,
                """
                side     n       sum
                BUY   6666  82491.75
                SELL  3334  41258.25
                """,
                ""));
  }

  @Test
  void theFirstRowsArePrintedAndAllAreWritten() throws IOException {
    String[] sql = {"table", columns, "sql", "select id from t order by id"};
    Outcome cut = Ashlar.run(sql);
    assertThat(cut.exitCode()).isZero();
    assertThat(cut.out().lines()).hasSize(1 + 1000).endsWith("999");
    assertThat(cut.err())
        .isEqualTo("9000 more rows: --all prints them, --csv FILE and --json FILE write all\n");
    Outcome all = Ashlar.run("table", columns, "sql", "select id from t order by id", "--all");
    assertThat(all.out().lines()).hasSize(1 + 10_000).endsWith("9999");
    assertThat(all.err()).isEmpty();
    Path csv = folder.resolve("all.csv");
    assertThat(Ashlar.run("table", columns, "sql", "from t", "--csv", csv.toString()).err())
        .isEmpty();
    assertThat(Files.readAllLines(csv)).hasSize(1 + 10_000);
    assertThat(Ashlar.run("table", columns, "sql", "from t limit 1000").err()).isEmpty();
  }

  @Test
  void aTextIsPrintedWhole() {
    assertThat(
            Ashlar.run("table", columns, "sql", "select 'a' || chr(0) || 'b' as x; -- the text")
                .out())
        .isEqualTo("x\na\\u0000b\n");
  }

  @Test
  void commentsMayFollowAQueryThatIsWritten() {
    Path csv = folder.resolve("commented.csv");
    assertThat(
            Ashlar.run("table", columns, "sql", "select 1 as x; -- one", "--csv", csv.toString()))
        .isEqualTo(new Outcome(0, "", ""));
    assertThat(csv).hasContent("x\n1");
  }

  @Test
  void severalFilesAreTAndHaveTheirNames() {
    String sql =
        "select (select count(*) from trades) as a, (select count(*) from \"late-trades\") as b,"
            + " count(*) as c, max(id) as m from t";
    assertThat(Ashlar.run("table", "sql", sql, columns, rows).out())
        .isEqualTo("    a    b      c      m\n10000  500  10500  10499\n");
    assertThat(Ashlar.run("table", rows, rows, "sql", "select count(*) as n from t").out())
        .isEqualTo("   n\n1000\n");
    assertThat(
            Ashlar.run("table", rows, rows, "sql", "select count(*) as n from \"late-trades_2\"")
                .out())
        .isEqualTo("  n\n500\n");
  }

  @Test
  void filesOfOtherFieldsHaveTheirNamesOnly() throws IOException {
    Path other = folder.resolve("other");
    OTHER.columns().create(other, 0).close();
    assertThat(Ashlar.run("table", columns, other.toString(), "sql", "from other").out())
        .isEqualTo("id\n");
    assertFails(
        Ashlar.run("table", columns, other.toString(), "sql", "from t"),
        1,
        "Table with name t does not exist",
        "The files have different fields: name each by its file");
  }

  @Test
  void aFileMayBeNamedT() throws IOException {
    Path file = TradeFiles.write(folder.resolve("t.ashlar"), TradeFiles.TYPE.columns(), 0, 7);
    assertThat(Ashlar.run("table", file.toString(), "sql", "select count(*) as n from t").out())
        .isEqualTo("n\n7\n");
  }

  @Test
  void resultsAreWrittenAsCsvAndJson() throws IOException {
    Path csv = folder.resolve("it's.csv");
    Path json = folder.resolve("x.json");
    Outcome outcome =
        Ashlar.run(
            "table",
            columns,
            "sql",
            "select id, side from t limit 2;",
            "--csv",
            csv.toString(),
            "--json",
            json.toString());
    assertThat(outcome).isEqualTo(new Outcome(0, "", ""));
    assertThat(csv).hasContent("id,side\n0,SELL\n1,BUY\n");
    assertThat(json)
        .hasContent("[\n\t{\"id\":0,\"side\":\"SELL\"},\n\t{\"id\":1,\"side\":\"BUY\"}\n]\n");
  }

  @Test
  void anInputIsNotOverwritten() throws IOException {
    byte[] before = Files.readAllBytes(Path.of(rows));
    assertFails(
        Ashlar.run("table", rows, "sql", "from t", "--csv", rows),
        1,
        "is the input: write to another");
    assertThat(Path.of(rows)).hasBinaryContent(before);
  }

  @Test
  void parquetGoesOutAndIn() throws IOException {
    Path parquet = folder.resolve("x.parquet");
    assertThat(Ashlar.run("table", columns, "sql", "copy (from t) to '" + parquet + "'").out())
        .isEqualTo("Count\n10000\n");
    Path both = folder.resolve("both.parquet");
    assertThat(Ashlar.run("table", columns, rows, "export", "--to", both.toString()))
        .isEqualTo(new Outcome(0, "", ""));
    for (String layout : new String[] {"rows", "aligned_rows", "columns"}) {
      Path back = folder.resolve("back-" + layout);
      assertThat(
              Ashlar.run(
                  "table", "import", both.toString(), "--to", back.toString(), "--layout", layout))
          .isEqualTo(
              new Outcome(
                  0, "side is text of 2 values, kept as an enum\n" + back + ": 10500 rows\n", ""));
      try (var table =
          switch (layout) {
            case "rows" -> TradeFiles.TYPE.rows().openReadOnly(back);
            case "aligned_rows" -> TradeFiles.TYPE.alignedRows().openReadOnly(back);
            default -> TradeFiles.TYPE.columns().openReadOnly(back);
          }) {
        for (long id = 0; id < 10_500; id++) {
          assertThat(table.get(id)).isEqualTo(TradeFiles.trade(id));
        }
        assertThat(table.verify().verifiedRows()).isEqualTo(10_500);
      }
    }
  }

  @Test
  void parquetIsCompressedAsAsked() throws IOException {
    Path packed = folder.resolve("packed.parquet");
    Path plain = folder.resolve("plain.parquet");
    assertThat(
            Ashlar.run(
                "table",
                columns,
                "export",
                "--to",
                packed.toString(),
                "--codec",
                "zstd",
                "--row-group-rows",
                "4096"))
        .isEqualTo(new Outcome(0, "", ""));
    Ashlar.run("table", columns, "export", "--to", plain.toString(), "--codec", "uncompressed");
    assertThat(Files.size(packed)).isLessThan(Files.size(plain));
    String sql =
        "select distinct compression, row_group_num_rows as n from parquet_metadata('%s') order by n"
            .formatted(packed);
    assertThat(Ashlar.run("table", columns, "sql", sql).out())
        .isEqualTo("compression     n\nZSTD         1808\nZSTD         4096\n");
    assertFails(
        Ashlar.run("table", columns, "export", "--to", "x.csv", "--codec", "zstd"),
        2,
        "--codec and --row-group-rows are for .parquet, not for x.csv");
    assertFails(
        Ashlar.run("table", columns, "export", "--to", "x.parquet", "--row-group-rows", "0"),
        2,
        "--row-group-rows must be 1 or more, not 0");
    assertFails(
        Ashlar.run("table", columns, "export", "--to", "x.parquet", "--codec", "rar"),
        2,
        "rar",
        "ZSTD");
  }

  @Test
  void exportNeedsAFormatThatIsThere() {
    assertFails(
        Ashlar.run("table", columns, "export", "--to", "x.xyz"), 2, "--to x.xyz", ".parquet");
    assertFails(Ashlar.run("table", columns, "export"), 2, "--to");
    assertFails(Ashlar.run("table", "export", "--to", "x.csv"), 2, "give the file of a table");
  }

  @Test
  void whatDuckDbRefusesIsItsMessage() {
    assertFails(
        Ashlar.run("table", columns, "sql", "select nothing from t"),
        1,
        "Referenced column \"nothing\" not found");
    assertFails(Ashlar.run("table", columns, "sql", "selec 1"), 1, "syntax error");
    assertFails(Ashlar.run("table", columns, "sql"), 2, "SQL");
  }

  @Test
  void datesDecimalsIdsTextsAndNullsAreKept() throws IOException {
    Path csv =
        Files.writeString(
            folder.resolve("days.csv"),
            """
            day,at,time,id,price,text,n
            1970-01-03,1970-01-01 00:00:01.5,23:59:59,00000000-0000-0001-0000-000000000002,1.5,x y,1
            1969-12-31,2026-01-01 00:00:00,00:00:00,80000000-0000-0000-0000-000000000000,-20.25,é,
            """);
    Path file = folder.resolve("days.ashlar");
    String select =
        "* replace (price::decimal(9,2) as price, id::uuid as id), 'ab'::blob as hash, n as \"leg.n\"";
    assertThat(imported(csv, file, "--select", select))
        .isEqualTo(
            new Outcome(
                0, "text is VARCHAR, kept with 3 bytes a row\n%s: 2 rows\n".formatted(file), ""));
    assertThat(Ashlar.run("table", file.toString(), "head").out())
        .isEqualTo(
            """
            day         at                       time      id                                     price  text     n  hash  leg.n
            1970-01-03  1970-01-01T00:00:01.500  23:59:59  00000000-0000-0001-0000-000000000002    1.50  x y      1  6162      1
            1969-12-31  2026-01-01T00:00         00:00     80000000-0000-0000-0000-000000000000  -20.25  é     NULL  6162   NULL
            """);
    assertThat(Ashlar.run("table", file.toString(), "stats").out())
        .containsPattern("day +date +2 +1969-12-31 +1970-01-03")
        .containsPattern("id +uuid +2 +0000\\S+ +8000")
        .containsPattern("price +decimal 9 2 +2 +-20.25 +1.50")
        .containsPattern("n +optional long +1 +1 +1");
    assertThat(Ashlar.run("table", file.toString(), "schema").out())
        .contains("@Decimal(precision = 9, scale = 2) BigDecimal price", "@OrNull Long n");
    assertThat(
            Ashlar.run(
                    "table",
                    file.toString(),
                    "sql",
                    "select sum(price) as p, min(day) as d, count(n) as c from t")
                .out())
        .isEqualTo("     p  d           c\n-18.75  1969-12-31  1\n");
    Path parquet = folder.resolve("days.parquet");
    Path back = folder.resolve("back.ashlar");
    assertThat(
            Ashlar.run("table", file.toString(), "export", "--to", parquet.toString()).exitCode())
        .isZero();
    assertThat(
            Ashlar.run("table", "import", parquet.toString(), "--to", back.toString()).exitCode())
        .isZero();
    assertThat(Ashlar.run("table", back.toString(), "head").out())
        .isEqualTo(Ashlar.run("table", file.toString(), "head").out());
  }

  @Test
  void longTextsHaveAnyLength() throws IOException {
    Path csv = folder.resolve("notes.csv");
    StringBuilder text = new StringBuilder("id,note,code,day\n");
    for (int i = 0; i < 5_000; i++) {
      text.append(
          "%d,%s,é-%d,%s\n".formatted(i, note(i), i, i % 2 == 0 ? "a quite short text" : ""));
    }
    Files.writeString(csv, text);
    Path file = folder.resolve("notes.ashlar");
    assertThat(Ashlar.run("table", "import", csv.toString(), "--to", file.toString()))
        .isEqualTo(
            new Outcome(
                0,
                """
                note is VARCHAR, kept as texts of any length
                code is VARCHAR, kept with 7 bytes a row
                day is VARCHAR, kept as texts of any length
                %s: 5000 rows
                """
                    .formatted(file),
                ""));
    assertThat(folder.resolve("notes.ashlar.text")).exists();
    assertThat(folder).isDirectoryNotContaining("glob:**import-*");
    try (MappedTable<Note> table = NOTES.columns().openReadOnly(file)) {
      for (int i = 0; i < 5_000; i++) {
        assertThat(table.get(i))
            .isEqualTo(new Note(i, note(i), "é-" + i, i % 2 == 0 ? "a quite short text" : null));
      }
      assertThat(table.verify().verifiedRows()).isEqualTo(5_000);
    }
    assertThat(Ashlar.run("table", file.toString(), "verify").exitCode()).isZero();
    assertThat(Ashlar.run("table", file.toString(), "schema").out()).contains("String note");
    String sql =
        "select count(*) as n, count(day) as d from t where note = '%s'".formatted(note(77));
    assertThat(Ashlar.run("table", file.toString(), "sql", sql).out()).isEqualTo("n  d\n1  0\n");
    Path parquet = folder.resolve("notes.parquet");
    Path back = folder.resolve("back.ashlar");
    assertThat(
            Ashlar.run("table", file.toString(), "export", "--to", parquet.toString()).exitCode())
        .isZero();
    assertThat(
            Ashlar.run("table", "import", parquet.toString(), "--to", back.toString()).exitCode())
        .isZero();
    assertThat(Ashlar.run("table", back.toString(), "head").out())
        .isEqualTo(Ashlar.run("table", file.toString(), "head").out());
  }

  private static Outcome imported(Path input, Path to, String... options) {
    List<String> words =
        new ArrayList<>(List.of("table", "import", input.toString(), "--to", to.toString()));
    words.addAll(List.of(options));
    return Ashlar.run(words.toArray(String[]::new));
  }

  private static String note(int row) {
    return "row " + row + " and more".repeat(row % 20);
  }

  @Test
  void theBytesOfATextInItsRowAreChosen() throws IOException {
    Path csv = Files.writeString(folder.resolve("in.csv"), "text\na b c d e f g h i j\n");
    Path file = folder.resolve("in.ashlar");
    assertThat(imported(csv, file, "--text-bytes", "19").out())
        .startsWith("text is VARCHAR, kept with 19 bytes a row\n");
    assertFails(
        Ashlar.run("table", "import", csv.toString(), "--to", "x", "--text-bytes", "-1"),
        2,
        "--text-bytes must be 0 to 65535, not -1");
    Files.writeString(folder.resolve("x.ashlar.text"), "");
    assertFails(
        Ashlar.run("table", "import", csv.toString(), "--to", folder + "/x.ashlar"),
        1,
        "x.ashlar.text exists: choose another name for --to, or delete it");
  }

  @Test
  void whatCannotBeKeptIsNamedAndLeavesNothing() throws IOException {
    Path csv =
        Files.writeString(folder.resolve("in.csv"), "a b,i,text,took\n1,1,x y,1.50\n1,2,x,1.50\n");
    Path file = folder.resolve("out.ashlar");
    assertFails(
        imported(csv, file, "--select", "* replace (interval 1 day as took)"),
        1,
        "in.csv: took is INTERVAL, which no field keeps. In --select, cast it to varchar, or leave it out");
    assertFails(imported(csv, file, "--select", "nix"), 1, "in.csv: ", "nix");
    assertThat(folder).isDirectoryNotContaining("glob:**out.ashlar*");
  }

  @Test
  void anImportReplacesNothing() throws IOException {
    Path csv = Files.writeString(folder.resolve("in.csv"), "a\n1\n");
    assertFails(
        Ashlar.run("table", "import", csv.toString(), "--to", rows),
        1,
        "exists: choose another name for --to, or delete it");
    assertFails(
        Ashlar.run("table", "import", folder + "/none.csv", "--to", "x"), 2, "there is no file");
    assertFails(
        Ashlar.run("table", "import", rows, "--to", "x"), 2, "its name must end in .parquet");
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.testing.SymbolicLink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Paths and names that mean something else to DuckDB, to a shell or to the file system.
@Timeout(120)
class TableImportCommandTest {
  /// Too long for rows: the table has a second file.
  private static final String LONG_TEXT = "a text that is longer than sixteen bytes";

  private static final List<String> FILES = List.of("t.ashlar", "t.ashlar.stats", "t.ashlar.text");

  /// A file of the columns `id` and `price decimal(60, 4)`.
  private static final String DECIMAL_OF_256_BITS =
      "UEFSMRUAFRQVFCwVAhUAFQYVBhwAAAACAAAAAgEBAAAAFQAVQBVALBUCFQAVBhUGHAAAAAIAAAACAQAAAAAAABWf"
          + "/m8i/VzELFJN9v1eKNDeOPNOFQQZPDUAGAZzY2hlbWEVBAAVAiUCGAJpZAAVDhU0FQIYBXByaWNlJQoVCBV4"
          + "LFwVCBV4AAAAFgIZHBksJgAcFQIZJQYAGRgCaWQVABYCFjoWOiYISRwVABUAFQIAPCkGGSYAAgAAACYAHBUO"
          + "GSUGABkYBXByaWNlFQAWAhZmFmYmQkkcFQAVABUCADwpBhkmAAIAAAAWoAEWAiYIFqABACggcGFycXVldC1j"
          + "cHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZLBwAABwAAADLAAAAUEFSMQ==";

  @TempDir private Path folder;

  private Path notes() throws IOException {
    return Files.writeString(folder.resolve("notes.csv"), "note\n" + LONG_TEXT + "\n");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void assertFails(Outcome outcome, String... parts) {
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err().lines()).singleElement().asString().contains(parts);
  }

  @Test
  void aRelativePathIsOfTheCurrentFolder() throws Exception {
    notes();
    Path deep = Files.createDirectories(folder.resolve("a/b"));
    for (String target : List.of("t.ashlar", "a/b/t.ashlar", "./a/../t2.ashlar")) {
      try (Ashlar.Child child =
          Ashlar.start(
              folder,
              List.of("--enable-native-access=ALL-UNNAMED"),
              "table",
              "import",
              "notes.csv",
              "--to",
              target)) {
        assertThat(child.await().out()).endsWith(target + ": 1 rows\n");
      }
    }
    assertThat(names(deep)).isEqualTo(FILES);
    assertThat(names(folder))
        .containsAll(FILES)
        .contains("t2.ashlar", "t2.ashlar.text", "t2.ashlar.stats")
        .noneMatch(name -> name.contains("import-"));
    for (Path file : List.of(folder.resolve("t.ashlar"), deep.resolve("t.ashlar"))) {
      assertThat(Ashlar.run("table", file.toString(), "head").out()).contains(LONG_TEXT);
    }
  }

  @Test
  void aLinkedFolderIsWhereItLeads() throws IOException {
    Path csv = notes();
    Path deep = Files.createDirectories(folder.resolve("a/b/c"));
    Path link = SymbolicLink.create(folder.resolve("link"), deep);
    Path parent = link.resolve("../t.ashlar");
    for (Path target : List.of(link.resolve("t.ashlar"), parent)) {
      assertThat(Ashlar.run("table", "import", csv.toString(), "--to", target.toString()).out())
          .endsWith(target + ": 1 rows\n");
      assertThat(Ashlar.run("table", target.toString(), "head").out()).contains(LONG_TEXT);
    }
    assertThat(names(deep)).isEqualTo(FILES);
    assertThat(names(deep.resolve(".."))).containsAll(FILES);
  }

  @Test
  void statisticsOfADeletedTableAreReplaced() throws IOException {
    Path csv = notes();
    Path file = folder.resolve("t.ashlar");
    for (int i = 0; i < 2; i++) {
      assertThat(Ashlar.run("table", "import", csv.toString(), "--to", file.toString()).exitCode())
          .isZero();
      Files.delete(file);
      Files.delete(folder.resolve("t.ashlar.text"));
    }
    assertThat(names(folder)).containsExactly("notes.csv", "t.ashlar.stats");
  }

  @Test
  void whatCannotBePublishedIsTakenAway() throws IOException {
    Path csv = notes();
    Path statistics = Files.createDirectory(folder.resolve("t.ashlar.stats"));
    Files.createFile(statistics.resolve("x"));
    assertFails(
        Ashlar.run("table", "import", csv.toString(), "--to", folder + "/t.ashlar"),
        "t.ashlar.stats");
    assertThat(names(folder)).containsExactly("notes.csv", "t.ashlar.stats");
    Path dangling = SymbolicLink.create(folder.resolve("x.ashlar"), folder.resolve("none"));
    assertFails(
        Ashlar.run("table", "import", csv.toString(), "--to", dangling.toString()),
        "x.ashlar exists: choose another name for --to, or delete it");
  }

  @Test
  void aSecondFileOfATableIsNotOverwritten() throws IOException {
    Path csv = notes();
    Path file = folder.resolve("t.ashlar");
    Ashlar.run("table", "import", csv.toString(), "--to", file.toString());
    assertFails(
        Ashlar.run("table", file.toString(), "sql", "from t", "--csv", file + ".text"),
        "t.ashlar.text is the input: write to another file");
    assertThat(Ashlar.run("table", file.toString(), "head").out()).contains(LONG_TEXT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x[1]",
        "a*b",
        "**",
        "q?",
        "~",
        "~x",
        "it's",
        "say \"so\"",
        "{a,b}",
        "x[",
        "[!a]",
        "a;b",
        "-",
        "$HOME",
        "%s",
        "#",
        "year=2024"
      })
  void aNameIsNoPattern(String name) throws IOException {
    for (String other : List.of("x1", "aXb", "qq", "any")) {
      Files.writeString(folder.resolve(other + ".csv"), "wrong\n7\n");
    }
    Path inside = Files.createDirectory(folder.resolve(name));
    for (Path csv : List.of(folder.resolve(name + ".csv"), inside.resolve(name + ".csv"))) {
      Files.writeString(csv, "right\n42\n");
      Path file = csv.resolveSibling(name + ".ashlar");
      Outcome imported = Ashlar.run("table", "import", csv.toString(), "--to", file.toString());
      assertThat(imported).isEqualTo(new Outcome(0, file + ": 1 rows\n", ""));
      assertThat(Ashlar.run("table", file.toString(), "head").out()).isEqualTo("right\n   42\n");
      for (String format : List.of("parquet", "json")) {
        Path exported = csv.resolveSibling(name + "." + format);
        Path back = csv.resolveSibling(name + "-" + format);
        assertThat(Ashlar.run("table", file.toString(), "export", "--to", exported.toString()))
            .isEqualTo(new Outcome(0, "", ""));
        assertThat(Ashlar.run("table", "import", exported.toString(), "--to", back.toString()))
            .isEqualTo(new Outcome(0, back + ": 1 rows\n", ""));
        assertThat(Ashlar.run("table", back.toString(), "head").out()).isEqualTo("right\n   42\n");
      }
    }
  }

  @Test
  void aTildeIsNoHome() throws Exception {
    Path file = TradeFiles.write(folder.resolve("t.ashlar"), TradeFiles.TYPE.columns(), 0, 3);
    List<String> flags = List.of("--enable-native-access=ALL-UNNAMED");
    Map<String, String> home = Map.of("HOME", folder.resolve("home").toString());
    for (String[] command :
        new String[][] {
          {"table", file.toString(), "export", "--to", "~.csv"},
          {"table", "import", "~.csv", "--to", "~.ashlar"}
        }) {
      try (Ashlar.Child child = Ashlar.start(folder, home, flags, command)) {
        assertThat(child.await().exitCode()).isZero();
      }
    }
    assertThat(names(folder)).contains("~.csv", "~.ashlar");
  }

  @Test
  void infinityIsRefused() throws IOException {
    Path csv = Files.writeString(folder.resolve("in.csv"), "day\n2026-01-02\ninfinity\n");
    assertFails(
        Ashlar.run(
            "table",
            "import",
            csv.toString(),
            "--to",
            folder + "/t.ashlar",
            "--select",
            "day::date as day"),
        "in.csv: day is infinity in 1 rows, which no table has. As null: case when isfinite(");
    assertThat(names(folder)).containsExactly("in.csv");
  }

  /// Arrow's C++ library wrote the file.
  @Test
  void aDecimalThatBecomesADoubleIsNamed() throws IOException {
    Path parquet =
        Files.write(folder.resolve("in.parquet"), Base64.getDecoder().decode(DECIMAL_OF_256_BITS));
    Path file = folder.resolve("t.ashlar");
    assertThat(Ashlar.run("table", "import", parquet.toString(), "--to", file.toString()))
        .isEqualTo(
            new Outcome(
                0,
                "price is a decimal of 60 digits in the file, and is read as a double, which keeps"
                    + " 15\n"
                    + file
                    + ": 1 rows\n",
                ""));
  }

  @Test
  void namesThatAreNoneInJavaAreReplaced() throws IOException {
    Path csv =
        Files.writeString(
            folder.resolve("in.csv"),
            "Order ID,order_id,class,2024,Price (EUR),\"q\"\"q\",?,note\n1,2,3,4,5,6,7,8\n");
    Path file = folder.resolve("t.ashlar");
    assertThat(Ashlar.run("table", "import", csv.toString(), "--to", file.toString()))
        .isEqualTo(
            new Outcome(
                0,
                "renamed for Java: 'Order ID' is order_id_2, 'class' is class_, '2024' is _2024,"
                    + " 'Price (EUR)' is price_eur, 'q\"q' is q_q, '?' is column\n"
                    + file
                    + ": 1 rows\n",
                ""));
    assertThat(Ashlar.run("table", file.toString(), "head").out().replaceAll(" +", " ").strip())
        .isEqualTo("order_id_2 order_id class_ _2024 price_eur q_q column note\n 1 2 3 4 5 6 7 8");
  }

  @Test
  void columnsOfOneNameAreTwoFields() throws IOException {
    Path csv = Files.writeString(folder.resolve("in.csv"), "a,b\n1,2\n");
    Path file = folder.resolve("t.ashlar");
    assertThat(
            Ashlar.run(
                    "table",
                    "import",
                    csv.toString(),
                    "--to",
                    file.toString(),
                    "--select",
                    "a, a, b as \"A\"")
                .out())
        .startsWith("renamed for Java: 'a' is a_2, 'A' is A_3\n");
    assertThat(Ashlar.run("table", file.toString(), "head").out()).contains("1    1    2");
  }

  /// The last row is no number, which would be an error if it was read.
  @Test
  void typesAreRefusedBeforeRowsAreRead() throws IOException {
    String rows = "1\n".repeat(100_000) + "x\n";
    Path csv = Files.writeString(folder.resolve("in.csv"), "n\n" + rows);
    String[] command = {"table", "import", csv.toString(), "--to", folder + "/x"};
    assertFails(
        with(command, "--select", "interval 1 day as \"it's\", n"),
        "it's is INTERVAL, which no field keeps. In --select, cast it to varchar, or leave it out");
    String refused = with(command).err();
    assertThat(refused).contains("CSV Error on Line: 100002", "--reader-options");
    assertThat(with(command, pasted(refused, "--reader-options ")).exitCode()).isZero();
  }

  private static Outcome with(String[] command, String... more) {
    return Ashlar.run(Stream.of(command, more).flatMap(Stream::of).toArray(String[]::new));
  }

  /// Returns the words that a shell makes of an option in a message.
  private static String[] pasted(String message, String from) throws IOException {
    String option = message.substring(message.indexOf(from)).lines().findFirst().orElseThrow();
    String word = option.substring(from.length());
    // A word ends at a space or a dot that is in no quotes.
    String shell = word.replaceFirst("^((?:'[^']*'|\\\\.|[^'\\s.])+).*$", "$1");
    Process process = new ProcessBuilder("sh", "-c", "printf %s " + shell).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new String[] {from.strip(), text};
  }

  @Test
  void whatIsAdvisedWorks() throws IOException {
    Path json =
        Files.writeString(
            folder.resolve("in.json"),
            """
            {"it's": [1, 2], "n": 1, "made of": {"a": 1}}
            {"it's": [], "n": 2, "made of": {"a": 2}}
            {"it's": [3], "n": 3, "made of": {"a": 3}}
            """);
    String[] command = {"table", "import", json.toString(), "--to", folder + "/t.ashlar"};
    String refused = with(command).err();
    assertThat(refused)
        .contains(
            "it's is BIGINT[], which no field keeps; made of is STRUCT(a BIGINT), which no field"
                + " keeps. As text: ");
    assertPasted(
        command,
        pasted(refused.substring(refused.indexOf("As text: ")), "--select "),
        "it_s    n  made_of\n[1, 2]  1  {'a': 1}\n[]      2  {'a': 2}\n[3]     3  {'a': 3}\n");
    assertPasted(
        command,
        pasted(refused.substring(refused.indexOf("Without: ")), "--select "),
        "n\n1\n2\n3\n");
    assertPasted(
        command,
        pasted(refused.substring(refused.indexOf("second table")), "--select "),
        "in_row  it_s\n     0     1\n     0     2\n     2     3\n");
    Path csv = Files.writeString(folder.resolve("in.csv"), "the day,n\n2026-01-02,1\ninfinity,2\n");
    command[2] = csv.toString();
    String infinite = with(command, "--reader-options", "types={'the day': 'DATE'}").err();
    assertThat(infinite).contains("the day is infinity in 1 rows, which no table has. As null: ");
    String[] finite = pasted(infinite, "--select ");
    assertPasted(
        command,
        new String[] {finite[0], finite[1], "--reader-options", "types={'the day': 'DATE'}"},
        "the_day     n\n2026-01-02  1\nNULL        2\n");
  }

  private void assertPasted(String[] command, String[] option, String head) throws IOException {
    assertThat(with(command, option).err()).isEmpty();
    assertThat(Ashlar.run("table", command[4], "head").out()).isEqualTo(head);
    for (String name : names(folder)) {
      if (name.startsWith("t.ashlar")) {
        Files.delete(folder.resolve(name));
      }
    }
  }

  @Test
  void wideNumbersTimesAndBytesAreKept() throws IOException {
    Path csv = Files.writeString(folder.resolve("in.csv"), "n\n1\n2\n");
    Path file = folder.resolve("t.ashlar");
    String select =
        "18446744073709551615::ubigint - n::ubigint as u, (-n)::hugeint as h,"
            + " repeat('x', n::int)::blob as b, timestamp_ns '2026-01-02 03:04:05.123456789' as at,"
            + " timestamptz_ns '2026-01-02 03:04:05.123456789+00' as zoned";
    assertThat(
            Ashlar.run(
                "table", "import", csv.toString(), "--to", file.toString(), "--select", select))
        .isEqualTo(
            new Outcome(
                0,
                """
                u is UBIGINT, kept as a decimal of 20 digits
                h is HUGEINT, kept as a decimal of 38 digits
                b is BLOB, kept as text in base64, as its values are of several lengths
                %s: 2 rows
                """
                    .formatted(file),
                ""));
    assertThat(Ashlar.run("table", file.toString(), "head").out())
        .isEqualTo(
            """
                               u   h  b     at                             zoned
            18446744073709551614  -1  eA==  2026-01-02T03:04:05.123456789  2026-01-02T03:04:05.123456789Z
            18446744073709551613  -2  eHg=  2026-01-02T03:04:05.123456789  2026-01-02T03:04:05.123456789Z
            """);
  }

  @Test
  void namesOfColumnsAreKept() throws IOException {
    String header = "Order ID,class,\"q\"\"q\",note";
    Path csv = Files.writeString(folder.resolve("in.csv"), header + "\n1,2,3,4\n");
    Path file = folder.resolve("t.ashlar");
    assertThat(Ashlar.run("table", "import", csv.toString(), "--to", file.toString()).exitCode())
        .isZero();
    assertThat(Ashlar.run("table", file.toString(), "schema").out())
        .contains(
            """
            field     type  column
            order_id  long  Order ID
            class_    long  class
            q_q       long  q"q
            note      long  note
            """,
            "record T(@ColumnName(\"Order ID\") long order_id, @ColumnName(\"class\") long class_,"
                + " @ColumnName(\"q\\\"q\") long q_q, long note) {}");
    for (String format : List.of("csv", "parquet", "json")) {
      Path exported = folder.resolve("out." + format);
      Path back = folder.resolve("back-" + format);
      assertThat(Ashlar.run("table", file.toString(), "export", "--to", exported.toString()))
          .isEqualTo(new Outcome(0, "", ""));
      assertThat(Ashlar.run("table", "import", exported.toString(), "--to", back.toString()).out())
          .startsWith("renamed for Java: 'Order ID' is order_id, 'class' is class_, 'q\"q' is q_q");
    }
    assertThat(folder.resolve("out.csv")).hasContent(header + "\n1,2,3,4\n");
  }

  @Test
  void namesThatDifferInCaseAreTwoTables() throws IOException {
    Path lower = TradeFiles.write(folder.resolve("x.ashlar"), TradeFiles.TYPE.columns(), 0, 3);
    Path upper = TradeFiles.write(folder.resolve("X.ashlar"), TradeFiles.TYPE.columns(), 3, 4);
    assertThat(
            Ashlar.run(
                    "table",
                    lower.toString(),
                    upper.toString(),
                    "sql",
                    "select count(*) as n, max(id) as m, (select count(*) from X_2) as two from t")
                .out())
        .isEqualTo("n  m  two\n7  6    4\n");
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.table.TableType;
import dev.ashlar.testing.Javac;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Files in the present form of a record that only the user's class path has.
@Timeout(120)
class TableMigrateCommandTest {
  @TempDir private Path folder;
  private String file = "";
  private String classPath = "";

  @BeforeEach
  void write() throws Exception {
    file = TradeFiles.write(folder.resolve("t.ashlar"), TradeFiles.TYPE.rows(), 0, 100).toString();
    Path source =
        Files.writeString(
            folder.resolve("Store.java"),
            """
            package shop;
            import dev.ashlar.table.*;
            import dev.ashlar.table.annotation.*;
            final class Store {
              enum Side { BUY, SELL, HOLD }
              private record Trade(
                  @Was("id") long tradeId, double price, Side side, @OrZero int count, int venue,
                  boolean open) {}
              private record Fewer(long id, double price) {}
              private record Typo(@Was("nr") long key, double price) {}
              private Store() {}
            }
            """);
    List<String> options = List.of("--class-path", Javac.pathOf(TableType.class, NullMarked.class));
    classPath = Javac.compile(folder, options, source).toString();
  }

  private Outcome migrate(String record, String... more) {
    String[] command = {
      "table", file, "migrate", "--record", record, "--class-path", "none:" + classPath
    };
    return Ashlar.run(Stream.of(command, more).flatMap(Stream::of).toArray(String[]::new));
  }

  private static void assertFails(Outcome outcome, String... parts) {
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err().lines()).singleElement().asString().contains(parts);
  }

  @Test
  void aFileGetsTheFormOfItsRecord() {
    assertThat(migrate("shop.Store.Trade"))
        .isEqualTo(
            new Outcome(
                0,
                """
                %1$s: tradeId is id in the file
                %1$s: side is enum BUY,SELL,HOLD, and enum BUY,SELL in the file
                %1$s: count is not in the file
                %1$s: venue is int, and char in the file
                %1$s: written in the present form
                """
                    .formatted(file),
                ""));
    assertThat(Ashlar.run("table", file, "head", "-n", "2").out())
        .isEqualTo(
            """
            tradeId  price  side  count  venue  open
                  0    0.0  SELL      0     65  true
                  1   0.25  BUY       0     66  false
            """);
    assertThat(migrate("shop.Store$Trade").out())
        .isEqualTo(file + ": has the present form already\n");
  }

  @Test
  void nothingIsLostUnasked() throws IOException {
    byte[] before = Files.readAllBytes(Path.of(file));
    assertFails(
        migrate("shop.Store.Fewer"),
        "side is in the file only, and left out; open is",
        "would be lost: --drop agrees");
    assertThat(Path.of(file)).hasBinaryContent(before);
    assertThat(migrate("shop.Store.Fewer", "--drop").exitCode()).isZero();
    assertThat(Ashlar.run("table", file, "head", "-n", "1").out())
        .isEqualTo("id  price\n 0    0.0\n");
  }

  @Test
  void whatIsWrongIsNamed() {
    assertFails(migrate("shop.Store.Typo"), "key is not in the file, nor is nr: annotate");
    assertFails(migrate("shop.Store"), "--record shop.Store: it is no record");
    assertFails(migrate("shop.Nix"), "--record shop.Nix: no such class in --class-path none:");
    assertThat(Ashlar.run("table", file, "migrate").exitCode()).isEqualTo(2);
    file = folder + "/none";
    assertFails(migrate("shop.Store.Trade"), "there is no file");
  }
}

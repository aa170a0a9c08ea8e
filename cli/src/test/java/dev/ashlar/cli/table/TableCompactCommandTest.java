// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Deleted rows of files, as the commands show them, and their end.
@Timeout(120)
class TableCompactCommandTest {
  @TempDir private Path folder;

  @Test
  void deletedRowsAreNotShownAndThenGone() throws Exception {
    Path path = TradeFiles.write(folder.resolve("t.ashlar"), TradeFiles.TYPE.columns(), 0, 30_000);
    String file = path.toString();
    assertThat(Ashlar.run("table", file, "compact"))
        .isEqualTo(new Outcome(0, file + ": has no deleted rows\n", ""));
    try (MappedTable<TradeFiles.Trade> table = TradeFiles.TYPE.columns().open(path)) {
      table.deleteIf(trade -> trade.id() < 20_000);
      table.commit();
    }
    assertThat(Ashlar.run("table", file, "schema").out())
        .contains("20000 of these: compact gives their room back\n");
    String head = Ashlar.run("table", file, "head", "-n", "1").out();
    assertThat(head.lines().skip(1).findFirst().orElse("").strip()).startsWith("20000 ");
    assertThat(Ashlar.run("table", file, "stats").out())
        .containsPattern("id +long +10000 +20000 +29999\n");
    assertThat(Ashlar.run("table", file, "verify").exitCode()).isZero();

    long before = Files.size(path);
    Outcome compacted = Ashlar.run("table", file, "compact");
    assertThat(compacted)
        .isEqualTo(
            new Outcome(
                0,
                "%s: 20,000 deleted rows are gone, %,d of %,d bytes are left\n"
                    .formatted(file, Files.size(path), before),
                ""));
    assertThat(Files.size(path)).isLessThan(before / 2);
    assertThat(Ashlar.run("table", file, "schema").out()).doesNotContain("deleted");
    assertThat(Ashlar.run("table", file, "head", "-n", "1").out()).isEqualTo(head);
    try (MappedTable<TradeFiles.Trade> table = TradeFiles.TYPE.columns().open(path)) {
      assertThat(table.size()).isEqualTo(10_000);
      assertThat(table.get(0)).isEqualTo(TradeFiles.trade(20_000));
    }
  }

  /// The record of the command is made of the file's schema.
  @Test
  void allOfTheSchemaStays() throws Exception {
    Path csv =
        Files.writeString(
            folder.resolve("o.csv"), "Order ID,when,class\n1,2026-11-27,x\n2,2026-11-28,y\n");
    Path path = folder.resolve("o.ashlar");
    String file = path.toString();
    assertThat(Ashlar.run("table", "import", csv.toString(), "--to", file).exitCode()).isZero();
    String schema = Ashlar.run("table", file, "schema").out();
    assertThat(schema).contains("Order ID");
    TableDescriptor descriptor = TableDescriptor.read(path, "Order");
    try (MappedTable<?> table = descriptor.layout(descriptor.schema().type()).open(path)) {
      table.delete(0);
      table.commit();
    }
    assertThat(Ashlar.run("table", file, "compact").exitCode()).isZero();
    assertThat(
            Ashlar.run("table", file, "schema")
                .out()
                .lines()
                .filter(line -> !line.startsWith("rows")))
        .containsExactlyElementsOf(
            schema.lines().filter(line -> !line.startsWith("rows")).toList());
    assertThat(Ashlar.run("table", file, "head").out()).contains("2026-11-28").doesNotContain("27");
  }
}

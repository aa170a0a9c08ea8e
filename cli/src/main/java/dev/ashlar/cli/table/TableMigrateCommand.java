// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "migrate",
    description = {
      "Rewrites tables in the current form of their record.",
      "",
      "  ashlar table trades.ashlar migrate --record com.example.Trade --class-path target/classes",
      "",
      "Each new file replaces the old one atomically. Programs that read the old file keep"
          + " it until they open the table again. No program may have it open to write."
    })
final class TableMigrateCommand extends CliCommand {
  @ParentCommand private TableCommand table = new TableCommand();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = TableCommand.FILES)
  private List<Path> files = List.of();

  @Option(
      names = "--record",
      required = true,
      paramLabel = "CLASS",
      description = "the record, as in com.example.Trade")
  private String record = "";

  @Option(
      names = "--class-path",
      required = true,
      paramLabel = "PATH",
      description = "the folders and jars with the record, as for java")
  private String classPath = "";

  @Option(names = "--drop", description = "allow the loss of fields that the record no longer has")
  private boolean drop;

  @Override
  public Integer call() throws IOException {
    List<Path> all = table.all(this, files);
    TableType<?> type = UserRecord.type(record, classPath);
    for (Path file : all) {
      migrate(file, OpenTables.descriptor(file).layout(type));
    }
    return ExitCode.OK;
  }

  private void migrate(Path file, TableLayout<?> layout) throws IOException {
    List<String> changes;
    try (MappedTable<?> old = layout.openReadOnly(file)) {
      changes = old.schemaChanges();
    }
    List<String> lost = changes.stream().filter(change -> change.endsWith("left out")).toList();
    if (!drop && !lost.isEmpty()) {
      throw new IOException(
          "%s: %s. Its values would be lost: --drop agrees to that; if it was renamed, annotate the component with @Was"
              .formatted(file, String.join("; ", lost)));
    }
    layout.migrate(file);
    changes.forEach(change -> out().printf("%s: %s%n", file, change));
    out()
        .printf(
            "%s: %s%n",
            file,
            changes.isEmpty() ? "has the present form already" : "written in the present form");
    out().flush();
  }
}

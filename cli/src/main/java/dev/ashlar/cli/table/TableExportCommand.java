// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.CliCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `ashlar table export`: tables as files of another format.
@Command(
    name = "export",
    description = {
      "Writes the rows of tables, one after another, to a file of another format.",
      "",
      "DuckDB (80 MB) is fetched from your Maven repository when it is first needed. For .arrow it"
          + " needs its extension nanoarrow, which Ashlar does not fetch."
    })
final class TableExportCommand extends CliCommand {
  private static final String EXTENSION = "nanoarrow";

  @ParentCommand private TableCommand table = new TableCommand();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = TableCommand.FILES)
  private List<Path> files = List.of();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "OUTPUT",
      description = "the file to write: .parquet, .csv, .json or .arrow")
  private Path to = Path.of("");

  @Override
  public Integer call() throws IOException {
    String options = options();
    try (OpenTables opened = table.open(this, files)) {
      opened.requireNoInput(to);
      try (TableDatabase db = TableDatabase.of(opened.tables(), err())) {
        if (options.endsWith("arrow")) {
          load(db);
        }
        db.copy("from " + TableDatabase.ALL, to, options);
      }
    }
    return ExitCode.OK;
  }

  private String options() {
    String name = to.toString().toLowerCase(Locale.ROOT);
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "parquet" -> "format parquet";
      case "csv" -> "format csv, header";
      case "json" -> "format json, array";
      case "arrow" -> "format arrow";
      default ->
          throw wrongUsage(
              "--to %s: its name must end in .parquet, .csv, .json or .arrow".formatted(to));
    };
  }

  private static void load(TableDatabase db) throws IOException {
    try {
      db.texts("load " + EXTENSION);
    } catch (IOException missing) {
      throw new IOException(
          "DuckDB writes .arrow with its extension %s, which is not installed. Install it once with 'ashlar table FILE sql \"install %1$s from community\"', or export to .parquet"
              .formatted(EXTENSION),
          missing);
    }
  }
}

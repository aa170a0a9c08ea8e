// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.cli.console.TextGrid;
import dev.ashlar.cli.console.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `ashlar table sql`: asks tables.
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Asks tables with the SQL of DuckDB.",
      "",
      "The tables together are t; each has the name of its file without .ashlar. Columns are not"
          + " copied; rows are. An enum is a text, a char a number.",
      "",
      "  ashlar table trades.ashlar sql \"select side, sum(price) from t group by side\"",
      "  ashlar table trades.ashlar sql \"copy (from t where price > 9) to 'x.parquet'\"",
      "",
      "DuckDB (80 MB) is fetched from your Maven repository when it is first needed."
    })
final class TableSqlCommand implements Callable<Integer> {
  /// More are seldom read, and may fill a terminal for minutes.
  private static final int PRINTED_ROWS = 1000;

  @Spec private CommandSpec spec = CommandSpec.create();
  @ParentCommand private TableCommand table = new TableCommand();

  @Parameters(index = "0", paramLabel = "SQL", description = "a statement")
  private String sql = "";

  @Parameters(index = "1..*", paramLabel = "FILE", arity = "0..*", description = TableCommand.FILES)
  private List<Path> files = List.of();

  @Option(names = "--csv", paramLabel = "FILE", description = "write the result as CSV")
  private @Nullable Path csv;

  @Option(names = "--json", paramLabel = "FILE", description = "write the result as JSON")
  private @Nullable Path json;

  @Option(names = "--all", description = "print all rows, not only the first " + PRINTED_ROWS)
  private boolean all;

  @Override
  public Integer call() throws IOException {
    try (OpenTables opened = table.open(spec, files)) {
      opened.requireNoInput(csv);
      opened.requireNoInput(json);
      try (TableDatabase db = TableDatabase.of(opened.tables(), spec.commandLine().getErr())) {
        if (csv != null) {
          db.copy(sql, csv, "format csv, header");
        }
        if (json != null) {
          db.copy(sql, json, "format json, array");
        }
        if (csv == null && json == null) {
          print(db.texts(sql));
        }
      }
    }
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }

  private void print(DuckDb.Texts texts) {
    int count = texts.rows().size();
    int printed = all ? count : Math.min(count, PRINTED_ROWS);
    spec.commandLine()
        .getOut()
        .print(TextGrid.of(texts.columns(), texts.rows().subList(0, printed)));
    if (printed < count) {
      PrintWriter err = spec.commandLine().getErr();
      err.printf(
          "%d more rows: --all prints them, --csv FILE and --json FILE write all%n",
          count - printed);
      err.flush();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.TextGrid;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "sql",
    description = {
      "Queries tables with the SQL of DuckDB.",
      "",
      "Each table has the name of its file without .ashlar; t has the rows of all of them. Columns are"
          + " read in place, rows are copied. An enum is a text, a char is a number.",
      "",
      "  ashlar table trades.ashlar sql \"select side, sum(price) from t group by side\"",
      "  ashlar table trades.ashlar sql \"copy (from t where price > 9) to 'x.parquet'\"",
      "",
      "DuckDB (80 MB) is fetched from your Maven repository when it is first needed."
    })
final class TableSqlCommand extends CliCommand {
  /// More are seldom read, and may fill a terminal for minutes.
  private static final int PRINTED_ROWS = 1000;

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
    try (OpenTables opened = table.open(this, files)) {
      opened.requireNoInput(csv);
      opened.requireNoInput(json);
      try (TableDatabase db = TableDatabase.of(opened.tables(), err())) {
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
    out().flush();
    return ExitCode.OK;
  }

  private void print(DuckDb.Texts texts) {
    int count = texts.rows().size();
    int printed = all ? count : Math.min(count, PRINTED_ROWS);
    out().print(TextGrid.of(texts.columns(), texts.rows().subList(0, printed)));
    if (printed < count) {
      PrintWriter err = err();
      err.printf(
          "%d more rows: --all prints them, --csv FILE and --json FILE write all%n",
          count - printed);
      err.flush();
    }
  }
}

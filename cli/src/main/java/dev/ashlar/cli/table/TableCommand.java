// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.table.TableOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "table",
    description = {
      "Shows, checks, queries and converts files of tables, without the record that wrote them.",
      "",
      "  ashlar table trades.ashlar schema",
      "  ashlar table trades.ashlar sql \"select side, sum(price) from t group by side\"",
      "  ashlar table import trades.parquet --to trades.ashlar",
      "",
      "The files may stand before or after the command."
    },
    subcommands = {
      TableSchemaCommand.class,
      TableHeadCommand.class,
      TableStatsCommand.class,
      TableVerifyCommand.class,
      TableSqlCommand.class,
      TableExportCommand.class,
      TableImportCommand.class,
      TableMigrateCommand.class,
      TableCompactCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:fine", "1:something failed, or rows are damaged", "2:wrong usage"})
public final class TableCommand extends CliCommand {
  static final String FILES = "files of tables";

  @Parameters(paramLabel = "FILE", arity = "0..*", description = FILES)
  private List<Path> files = List.of();

  @Option(
      names = "--older-commit",
      description =
          "if the newest commit of a file is damaged, use the one before; rows may be missing")
  private boolean olderCommit;

  @Override
  public Integer call() {
    throw wrongUsage("give a command, as in 'ashlar table FILE schema'");
  }

  /// Returns the files that stand before the command, then those after it; at least one.
  List<Path> all(CliCommand command, List<Path> more) {
    List<Path> all = Stream.concat(files.stream(), more.stream()).toList();
    if (all.isEmpty()) {
      throw command.wrongUsage("give the file of a table");
    }
    return all;
  }

  /// Opens the tables in the files that stand before the command, then those after it; at least
  /// one.
  ///
  /// @throws IOException if a file is not a table or is damaged, with the remedy
  OpenTables open(CliCommand command, List<Path> more) throws IOException {
    List<Path> all = all(command, more);
    return olderCommit ? OpenTables.of(all, TableOption.ALLOW_OLDER_COMMIT) : OpenTables.of(all);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.Version;
import dev.ashlar.table.TableOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ashlar table`: files of tables, read with the schema that they have.
@Command(
    name = "table",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Shows, checks, asks and converts files of tables. The record that wrote them is not needed.",
      "",
      "  ashlar table trades.ashlar schema",
      "  ashlar table trades.ashlar sql \"select side, sum(price) from t group by side\"",
      "  ashlar table import trades.parquet --to trades.ashlar",
      "",
      "The files may stand before or behind the command."
    },
    subcommands = {
      TableSchemaCommand.class,
      TableHeadCommand.class,
      TableStatsCommand.class,
      TableVerifyCommand.class,
      TableSqlCommand.class,
      TableExportCommand.class,
      TableImportCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:fine", "1:something failed, or rows are damaged", "2:wrong usage"})
public final class TableCommand implements Runnable {
  /// The label of the files of a command.
  static final String FILES = "files of tables";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = FILES)
  private List<Path> files = List.of();

  @Option(
      names = "--older-commit",
      description =
          "if the newest commit of a file is damaged, use the one before; rows may be missing")
  private boolean olderCommit;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "give a command, as in 'ashlar table FILE schema'");
  }

  /// Returns the files that stand before the command, and then those behind it.
  List<Path> filesAnd(List<Path> more) {
    return Stream.concat(files.stream(), more.stream()).toList();
  }

  /// Opens the tables in files, one at least.
  ///
  /// @param command that was given
  /// @throws IOException if one is no whole table, with what to do
  OpenTables open(CommandSpec command, List<Path> more) throws IOException {
    List<Path> all = filesAnd(more);
    if (all.isEmpty()) {
      throw new ParameterException(command.commandLine(), "give the file of a table");
    }
    List<TableOption> options = new ArrayList<>();
    if (olderCommit) {
      options.add(TableOption.ALLOW_OLDER_COMMIT);
    }
    return OpenTables.of(all, options.toArray(TableOption[]::new));
  }
}

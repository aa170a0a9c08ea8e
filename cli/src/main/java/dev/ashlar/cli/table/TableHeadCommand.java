// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.ShellWord;
import dev.ashlar.cli.console.TextGrid;
import dev.ashlar.cli.table.OpenTables.Named;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.RecordSchema.Field;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(name = "head", description = "Prints the first committed rows of tables.")
final class TableHeadCommand extends CliCommand {
  @ParentCommand private TableCommand table = new TableCommand();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = TableCommand.FILES)
  private List<Path> files = List.of();

  @Option(
      names = {"-n", "--rows"},
      paramLabel = "N",
      description = "number of rows (default: ${DEFAULT-VALUE})",
      defaultValue = "10")
  private int rows = 10;

  @Override
  public Integer call() throws IOException {
    if (rows < 0) {
      throw wrongUsage("--rows must be 0 or more, not " + rows);
    }
    PrintWriter out = out();
    try (OpenTables opened = table.open(this, files)) {
      boolean several = opened.tables().size() > 1;
      for (Named named : opened.tables()) {
        out.print(several ? named.table().path() + ":\n" : "");
        out.print(head(named));
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private String head(Named named) throws IOException {
    List<Field> fields = named.descriptor().schema().fields();
    Class<?> record = named.table().layout().type().recordType();
    List<FieldPath> paths = fields.stream().map(field -> new FieldPath(record, field)).toList();
    List<List<@Nullable String>> texts = new ArrayList<>();
    MappedTable<?> table = named.table();
    for (long row = table.nextRow(0); row < table.size() && texts.size() < rows; ) {
      texts.add(texts(named, paths, row));
      row = table.nextRow(row + 1);
    }
    List<String> names = fields.stream().map(Field::name).toList();
    return TextGrid.of(names, texts) + (texts.isEmpty() && rows > 0 ? "(no rows)\n" : "");
  }

  private static List<@Nullable String> texts(Named named, List<FieldPath> paths, long row)
      throws IOException {
    try {
      Record values = named.table().get(row);
      List<@Nullable String> texts = new ArrayList<>();
      paths.forEach(path -> texts.add(FieldPath.text(path.value(values))));
      return texts;
    } catch (IllegalStateException damaged) {
      throw damaged(named, row, damaged);
    }
  }

  /// Returns the exception for a row whose bytes are not values of its record.
  static IOException damaged(Named named, long row, IllegalStateException cause) {
    return new IOException(
        "row %d: %s. To see what is damaged: ashlar table %s verify"
            .formatted(row, cause.getMessage(), ShellWord.of(named.table().path().toString())),
        cause);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.OpenTables.Named;
import dev.ashlar.table.RecordSchema.Field;
import dev.ashlar.table.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// `ashlar table stats`: the range of each field.
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "The number of values, the smallest and the largest of each field of tables.")
final class TableStatsCommand implements Callable<Integer> {
  /// Rows that are copied at a time.
  private static final int PIECE_ROWS = 1 << 16;

  @Spec private CommandSpec spec = CommandSpec.create();
  @ParentCommand private TableCommand table = new TableCommand();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = TableCommand.FILES)
  private List<Path> files = List.of();

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (OpenTables opened = table.open(spec, files)) {
      boolean several = opened.tables().size() > 1;
      for (Named named : opened.tables()) {
        out.print(several ? named.table().path() + ":\n" : "");
        out.print(grid(statistics(named, named.table())));
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private static String grid(List<FieldRange> fields) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (FieldRange field : fields) {
      String type = field.field().type().replaceFirst("enum .*", "enum");
      rows.add(List.of(field.field().name(), type, "" + field.rows(), field.min(), field.max()));
    }
    return TextGrid.of(List.of("field", "type", "rows", "min", "max"), rows);
  }

  /// Rows of any layout are copied to columns, a piece at a time.
  private static <R extends Record> List<FieldRange> statistics(Named named, Table<R> rows)
      throws IOException {
    List<FieldStatistics> columns = new ArrayList<>();
    List<ValueStatistics> values = new ArrayList<>();
    List<FieldRange> fields = new ArrayList<>();
    for (Field field : named.descriptor().schema().fields()) {
      if (FieldStatistics.isPossible(field)) {
        columns.add(new FieldStatistics(field));
        fields.add(columns.getLast());
      } else {
        values.add(new ValueStatistics(rows.layout().type().recordType(), field));
        fields.add(values.getLast());
      }
    }
    int pieceRows = (int) Math.min(PIECE_ROWS, rows.size());
    Table<R> piece = rows.layout().type().columns().heap(pieceRows);
    for (long row = 0; row < rows.size(); row += pieceRows) {
      int count = (int) Math.min(pieceRows, rows.size() - row);
      rows.copyTo(row, piece, 0, count);
      for (FieldStatistics field : columns) {
        field.add(piece.column(field.field().name()).asReadOnlySegment(), count);
      }
      add(values, piece, count, named, row);
    }
    return fields;
  }

  private static <R extends Record> void add(
      List<ValueStatistics> values, Table<R> piece, int count, Named named, long firstRow)
      throws IOException {
    for (int i = 0; i < count && !values.isEmpty(); i++) {
      R row;
      try {
        row = piece.get(i);
      } catch (IllegalStateException damaged) {
        throw TableHeadCommand.damaged(named, firstRow + i, damaged);
      }
      values.forEach(field -> field.add(row));
    }
  }
}

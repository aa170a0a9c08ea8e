// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.console.TextGrid;
import dev.ashlar.cli.table.OpenTables.Named;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.RecordSchema.Field;
import dev.ashlar.table.RowStatistics;
import dev.ashlar.table.Table;
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

/// `ashlar table stats`: prints the range of each field. It uses the stored statistics of number
/// fields if there are any.
@Command(
    name = "stats",
    description = "Prints the number of values of each field, and its smallest and largest value.")
final class TableStatsCommand extends CliCommand {
  /// Rows that are copied at a time.
  private static final int PIECE_ROWS = 1 << 16;

  @ParentCommand private TableCommand table = new TableCommand();

  @Parameters(paramLabel = "FILE", arity = "0..*", description = TableCommand.FILES)
  private List<Path> files = List.of();

  @Option(
      names = "--write",
      description =
          "Also store missing statistics of committed rows in files beside the tables, so that these"
              + " rows need not be read again. No other program may have the tables open to write.")
  private boolean write;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = out();
    try (OpenTables opened = table.open(this, files)) {
      if (write) {
        for (Named named : opened.tables()) {
          write(named.table());
        }
      }
      boolean several = opened.tables().size() > 1;
      for (Named named : opened.tables()) {
        out.print(several ? named.table().path() + ":\n" : "");
        out.print(grid(statistics(named, named.table())));
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private static void write(MappedTable<?> table) throws IOException {
    try (MappedTable<?> writer = table.layout().open(table.path())) {
      writer.writeStatistics();
    }
  }

  private static String grid(List<FieldRange> fields) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (FieldRange field : fields) {
      rows.add(
          List.of(field.field().name(), field.type(), "" + field.rows(), field.min(), field.max()));
    }
    return TextGrid.of(List.of("field", "type", "rows", "min", "max"), rows);
  }

  /// Returns the range of each field. Stored statistics are used instead of rows, unless rows were
  /// deleted: the statistics still include them.
  private static <R extends Record> List<FieldRange> statistics(Named named, MappedTable<R> rows)
      throws IOException {
    List<FieldStatistics> numbers = new ArrayList<>();
    List<ValueStatistics> values = new ArrayList<>();
    List<FieldRange> fields = new ArrayList<>();
    for (Field field : named.descriptor().schema().fields()) {
      if (FieldStatistics.isPossible(field) && rows.deletedCount() == 0) {
        numbers.add(new FieldStatistics(field));
        fields.add(numbers.getLast());
      } else {
        values.add(new ValueStatistics(rows.layout().type().recordType(), field));
        fields.add(values.getLast());
      }
    }
    for (RowStatistics block : numbers.isEmpty() ? List.<RowStatistics>of() : ofAllRows(rows)) {
      numbers.forEach(field -> field.add(block));
    }
    if (!values.isEmpty()) {
      addRows(values, named, rows);
    }
    return fields;
  }

  /// Returns the stored statistics, and computed statistics of the rows between them.
  private static List<RowStatistics> ofAllRows(MappedTable<?> table) {
    List<RowStatistics> all = new ArrayList<>();
    long row = 0;
    for (RowStatistics block : table.statistics(0, table.size())) {
      if (row < block.firstRow()) {
        all.add(table.computeStatistics(row, block.firstRow()));
      }
      all.add(block);
      row = block.firstRow() + block.rowCount();
    }
    if (row < table.size()) {
      all.add(table.computeStatistics(row, table.size()));
    }
    return all;
  }

  /// Rows of any layout are copied to columns, a piece at a time.
  private static <R extends Record> void addRows(
      List<ValueStatistics> values, Named named, Table<R> rows) throws IOException {
    int pieceRows = (int) Math.min(PIECE_ROWS, rows.size());
    Table<R> piece = rows.layout().type().columns().heap(pieceRows);
    for (long row = 0; row < rows.size(); row += pieceRows) {
      piece.clear();
      piece.appendAll(rows, row, Math.min(pieceRows, rows.size() - row));
      add(values, piece, named, rows.nextRow(row));
    }
  }

  private static <R extends Record> void add(
      List<ValueStatistics> values, Table<R> piece, Named named, long firstRow) throws IOException {
    long tableRow = firstRow;
    for (long i = 0; i < piece.size(); i++, tableRow = named.table().nextRow(tableRow + 1)) {
      R row;
      try {
        row = piece.get(i);
      } catch (IllegalStateException damaged) {
        throw TableHeadCommand.damaged(named, tableRow, damaged);
      }
      values.forEach(field -> field.add(row));
    }
  }
}

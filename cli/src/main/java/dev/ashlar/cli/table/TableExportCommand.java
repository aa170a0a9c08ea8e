// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.table.RecordSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "export",
    description = {
      "Writes the rows of tables, one after another, to a file of another format.",
      "",
      "  ashlar table trades.ashlar export --to trades.parquet --codec zstd",
      "",
      "Columns have the names that they had when they were imported.",
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

  /// The codecs of Parquet that DuckDB writes.
  enum Codec {
    UNCOMPRESSED,
    SNAPPY,
    GZIP,
    ZSTD,
    BROTLI,
    LZ4_RAW
  }

  @Option(
      names = "--codec",
      paramLabel = "CODEC",
      description = "the codec of .parquet: ${COMPLETION-CANDIDATES} (default: snappy)")
  private @Nullable Codec codec;

  @Option(
      names = "--row-group-rows",
      paramLabel = "N",
      description = "rows that .parquet compresses together (default: 122880)")
  private @Nullable Long rowGroupRows;

  @Override
  public Integer call() throws IOException {
    String options = options();
    try (OpenTables opened = table.open(this, files)) {
      opened.requireNoInput(to);
      try (TableDatabase db = TableDatabase.of(opened.tables(), err())) {
        if (options.endsWith("arrow")) {
          load(db);
        }
        String query = query(opened.tables().getFirst().descriptor().schema());
        TableProgress.show(
            "Writing",
            db::progress,
            () -> {
              db.copy(query, to, options);
              return to;
            });
      }
    }
    return ExitCode.OK;
  }

  /// The columns have the names that they had before they were imported.
  private static String query(RecordSchema schema) {
    String renamed =
        schema.columnNames().entrySet().stream()
            .map(entry ->
                TableDatabase.name(entry.getKey()) + " as " + TableDatabase.name(entry.getValue()))
            .collect(Collectors.joining(", "));
    return "select *%s from %s"
        .formatted(renamed.isEmpty() ? "" : " rename (%s)".formatted(renamed), TableDatabase.ALL);
  }

  private String options() {
    String options = format();
    if (!options.endsWith("parquet") && (codec != null || rowGroupRows != null)) {
      throw wrongUsage("--codec and --row-group-rows are for .parquet, not for " + to);
    }
    if (rowGroupRows != null && rowGroupRows < 1) {
      throw wrongUsage("--row-group-rows must be 1 or more, not " + rowGroupRows);
    }
    return options
        + (codec == null ? "" : ", codec " + codec)
        + (rowGroupRows == null ? "" : ", row_group_size " + rowGroupRows);
  }

  private String format() {
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

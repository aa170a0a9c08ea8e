// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.arrow.DuckDbException;
import dev.ashlar.cli.build.DuckDbInstallation;
import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description = {
      "Makes a table from Parquet, CSV or JSON.",
      "",
      "  ashlar table import trades.parquet --to trades.ashlar",
      "  ashlar table import trades.csv --to trades.ashlar --select '* replace (price::decimal(9, 2) as price)'",
      "",
      "Prints which columns are stored under another name or as another type. DuckDB (80 MB) is fetched from your Maven"
          + " repository when it is first needed."
    })
final class TableImportCommand extends CliCommand {
  /// The layouts of tables in files.
  enum LayoutName {
    ROWS,
    ALIGNED_ROWS,
    COLUMNS
  }

  private static final String PARQUET = "read_parquet";

  @Parameters(
      paramLabel = "INPUT",
      description = "a file .parquet, .csv, .tsv or .json, without wildcards")
  private Path input = Path.of("");

  @Option(names = "--to", required = true, paramLabel = "FILE", description = "the file to write")
  private Path to = Path.of("");

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})",
      defaultValue = "columns")
  private LayoutName layout = LayoutName.COLUMNS;

  @Option(
      names = "--select",
      paramLabel = "LIST",
      description = "the columns to import, as in SQL after select (default: ${DEFAULT-VALUE})",
      defaultValue = "*")
  private String select = "*";

  @Option(
      names = "--reader-options",
      paramLabel = "LIST",
      description = {
        "settings of DuckDB's read_csv, read_parquet or read_json, as in \"delim=';', sample_size=-1\""
      },
      defaultValue = "")
  private String readerOptions = "";

  @Option(
      names = "--text-bytes",
      paramLabel = "N",
      description = {
        "if the longest text of a column has at most N bytes, each row has room for so many; otherwise"
            + " texts may have any length; does not apply to enums (default: ${DEFAULT-VALUE})"
      },
      defaultValue = "16")
  private int textBytes = 16;

  @Override
  public Integer call() throws IOException {
    if (!Files.isRegularFile(input)) {
      throw wrongUsage("there is no file " + input);
    }
    String reader = reader();
    if (textBytes < 0 || textBytes > ImportedFields.MAX_BYTES) {
      throw wrongUsage(
          "--text-bytes must be 0 to %d, not %d".formatted(ImportedFields.MAX_BYTES, textBytes));
    }
    requireAbsent(to);
    requireAbsent(beside(".text"));
    PrintWriter out = out();
    try (DuckDb db = DuckDbInstallation.open(err())) {
      // A folder such as year=2024 would be a column.
      String from =
          "%s(%s, hive_partitioning = false%s)"
              .formatted(reader, file(), readerOptions.isEmpty() ? "" : ", " + readerOptions);
      if (reader.equals(PARQUET)) {
        noteParquet(db, out);
      }
      ImportedFields imported =
          TableProgress.show(
              "Reading", db::progress, () -> ImportedFields.of(db, select, from, textBytes));
      imported.notes().forEach(out::println);
      TableLayout<?> made = layout(imported.schema(OpenTables.recordName(to)).type());
      long rows = TableProgress.show("Writing", db::progress, () -> write(db, imported, made));
      out.printf("%s: %d rows%n", to, rows);
    } catch (DuckDbException | IllegalArgumentException refused) {
      throw new IOException(input + ": " + withOption(refused.getMessage()), refused);
    }
    out.flush();
    return ExitCode.OK;
  }

  /// DuckDB advises settings of its readers.
  private static @Nullable String withOption(@Nullable String message) {
    return message != null && message.contains("sample_size=-1")
        ? message + " Give settings as in --reader-options 'sample_size=-1'"
        : message;
  }

  /// Returns the function of DuckDB that reads the input.
  private String reader() {
    String name = input.toString().toLowerCase(Locale.ROOT);
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "parquet" -> PARQUET;
      case "csv", "tsv" -> "read_csv";
      case "json" -> "read_json";
      default ->
          throw wrongUsage(
              "%s: its name must end in .parquet, .csv, .tsv or .json".formatted(input));
    };
  }

  /// Returns the name of the input as SQL has it. DuckDB takes names for patterns, and a leading
  /// `~` for the folder of the user.
  private String file() {
    return TableDatabase.text(input.toAbsolutePath().toString().replaceAll("[*?\\[]", "[$0]"));
  }

  /// Says which columns of Parquet are read as something else, whatever is selected of them.
  private void noteParquet(DuckDb db, PrintWriter out) {
    String sql =
        "select name, precision from parquet_schema(%s) where precision > 38 or type = 'INT96'"
            .formatted(file());
    for (List<@Nullable String> row : db.texts(sql).rows()) {
      out.println(
          row.get(1) == null
              ? row.get(0) + " is INT96 in the file, and is read to the microsecond"
              : "%s is a decimal of %s digits in the file, and is read as a double, which keeps 15"
                  .formatted(row.get(0), row.get(1)));
    }
  }

  private <R extends Record> TableLayout<R> layout(TableType<R> type) {
    return switch (layout) {
      case ROWS -> type.rows();
      case ALIGNED_ROWS -> type.alignedRows();
      case COLUMNS -> type.columns();
    };
  }

  /// If the process is killed, it leaves files under temporary names, or only the files beside the
  /// table.
  private <R extends Record> long write(DuckDb db, ImportedFields imported, TableLayout<R> layout)
      throws IOException {
    Path unfinished = beside(".import-" + ProcessHandle.current().pid());
    MappedTable<R> table = layout.withCapacity(imported.rowCount()).create(unfinished, 0);
    List<Path> made = new ArrayList<>();
    try {
      try (table) {
        made.addAll(table.files());
        table.reserve(imported.rowCount(), imported.textBytes());
        db.append(imported.query(), table);
        table.commit();
      }
      List<Path> files = table.files();
      made.addAll(files);
      int nameLength = files.getFirst().getFileName().toString().length();
      // Those of a table that was deleted are of no use.
      Files.deleteIfExists(beside(".stats"));
      for (Path file : files.reversed()) {
        Path target = beside(file.getFileName().toString().substring(nameLength));
        requireAbsent(target);
        made.add(Files.move(file, target));
      }
    } catch (Throwable failure) {
      for (Path file : made) {
        Files.deleteIfExists(file);
      }
      throw failure;
    }
    return imported.rowCount();
  }

  private Path beside(String suffix) {
    return to.resolveSibling(to.getFileName() + suffix);
  }

  private static void requireAbsent(Path file) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(
          "%s exists: choose another name for --to, or delete it".formatted(file));
    }
  }
}

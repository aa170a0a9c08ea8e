// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.TableDescriptor;
import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.TableOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tables in files, opened for reading.
final class OpenTables implements AutoCloseable {
  private static final String EXTENSION = ".ashlar";

  /// A table.
  ///
  /// @param name the name of its file without the extension; a number is appended if another file
  ///   has that name
  record Named(String name, TableDescriptor descriptor, MappedTable<?> table) {}

  private final List<Named> tables = new ArrayList<>();

  private OpenTables() {}

  static OpenTables of(List<Path> files, TableOption... options) throws IOException {
    OpenTables opened = new OpenTables();
    try {
      Set<String> names = new HashSet<>();
      for (Path file : files) {
        TableDescriptor descriptor = descriptor(file);
        String name = distinct(baseName(file), names);
        opened.tables.add(new Named(name, descriptor, open(descriptor, options)));
      }
      return opened;
    } catch (Throwable failure) {
      opened.close();
      throw failure;
    }
  }

  static TableDescriptor descriptor(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + " is a folder: give the file of a table");
    }
    try {
      return TableDescriptor.read(file, recordName(file));
    } catch (NoSuchFileException missing) {
      throw new IOException("there is no file " + file, missing);
    } catch (TableFileException failure) {
      throw failure.reason() == Reason.NOT_A_TABLE
          ? new IOException(
              failure.getMessage() + ": 'ashlar table import' makes one of Parquet and CSV",
              failure)
          : failure;
    }
  }

  private static MappedTable<?> open(TableDescriptor descriptor, TableOption... options)
      throws IOException {
    try {
      return descriptor.openReadOnly(options);
    } catch (TableFileException failure) {
      throw failure.reason() == Reason.DAMAGED_COMMIT
          ? new IOException(failure.getMessage() + ", which is --older-commit here", failure)
          : failure;
    }
  }

  private static String baseName(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(EXTENSION) ? name.substring(0, name.length() - EXTENSION.length()) : name;
  }

  /// Names that differ in case only are the same for SQL.
  private static String distinct(String name, Set<String> taken) {
    String found = name;
    for (int i = 2; !taken.add(found.toLowerCase(Locale.ROOT)); i++) {
      found = name + "_" + i;
    }
    return found;
  }

  /// Returns a record name for a file, as `DailyTrades` for `daily-trades.ashlar`.
  static String recordName(Path file) {
    StringBuilder name = new StringBuilder();
    for (String word : baseName(file).split("[^\\p{L}\\p{N}]+", -1)) {
      if (!word.isEmpty()) {
        name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
      }
    }
    return RecordSchema.isName(name.toString()) ? name.toString() : "Row";
  }

  List<Named> tables() {
    return tables;
  }

  /// Checks that an output file is not one of these tables.
  ///
  /// @param output null if nothing is written
  void requireNoInput(@Nullable Path output) throws IOException {
    for (Named named : tables) {
      for (Path file : named.table.files()) {
        if (output != null && Files.exists(output) && Files.isSameFile(output, file)) {
          throw new IOException(output + " is the input: write to another file");
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Named named : tables) {
      named.table.close();
    }
  }
}

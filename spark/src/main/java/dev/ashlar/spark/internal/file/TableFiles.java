// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.file;

import dev.ashlar.table.RecordSchema;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/// Files of tables at some paths. All of them have the same fields.
///
/// @param files the files in the order of their names
/// @param fields the fields of the record; none if there are no files
public record TableFiles(List<FileStatus> files, List<RecordSchema.Field> fields) {
  public static final TableFiles NONE = new TableFiles(List.of(), List.of());

  /// Finds the files.
  ///
  /// @param paths the paths of files and folders
  /// @throws IOException naming the file, if a path does not exist, a file is not a table, or two
  ///   files have different fields
  public static TableFiles find(List<Path> paths, Configuration configuration) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    for (Path path : paths) {
      FileSystem system = path.getFileSystem(configuration);
      FileStatus status;
      try {
        status = system.getFileStatus(path);
      } catch (FileNotFoundException missing) {
        throw new FileNotFoundException("There is neither a file nor a folder " + path);
      }
      if (status.isFile()) {
        files.add(status);
      } else {
        files.addAll(CommittedFiles.in(system, path));
      }
    }
    files.sort(Comparator.comparing(FileStatus::getPath));
    return new TableFiles(files, fields(files, configuration));
  }

  private static List<RecordSchema.Field> fields(
      List<FileStatus> files, Configuration configuration) throws IOException {
    List<RecordSchema.Field> fields = List.of();
    for (FileStatus file : files) {
      List<RecordSchema.Field> own = FileAccess.fields(file, configuration);
      if (fields.isEmpty()) {
        fields = own;
      } else if (!own.equals(fields)) {
        throw new IOException(
            "%s has other fields than %s: %s; load them apart, and join them with unionByName"
                .formatted(file.getPath(), files.getFirst().getPath(), differences(own, fields)));
      }
    }
    return fields;
  }

  /// Describes how fields differ from other fields.
  static String differences(List<RecordSchema.Field> own, List<RecordSchema.Field> others) {
    Map<String, String> left = new HashMap<>();
    others.forEach(field -> left.put(field.name(), field.type()));
    List<String> differences = new ArrayList<>();
    for (RecordSchema.Field field : own) {
      String type = left.remove(field.name());
      if (type == null) {
        differences.add("%s is %s there and missing here".formatted(field.name(), field.type()));
      } else if (!type.equals(field.type())) {
        differences.add("%s is %s there and %s here".formatted(field.name(), field.type(), type));
      }
    }
    left.forEach(
        (name, type) -> differences.add("%s is missing there and %s here".formatted(name, type)));
    return differences.isEmpty() ? "the order" : String.join(", ", differences);
  }

  @Override
  public String toString() {
    return files.stream().map(file -> file.getPath().toString()).collect(Collectors.joining(", "));
  }
}

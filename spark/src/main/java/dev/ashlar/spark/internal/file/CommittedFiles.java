// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/// The files of a folder that belong to its contents.
///
/// ```
/// folder/trades                            a file of the user's
/// folder/trades.text                       its texts, as .dictionary: not a table
/// folder/trades.stats                      its statistics
/// folder/trades.id.index                   an index of it
/// folder/write-ID/part-00000-7.ashlar      what one query has written, see FolderCommit
/// folder/write-ID/_replaces                names in `folder` that it replaces; until they are gone
/// folder/_temporary-ID/…                   what a query is writing; all such names are hidden
/// ```
public final class CommittedFiles {
  public static final String REPLACES = "_replaces";

  /// Separates the names in that file; names do not contain it.
  public static final String SEPARATOR = "/";

  /// The suffix of the file of a table's deleted rows.
  static final String DELETED = ".deleted";

  /// The suffixes of all files without which a table cannot be read.
  static final List<String> NEEDED = List.of(".text", ".dictionary", DELETED);

  private static final String STATISTICS = ".stats";
  private static final String REPLACEMENT = ".replacement";
  private static final String INDEX = ".index";

  private CommittedFiles() {}

  /// Returns the files in a folder, and in the folders inside.
  static List<FileStatus> in(FileSystem system, Path folder) throws IOException {
    List<FileStatus> entries = entries(system, folder);
    Set<String> replaced = new HashSet<>();
    for (FileStatus entry : entries) {
      Path names = new Path(entry.getPath(), REPLACES);
      if (entry.isDirectory() && system.exists(names)) {
        try (var bytes = system.open(names)) {
          replaced.addAll(List.of(new String(bytes.readAllBytes(), UTF_8).split(SEPARATOR, -1)));
        }
      }
    }
    List<FileStatus> files = new ArrayList<>();
    for (FileStatus entry : entries) {
      if (replaced.contains(entry.getPath().getName())) {
        continue;
      }
      if (entry.isDirectory()) {
        files.addAll(in(system, entry.getPath()));
      } else {
        files.add(entry);
      }
    }
    return files;
  }

  /// Returns the tables and folders whose names are not hidden.
  public static List<FileStatus> entries(FileSystem system, Path folder) throws IOException {
    List<FileStatus> all = all(system, folder);
    Set<String> names =
        all.stream().map(entry -> entry.getPath().getName()).collect(Collectors.toSet());
    return all.stream().filter(entry -> !isPart(entry.getPath().getName(), names)).toList();
  }

  /// Returns the tables, the files that belong to them, and the folders, if their names are not
  /// hidden.
  public static List<FileStatus> all(FileSystem system, Path folder) throws IOException {
    List<FileStatus> entries = new ArrayList<>();
    for (FileStatus entry : system.listStatus(folder)) {
      if (!isHidden(entry.getPath().getName())) {
        entries.add(entry);
      }
    }
    return entries;
  }

  /// Returns whether a file belongs to one of the tables in its folder, or is about to replace one.
  private static boolean isPart(String name, Set<String> names) {
    if (name.endsWith(INDEX)) {
      String table = name.substring(0, name.length() - INDEX.length());
      return names.stream().anyMatch(other -> table.startsWith(other + "."));
    }
    int replacement = name.indexOf(REPLACEMENT);
    if (replacement > 0 && names.contains(name.substring(0, replacement))) {
      return true;
    }
    return Stream.concat(NEEDED.stream(), Stream.of(STATISTICS))
        .anyMatch(end ->
            name.endsWith(end) && names.contains(name.substring(0, name.length() - end.length())));
  }

  /// Returns whether a file is none of the contents: what other programs hide, the locks of
  /// writers, and tables that are being created.
  private static boolean isHidden(String name) {
    return name.startsWith("_")
        || name.startsWith(".")
        || name.endsWith(".lock")
        || name.endsWith(".ashlar-new");
  }
}

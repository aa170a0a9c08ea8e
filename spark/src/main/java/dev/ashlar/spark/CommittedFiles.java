// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/// The files of a folder that belong to its contents.
final class CommittedFiles {
  private CommittedFiles() {}

  /// Returns the files in a folder and the folders inside, but for those with a hidden name.
  static List<FileStatus> in(FileSystem system, Path folder) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    for (FileStatus entry : entries(system, folder)) {
      if (entry.isDirectory()) {
        files.addAll(in(system, entry.getPath()));
      } else {
        files.add(entry);
      }
    }
    return files;
  }

  private static List<FileStatus> entries(FileSystem system, Path folder) throws IOException {
    List<FileStatus> entries = new ArrayList<>();
    for (FileStatus entry : system.listStatus(folder)) {
      if (!isHidden(entry.getPath().getName())) {
        entries.add(entry);
      }
    }
    return entries;
  }

  /// Whether a file is none of the contents: what other programs hide, the locks of writers, and
  /// tables that are being created.
  private static boolean isHidden(String name) {
    return name.startsWith("_")
        || name.startsWith(".")
        || name.endsWith(".lock")
        || name.endsWith(".ashlar-new");
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Receives the files and the problems that [ArchiveWalk] finds.
public interface ArchiveVisitor {
  /// Begins an archive or a folder. Archives and folders in it are visited before it ends.
  ///
  /// @param location its path; in an archive, the paths joined by `!/`
  Content open(String location);

  /// Reports something that cannot be read.
  void problem(String location, String reason);

  /// Reports something that is damaged, but was read.
  void oddity(String location, String reason);

  /// The files of one archive or folder.
  interface Content {
    /// {@return whether a file is to be read}
    boolean wants(String name);

    /// A file.
    ///
    /// @param bytes valid until this method returns
    void file(String name, byte[] bytes, int length);

    /// All files were read.
    void end(Files files);
  }

  /// Finds further files of the same archive or folder.
  @FunctionalInterface
  interface Files {
    /// {@return null if there is no such file}
    byte @Nullable [] find(String name) throws IOException;
  }
}

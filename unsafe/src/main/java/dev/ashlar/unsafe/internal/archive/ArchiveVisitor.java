// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Receives the files and the problems that [ArchiveWalk] finds.
public interface ArchiveVisitor {
  /// Begins an archive or a folder. Its nested archives and folders are visited before it ends.
  ///
  /// @param location its path; in an archive, the paths joined by `!/`
  Content open(String location);

  /// Reports a file that cannot be read.
  void problem(String location, String reason);

  /// Reports damage that did not prevent reading.
  void oddity(String location, String reason);

  /// The files of one archive or folder.
  interface Content {
    boolean wants(String name);

    /// Receives a file.
    ///
    /// @param bytes valid until this method returns
    void file(String name, byte[] bytes, int length);

    /// Ends the archive or folder; all files were visited.
    void end(Files files);
  }

  /// Finds further files of the same archive or folder.
  @FunctionalInterface
  interface Files {
    /// {@return null if there is no such file}
    byte @Nullable [] find(String name) throws IOException;
  }
}

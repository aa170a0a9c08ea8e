// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Receives the files and the problems that [ArchiveWalk] and [ZipWalk] find.
public interface ArchiveVisitor {
  /// Begins an archive or a folder that is not in an archive.
  ///
  /// @param location its path
  Content open(String location);

  /// Reports a file that cannot be read.
  void problem(String location, String reason);

  /// Reports an archive that is not opened, although it may have class files.
  void unopened(String location, String reason);

  /// Reports a file that was read, and that has another checksum than its archive says.
  void damage(String location, String reason);

  /// Reports something unusual that hides nothing.
  void oddity(String location, String reason);

  /// The files of one archive or folder.
  interface Content {
    /// {@return whether to receive a file that is neither a class file nor an archive}
    boolean wants(String name);

    /// Receives a class file, whatever its name.
    ///
    /// @param bytes valid until this method returns
    void classFile(String name, byte[] bytes, int length);

    /// Receives a file that it [wants][#wants].
    ///
    /// @param bytes valid until this method returns
    void file(String name, byte[] bytes, int length);

    /// Begins an archive in this archive. It ends before this one does.
    ///
    /// @param location the paths, joined by `!/`
    Content open(String name, String location);

    /// Ends the archive or folder; all files were visited.
    void end(Finder files);
  }

  /// Finds further files of the same archive or folder.
  @FunctionalInterface
  interface Finder {
    /// {@return null if there is no such file}
    byte @Nullable [] find(String name) throws IOException;
  }
}

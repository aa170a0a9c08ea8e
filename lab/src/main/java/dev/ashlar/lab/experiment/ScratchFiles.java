// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files that a JVM makes for itself in the temporary folder.
public final class ScratchFiles {
  /// The prefix of their names.
  public static final String PREFIX = "ashlar-lab";

  private ScratchFiles() {}

  /// Makes an empty file.
  public static Path create(String suffix) {
    try {
      return Files.createTempFile(PREFIX, suffix);
    } catch (IOException e) {
      throw LabException.failed(
          "cannot write to the temporary folder %s: %s; choose another with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"
              .formatted(System.getProperty("java.io.tmpdir"), FailureReason.of(e)));
    }
  }

  /// Deletes a file or an empty folder now, or when the JVM ends where that is too early: Windows
  /// keeps what is mapped or loaded.
  public static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      path.toFile().deleteOnExit();
    }
  }
}

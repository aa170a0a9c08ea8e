// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files that a JVM creates for its own use in the temporary folder.
public final class ScratchFiles {
  /// The prefix of the files' names.
  public static final String PREFIX = "ashlar-lab";

  private ScratchFiles() {}

  /// Creates an empty file.
  public static Path create(String suffix) {
    try {
      return Files.createTempFile(PREFIX, suffix);
    } catch (IOException e) {
      throw LabException.failed(
          "cannot write to the temporary folder %s: %s; choose another with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"
              .formatted(System.getProperty("java.io.tmpdir"), FailureReason.of(e)));
    }
  }

  /// Deletes a file or an empty folder. If that is not possible yet, it is deleted when the JVM
  /// ends: Windows keeps files that are mapped or loaded.
  public static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      path.toFile().deleteOnExit();
    }
  }
}

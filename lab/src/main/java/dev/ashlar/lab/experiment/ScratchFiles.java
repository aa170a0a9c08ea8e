// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// Files and folders that a JVM creates for its own use in the temporary folder.
public final class ScratchFiles {
  /// The prefix of the names of these files and folders.
  public static final String PREFIX = "ashlar-lab";

  private interface Creation {
    Path path() throws IOException;
  }

  /// Code that uses a folder.
  public interface Use<T, E extends Exception> {
    T in(Path folder) throws E;
  }

  private ScratchFiles() {}

  /// Creates an empty file.
  public static Path create(String suffix) {
    return created(() -> Files.createTempFile(PREFIX, suffix));
  }

  /// Creates an empty folder.
  public static Path createFolder() {
    return created(() -> Files.createTempDirectory(PREFIX));
  }

  private static Path created(Creation creation) {
    try {
      return creation.path();
    } catch (IOException e) {
      throw LabException.failed(
          "cannot write to the temporary folder %s: %s; choose another with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"
              .formatted(System.getProperty("java.io.tmpdir"), FailureReason.of(e)));
    }
  }

  /// Creates a folder, uses it, and deletes it.
  public static <T, E extends Exception> T inFolder(Use<T, E> use) throws E {
    Path folder = createFolder();
    try {
      return use.in(folder);
    } finally {
      deleteFolder(folder);
    }
  }

  /// Deletes a file or an empty folder. If this fails, the JVM deletes the file or folder when it
  /// ends: Windows does not delete files that are mapped or loaded.
  public static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      path.toFile().deleteOnExit();
    }
  }

  /// Deletes a folder with everything in it; does nothing if the folder does not exist.
  public static void deleteFolder(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(ScratchFiles::delete);
    } catch (IOException | UncheckedIOException e) {
      // The rest stays in the temporary folder.
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.experiment.ScratchFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Folders of stores in the temporary folder. The JVMs of a run share the loaded ones, since
/// loading takes minutes. The JVM that started them deletes the folders when it ends.
final class StoreFolders {
  private StoreFolders() {}

  /// Does something with a folder.
  interface Use {
    void in(Path folder) throws Exception;
  }

  /// Makes this JVM delete the folders that the JVMs that it starts have shared.
  static void deleteAtEnd() {
    Path shared = shared(ProcessHandle.current());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(shared)));
  }

  /// Uses a new folder and deletes it.
  static void use(Use use) throws Exception {
    Path folder = Files.createTempDirectory(ScratchFiles.PREFIX);
    try {
      use.in(folder);
    } finally {
      delete(folder);
    }
  }

  /// {@return the folder of a loaded store} The first JVM that asks loads it. JVMs ask one after
  /// another.
  static Path loaded(String name, Use load) throws Exception {
    ProcessHandle self = ProcessHandle.current();
    Path folder = shared(self.parent().orElse(self)).resolve(name);
    if (!Files.exists(folder)) {
      Path unfinished = folder.resolveSibling(name + ".unfinished");
      delete(unfinished);
      Files.createDirectories(unfinished);
      load.in(unfinished);
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    }
    return folder;
  }

  private static Path shared(ProcessHandle process) {
    long start = process.info().startInstant().map(instant -> instant.toEpochMilli()).orElse(0L);
    return Path.of(
        System.getProperty("java.io.tmpdir"),
        ScratchFiles.PREFIX + "-stores-" + process.pid() + "-" + start);
  }

  static long byteSize(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void delete(Path folder) {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        deepestFirst.forEach(ScratchFiles::delete);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

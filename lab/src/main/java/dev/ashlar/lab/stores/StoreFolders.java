// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.experiment.ScratchFiles.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/// Folders of stores in the temporary folder. The JVMs of a run share the folders, because loading
/// a store takes minutes. The JVM that starts these JVMs deletes the folders when it ends.
final class StoreFolders {
  private StoreFolders() {}

  /// Makes this JVM delete the shared folders of the JVMs it starts, when this JVM ends.
  static void deleteAtEnd() {
    Path shared = shared(ProcessHandle.current());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ScratchFiles.deleteFolder(shared)));
  }

  /// {@return the folder of a loaded store} The first JVM that calls this loads the store. JVMs of
  /// a run do not call this concurrently.
  static Path loaded(String name, Use<Long, Exception> load) throws Exception {
    ProcessHandle self = ProcessHandle.current();
    Path folder = shared(self.parent().orElse(self)).resolve(name);
    if (!Files.exists(folder)) {
      Path unfinished = folder.resolveSibling(name + ".unfinished");
      ScratchFiles.deleteFolder(unfinished);
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
}

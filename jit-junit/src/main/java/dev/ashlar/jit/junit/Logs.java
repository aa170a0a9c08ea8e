// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The logs of this JVM's forks. Those that are not kept are deleted when this JVM exits.
final class Logs {
  private static final Set<Path> TEMPORARY = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> TEMPORARY.forEach(Logs::delete)));
  }

  private Logs() {}

  /// Creates the file of a log.
  static Path create(String name, Optional<Path> folder) throws IOException {
    if (folder.isPresent()) {
      Path made = Files.createDirectories(folder.get().toAbsolutePath());
      return Files.createTempFile(made, name + "-", ".log");
    }
    Path log = Files.createTempFile("ashlar-jit-" + name + "-", ".log");
    TEMPORARY.add(log);
    return log;
  }

  static void keep(Path log) {
    TEMPORARY.remove(log);
  }

  private static void delete(Path log) {
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      log.toFile().deleteOnExit();
    }
  }

  static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}

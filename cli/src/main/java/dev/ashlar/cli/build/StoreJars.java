// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/// The jars of the stores that `ashlar lab stores` compares, in the user's folder `.cache/ashlar`.
public final class StoreJars {
  private static final List<String> STORES = List.of("sqlite", "h2", "duckdb", "rocksdb");

  private StoreJars() {}

  /// Returns the jars as a class path, and [fetches][MavenJar] the missing ones. A jar that cannot
  /// be fetched is left out, with a message.
  public static String classPath(PrintWriter messages) {
    Path folder = MavenJar.folder().resolve("stores");
    List<String> jars = new ArrayList<>();
    for (String store : STORES) {
      try {
        jars.add(provided(MavenJar.of(store), folder, messages).toString());
      } catch (IOException cannot) {
        messages.printf("ashlar: %s%n", cannot.getMessage());
        messages.flush();
      }
    }
    return String.join(File.pathSeparator, jars);
  }

  private static Path provided(MavenJar jar, Path folder, PrintWriter messages) throws IOException {
    Path kept = folder.resolve(jar.fileName());
    if (Files.exists(kept)) {
      return kept;
    }
    Files.createDirectories(folder);
    Path work = Files.createTempDirectory(folder, "fetched-");
    Path fetched = jar.copied(work);
    try {
      jar.fetch(fetched, messages);
      Files.move(fetched, kept, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fetched);
      Files.deleteIfExists(work);
    }
    return kept;
  }
}

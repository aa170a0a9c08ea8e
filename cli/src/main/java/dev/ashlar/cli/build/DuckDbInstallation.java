// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import dev.ashlar.arrow.DuckDb;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;

/// Finds DuckDB's library, which is not part of Ashlar. The first command that needs it
/// [fetches][MavenJar] its jar, and keeps the library in the user's folder `.cache/ashlar`. DuckDB
/// on the class path is preferred.
public final class DuckDbInstallation {
  private final PrintWriter messages;
  private final MavenJar duckDb = MavenJar.of("duckdb");
  private final Path folder = MavenJar.folder();

  private DuckDbInstallation(PrintWriter messages) throws IOException {
    this.messages = messages;
  }

  /// Opens a database.
  ///
  /// @param messages receives one line if DuckDB must be downloaded first
  /// @throws IOException if DuckDB cannot be found or downloaded; the message has the remedy
  public static DuckDb open(PrintWriter messages) throws IOException {
    try {
      return DuckDb.open();
    } catch (IllegalStateException notOnTheClassPath) {
      return load(new DuckDbInstallation(messages).fetchedLibrary());
    }
  }

  /// Returns the file of the library, for another JVM.
  ///
  /// @param fetch whether to download it if it is missing
  /// @throws IOException if it cannot be found or downloaded; the message has the remedy
  public static Optional<Path> library(boolean fetch, PrintWriter messages) throws IOException {
    DuckDbInstallation installation = new DuckDbInstallation(messages);
    return fetch
        ? Optional.of(installation.fetchedLibrary())
        : Optional.of(installation.libraryFile()).filter(Files::exists);
  }

  private static DuckDb load(Path library) throws IOException {
    try {
      return DuckDb.open(library);
    } catch (IllegalArgumentException damaged) {
      throw new IOException(
          "%s cannot be loaded: delete it, and run this again. %s"
              .formatted(library, damaged.getMessage()),
          damaged);
    }
  }

  private Path libraryFile() {
    String system = System.getProperty("os.name", "") + "-" + System.getProperty("os.arch", "");
    String name =
        "duckdb-" + duckDb.version() + "-" + system.toLowerCase(Locale.ROOT).replace(' ', '-');
    return folder.resolve(name + ".library");
  }

  private Path fetchedLibrary() throws IOException {
    Path library = libraryFile();
    if (Files.exists(library)) {
      return library;
    }
    Files.createDirectories(folder);
    Path work = Files.createTempDirectory(folder, "fetched-");
    Path jar = duckDb.copied(work);
    Path unpacked = work.resolve(library.getFileName());
    try {
      duckDb.fetch(jar, messages);
      DuckDb.unpack(jar, unpacked);
      Files.move(unpacked, library, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(jar);
      Files.deleteIfExists(unpacked);
      Files.deleteIfExists(work);
    }
    return library;
  }
}

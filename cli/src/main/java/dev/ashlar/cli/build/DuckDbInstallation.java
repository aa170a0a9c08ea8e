// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.arrow.DuckDb;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/// Finds DuckDB's library, which is not part of Ashlar. The first command that needs it downloads
/// it with Maven, from the repositories in the user's configuration, mirrors and credentials
/// included. It is checked against the checksum in the build, and kept unpacked in the user's
/// folder `.cache/ashlar`.
///
/// If DuckDB is on the class path, that one is used.
public final class DuckDbInstallation {
  private static final String ARTIFACT = "duckdb_jdbc";

  /// The folder of sources, whose Maven wrapper is used.
  private static final String HOME = "ashlar.home";

  /// The folder that things are kept in.
  static final String CACHE = "ashlar.cache";

  private final PrintWriter messages;
  private final String version;
  private final String sha256;
  private final Path folder;

  private DuckDbInstallation(PrintWriter messages) throws IOException {
    Properties build = new Properties();
    try (InputStream in = DuckDbInstallation.class.getResourceAsStream("duckdb.properties")) {
      build.load(in);
    }
    this.messages = messages;
    this.version = build.getProperty("version");
    this.sha256 = build.getProperty("sha256");
    this.folder = folder();
  }

  private static Path folder() {
    String chosen = System.getProperty(CACHE);
    if (chosen != null) {
      return Path.of(chosen);
    }
    String cache = System.getenv("XDG_CACHE_HOME");
    Path root =
        cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return root.resolve("ashlar");
  }

  /// Opens a database.
  ///
  /// @param messages gets one line if DuckDB has to be downloaded first
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
    String name = "duckdb-" + version + "-" + system.toLowerCase(Locale.ROOT).replace(' ', '-');
    return folder.resolve(name + ".library");
  }

  private Path fetchedLibrary() throws IOException {
    Path library = libraryFile();
    if (Files.exists(library)) {
      return library;
    }
    Files.createDirectories(folder);
    Path work = Files.createTempDirectory(folder, "fetched-");
    Path copied = folder.resolve(jarName());
    Path jar = Files.exists(copied) ? copied : work.resolve(jarName());
    Path unpacked = work.resolve(library.getFileName());
    try {
      if (!Files.exists(jar)) {
        fetch(work);
      }
      requireChecksum(jar);
      DuckDb.unpack(jar, unpacked);
      Files.move(unpacked, library, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(jar);
      Files.deleteIfExists(unpacked);
      Files.deleteIfExists(work);
    }
    return library;
  }

  private String jarName() {
    return ARTIFACT + "-" + version + ".jar";
  }

  /// Has Maven copy the jar into a folder, which two commands at a time do not share.
  private void fetch(Path target) throws IOException {
    messages.printf(
        "ashlar: getting DuckDB %s (org.duckdb:%s, 80 MB) from your Maven repository, once ...%n",
        version, ARTIFACT);
    messages.flush();
    String maven = maven();
    Process process;
    try {
      process = start(maven, target);
    } catch (IOException missing) {
      throw new IOException(
          "DuckDB needs Maven to be fetched, and '%s' does not start. %s"
              .formatted(maven, remedy()),
          missing);
    }
    process.getOutputStream().close();
    List<String> lines;
    try (Stream<String> output = process.inputReader(UTF_8).lines()) {
      lines = output.toList();
    }
    if (BuildTool.exitCode(process) != 0 || !Files.exists(target.resolve(jarName()))) {
      throw new IOException(
          "DuckDB could not be fetched: %s. %s".formatted(reason(lines), remedy()));
    }
  }

  private static String maven() {
    String wrapper = File.separatorChar == '\\' ? "mvnw.cmd" : "mvnw";
    return Optional.ofNullable(System.getProperty(HOME))
        .map(home -> Path.of(home, wrapper))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .orElse("mvn");
  }

  private Process start(String maven, Path target) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                maven,
                "--batch-mode",
                "--quiet",
                "--no-transfer-progress",
                "--strict-checksums",
                "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
                "-Dartifact=org.duckdb:%s:%s".formatted(ARTIFACT, version),
                "-DoutputDirectory=" + target.toAbsolutePath())
            .directory(target.toFile())
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.start();
  }

  private static String reason(List<String> lines) {
    String reason =
        lines.stream()
            .filter(line -> line.startsWith("[ERROR]"))
            .findFirst()
            .or(() -> lines.stream().findFirst())
            .orElse("Maven gives no reason");
    return BuildTool.withoutAddresses(reason.replace("[ERROR] ", "")).replaceAll("[.\\s]+$", "");
  }

  private String remedy() {
    return "Without a network: copy %s of another machine's Maven repository (org/duckdb/%s/%s) to %s, and run this again"
        .formatted(jarName(), ARTIFACT, version, folder);
  }

  private void requireChecksum(Path jar) throws IOException {
    String found = sha256(jar);
    if (!found.equals(sha256)) {
      throw new IOException(
          "%s has the SHA-256 %s, and not %s: it was deleted. Run this again, or ask who keeps your Maven repository"
              .formatted(jar, found, sha256));
    }
  }

  private static String sha256(Path file) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new LinkageError("Every JDK has SHA-256", impossible);
    }
  }
}

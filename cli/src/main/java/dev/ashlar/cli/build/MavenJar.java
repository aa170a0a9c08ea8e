// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/// A jar that is not part of Ashlar. The first command that needs it downloads it with Maven, with
/// the repositories, mirrors and credentials of the user's configuration. It must have the checksum
/// that the build has recorded.
///
/// @param name the name of the program, for messages
/// @param artifact Maven's `GROUP:ARTIFACT:VERSION`, with `:jar:CLASSIFIER` behind it if needed
record MavenJar(String name, String artifact, int megabytes, String sha256) {
  /// The folder of sources, whose Maven wrapper is used.
  private static final String HOME = "ashlar.home";

  /// The system property for the folder that keeps downloaded files.
  static final String CACHE = "ashlar.cache";

  static MavenJar of(String key) throws IOException {
    Properties build = new Properties();
    try (InputStream in = MavenJar.class.getResourceAsStream("jars.properties")) {
      build.load(in);
    }
    String[] parts = build.getProperty(key).split(" ", 4);
    return new MavenJar(parts[0], parts[1], Integer.parseInt(parts[2]), parts[3]);
  }

  static Path folder() {
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

  private String part(int index) {
    return artifact.split(":", -1)[index];
  }

  String version() {
    return part(2);
  }

  String fileName() {
    String[] parts = artifact.split(":", -1);
    String classifier = parts.length > 4 ? "-" + parts[4] : "";
    return part(1) + "-" + version() + classifier + ".jar";
  }

  /// Returns the jar in [#folder] if a user without a network has copied it there. Otherwise
  /// returns a path for it in `work`, which concurrent commands must not share.
  Path copied(Path work) {
    Path copied = folder().resolve(fileName());
    return Files.exists(copied) ? copied : work.resolve(fileName());
  }

  /// Downloads the jar unless it exists, and checks it.
  ///
  /// @throws IOException if the download fails, or if the checksum differs; the message has the
  ///   remedy
  void fetch(Path jar, PrintWriter messages) throws IOException {
    if (!Files.exists(jar)) {
      fetchTo(jar.resolveSibling(""), messages);
    }
    requireChecksum(jar);
  }

  private void fetchTo(Path target, PrintWriter messages) throws IOException {
    messages.printf(
        "ashlar: getting %s %s (%s:%s, %d MB) from your Maven repository, once ...%n",
        name, version(), part(0), part(1), megabytes);
    messages.flush();
    String maven = maven();
    Process process;
    try {
      process = start(maven, target);
    } catch (IOException missing) {
      throw new IOException(
          "%s needs Maven to be fetched, and '%s' does not start. %s"
              .formatted(name, maven, remedy()),
          missing);
    }
    process.getOutputStream().close();
    List<String> lines;
    try (Stream<String> output = process.inputReader(UTF_8).lines()) {
      lines = output.toList();
    }
    if (BuildTool.exitCode(process) != 0 || !Files.exists(target.resolve(fileName()))) {
      throw new IOException(
          "%s could not be fetched: %s. %s".formatted(name, reason(lines), remedy()));
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
                "-Dartifact=" + artifact,
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
    return "Without a network: copy %s of another machine's Maven repository (%s/%s/%s) to %s, and run this again"
        .formatted(fileName(), part(0).replace('.', '/'), part(1), version(), folder());
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

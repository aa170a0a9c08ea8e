// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Released jars, which Maven keeps in the local repository.
final class MavenJars {
  private static final Path REPOSITORY =
      Path.of(
          System.getProperty(
              "maven.repo.local", System.getProperty("user.home") + "/.m2/repository"));
  private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
  private static final String GET = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get";

  private MavenJars() {}

  /// {@return where the jar of a version is, if it was ever fetched}
  static Path jar(String group, String artifact, String version) {
    return folder(group, artifact)
        .resolve(version)
        .resolve("%s-%s.jar".formatted(artifact, version));
  }

  /// {@return the jar, which Maven fetches unless it has it}
  static Path fetch(String group, String artifact, String version)
      throws IOException, InterruptedException {
    Path jar = jar(group, artifact, version);
    if (!Files.exists(jar)) {
      get(group, artifact, version);
    }
    return jar;
  }

  /// {@return all versions there are}
  static List<String> versions(String group, String artifact)
      throws IOException, InterruptedException {
    get(group, artifact, "LATEST");
    try (Stream<Path> files = Files.list(folder(group, artifact))) {
      Path metadata =
          files
              .filter(file -> file.getFileName().toString().matches("maven-metadata-.*\\.xml"))
              .filter(file -> !file.endsWith("maven-metadata-local.xml"))
              .findFirst()
              .orElseThrow();
      return VERSION
          .matcher(Files.readString(metadata))
          .results()
          .map(found -> found.group(1))
          .toList();
    }
  }

  private static Path folder(String group, String artifact) {
    return REPOSITORY.resolve(group.replace('.', '/')).resolve(artifact);
  }

  private static void get(String group, String artifact, String version)
      throws IOException, InterruptedException {
    Process maven =
        new ProcessBuilder(
                "../mvnw",
                "-q",
                "-B",
                "-ntp",
                "-N",
                GET,
                "-Dartifact=%s:%s:%s".formatted(group, artifact, version),
                "-Dtransitive=false")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (!maven.waitFor(5, TimeUnit.MINUTES) || maven.exitValue() != 0) {
      maven.destroy();
      throw new IOException("Maven did not fetch %s:%s:%s".formatted(group, artifact, version));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The JDKs of this machine, where they are usually installed.
public final class Jdks {
  private Jdks() {}

  /// {@return the folder of a JDK of this feature version}
  public static Optional<Path> find(int version) {
    if (Runtime.version().feature() == version) {
      return Optional.of(Path.of(System.getProperty("java.home")));
    }
    return candidates().stream().filter(home -> featureVersion(home) == version).findFirst();
  }

  private static List<Path> candidates() {
    String user = System.getProperty("user.home");
    List<Path> found = new ArrayList<>();
    // As GitHub's machines name theirs.
    System.getenv()
        .forEach((name, value) -> {
          if (name.startsWith("JAVA_HOME_")) {
            found.add(Path.of(value));
          }
        });
    for (Path folder :
        List.of(
            Path.of("/usr/lib/jvm"),
            Path.of("/opt/java"),
            Path.of("/Library/Java/JavaVirtualMachines"),
            Path.of(user, ".sdkman", "candidates", "java"),
            Path.of(user, ".jdks"))) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> homes = Files.list(folder)) {
          homes.forEach(home -> {
            found.add(home);
            found.add(home.resolve("Contents/Home"));
          });
        } catch (IOException e) {
          // A folder that is not ours to read has no JDK for us.
        }
      }
    }
    return found;
  }

  private static int featureVersion(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(release)) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceAll("JAVA_VERSION=\"(\\d+).*", "$1"))
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}

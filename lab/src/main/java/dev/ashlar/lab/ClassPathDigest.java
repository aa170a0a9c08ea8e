// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.experiment.FailureReason;
import dev.ashlar.lab.experiment.LabException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// Computes digests that distinguish builds with the same version, and files with the same name.
final class ClassPathDigest {
  private static final int SHOWN = 6;

  private ClassPathDigest() {}

  /// {@return a digest of all code on the class path of this JVM}
  static String ofThisJvm() {
    return of(System.getProperty("java.class.path"));
  }

  static String of(String classPath) {
    // An empty entry is the current folder, which changes while a run writes its pages.
    return of(
        Arrays.stream(classPath.split(File.pathSeparator))
            .filter(entry -> !entry.isEmpty())
            .map(Path::of)
            .toList());
  }

  /// {@return a digest of the content of a file}
  static String ofFile(Path file) {
    return of(List.of(file));
  }

  private static String of(List<Path> paths) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path path : paths) {
        for (Path file : files(path)) {
          digest.update(path.relativize(file).toString().getBytes(UTF_8));
          digest.update(Files.readAllBytes(file));
        }
      }
      return HexFormat.of().formatHex(digest.digest(), 0, SHOWN);
    } catch (IOException e) {
      throw LabException.failed("cannot read %s: %s".formatted(paths, FailureReason.of(e)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Path> files(Path path) throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}

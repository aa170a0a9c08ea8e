// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.text.Malformed;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/// Real texts: names of locales, attributes of services, and lines of a file that the user names.
final class Corpora {
  private Corpora() {}

  /// {@return names of locales, each in its own language; `world.txt` names the source}
  static String[] world() {
    return resource("world.txt").toArray(String[]::new);
  }

  /// {@return values of attributes as services send them; `telemetry.tsv` names the source}
  static String[] telemetry() {
    return resource("telemetry.tsv")
        .map(line -> line.substring(line.indexOf('\t') + 1))
        .toArray(String[]::new);
  }

  /// {@return the keys of the same attributes, in the same order; most keys occur several times}
  static String[] keys() {
    return resource("telemetry.tsv")
        .map(line -> line.substring(0, line.indexOf('\t')))
        .toArray(String[]::new);
  }

  private static Stream<String> resource(String name) {
    try (InputStream input = Corpora.class.getResourceAsStream(name)) {
      String all = new String(Objects.requireNonNull(input).readAllBytes(), UTF_8);
      return all.lines().filter(line -> !line.startsWith("#"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// {@return the lines of the user's file that are not empty}
  ///
  /// @throws LabException if there are no such lines, or the file cannot be read as UTF-8
  static String[] lines(Path file) {
    if (Files.isDirectory(file)) {
      throw LabException.wrongUsage("--text %s: it is a folder".formatted(file));
    }
    try {
      byte[] bytes = Files.readAllBytes(file);
      String[] lines =
          Utf8.decode(bytes, 0, bytes.length, Malformed.REPORT)
              .lines()
              .filter(line -> !line.isEmpty())
              .toArray(String[]::new);
      if (lines.length == 0) {
        throw LabException.wrongUsage("--text %s: there is no text in it".formatted(file));
      }
      return lines;
    } catch (NoSuchFileException e) {
      throw LabException.wrongUsage("--text %s: there is no such file".formatted(file));
    } catch (AccessDeniedException e) {
      throw LabException.wrongUsage("--text %s: permission denied".formatted(file));
    } catch (IOException e) {
      throw LabException.wrongUsage(
          "--text %s: cannot be read: %s".formatted(file, e.getMessage()));
    } catch (MalformedTextException e) {
      throw LabException.wrongUsage("--text %s: not UTF-8 at byte %d".formatted(file, e.index()));
    }
  }
}

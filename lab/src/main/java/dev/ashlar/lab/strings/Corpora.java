package dev.ashlar.lab.strings;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.LabException;
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
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;

/// Real texts.
final class Corpora {
  private Corpora() {}

  /// {@return the names of the JDK's locales, each in its own language}
  static String[] world() {
    return Arrays.stream(Locale.getAvailableLocales())
        .map(locale -> locale.getDisplayName(locale))
        .filter(name -> !name.isEmpty())
        .sorted()
        .distinct()
        .toArray(String[]::new);
  }

  /// {@return values of attributes as services send them; `telemetry.tsv` says where they are from}
  static String[] telemetry() {
    return columns(line -> line.substring(line.indexOf('\t') + 1));
  }

  /// {@return the keys of the same attributes, in the same order; most come again}
  static String[] keys() {
    return columns(line -> line.substring(0, line.indexOf('\t')));
  }

  private static String[] columns(UnaryOperator<String> column) {
    try (InputStream input = Corpora.class.getResourceAsStream("telemetry.tsv")) {
      String all = new String(Objects.requireNonNull(input).readAllBytes(), UTF_8);
      return all.lines().filter(line -> !line.startsWith("#")).map(column).toArray(String[]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// {@return the lines of the user's file that are not empty}
  ///
  /// @throws LabException if there are none or the file cannot be read as UTF-8
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

package dev.ashlar.jit.jmh;

import java.nio.file.Path;
import java.util.Optional;
import org.openjdk.jmh.profile.ProfilerException;

/// What a user wrote behind the profiler's name.
///
/// @param top findings to print
/// @param all whether those outside the benchmark's own code are printed too
/// @param keep whether the logs stay
/// @param folder where they are written; empty for the temporary one
record Options(int top, boolean all, boolean keep, Optional<Path> folder) {
  static final String HELP =
      "options, with ';' between them: top=N (findings to print, 5 unless told), all (also those"
          + " outside the benchmark's own code), keep (the logs, in the current folder), dir=FOLDER"
          + " (keep them there)";

  private static final int TOP = 5;

  static Options parse(String line) throws ProfilerException {
    Options options = new Options(TOP, false, false, Optional.empty());
    for (String word : line.split("[;,]", -1)) {
      if (!word.isBlank()) {
        options = options.with(word.strip());
      }
    }
    return options;
  }

  private Options with(String word) throws ProfilerException {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    String value = equals < 0 ? "" : word.substring(equals + 1);
    return switch (name) {
      case "all" -> new Options(top, true, keep, folder);
      case "keep" -> new Options(top, all, true, folder.or(() -> Optional.of(Path.of(""))));
      case "dir" -> new Options(top, all, true, Optional.of(Path.of(value)));
      case "top" -> new Options(number(value), all, keep, folder);
      default -> throw new ProfilerException("there is no option '" + word + "'; " + HELP);
    };
  }

  private static int number(String text) throws ProfilerException {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new ProfilerException("top is no number: '" + text + "'; " + HELP);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.openjdk.jmh.profile.ProfilerException;

/// The options of the profiler.
///
/// @param top the number of findings to print
/// @param all whether findings outside the benchmark's code are printed too
/// @param keep whether to keep the logs
/// @param folder the folder for the logs; empty for the current folder
record Options(int top, boolean all, boolean keep, Optional<Path> folder) {
  static final String HELP =
      "options, with ';' between them: top=N (findings to print, 5 by default), all (also those"
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
    if (word.equals("all")) {
      return new Options(top, true, keep, folder);
    }
    if (word.equals("keep")) {
      return new Options(top, all, true, folder);
    }
    String value = word.substring(word.indexOf('=') + 1);
    if (word.startsWith("dir=") && !value.isEmpty()) {
      return new Options(top, all, true, Optional.of(folder(value)));
    }
    if (word.startsWith("top=")) {
      return new Options(number(value), all, keep, folder);
    }
    throw new ProfilerException("there is no option '" + word + "'; " + HELP);
  }

  /// Checked before the measurement.
  private static Path folder(String name) throws ProfilerException {
    try {
      Path folder = Files.createDirectories(Path.of(name));
      if (Files.isWritable(folder)) {
        return folder;
      }
    } catch (IOException | InvalidPathException e) {
      // The message below says enough.
    }
    throw new ProfilerException("dir is no folder that can be written: '" + name + "'");
  }

  private static int number(String text) throws ProfilerException {
    if (!text.matches("[0-9]{1,9}")) {
      throw new ProfilerException("top is no number: '" + text + "'; " + HELP);
    }
    return Integer.parseInt(text);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.classfile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The source map of a class file in its attribute `SourceDebugExtension` (JSR-45). Kotlin gives
/// the code of an inlined function line numbers after the end of the file. The source map has two
/// strata for them: the function's own lines, and the line that calls it.
public final class SourceMap {
  public static final SourceMap NONE = new SourceMap();

  private static final String CALLS = "KotlinDebug";
  private static final String WRITTEN = "Kotlin";

  /// `first#file,count:output,increment`, of which file, count and increment may be missing.
  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,9})(?:#(\\d{1,9}))?(?:,(\\d{1,9}))?:(\\d{1,9})(?:,(\\d{1,9}))?");

  /// Maps lines from `output` on to `count` lines of `file` from `first` on, `increment` lines to
  /// each.
  private record Range(int first, String file, int output, int count, int increment) {
    boolean has(int line) {
      return line >= output && (line - output) / increment < count;
    }

    int line(int line) {
      return first + (line - output) / increment;
    }
  }

  private final Map<String, List<Range>> strata = new HashMap<>();

  private SourceMap() {}

  public static SourceMap parse(String text) {
    SourceMap map = new SourceMap();
    Map<String, String> files = new HashMap<>();
    List<Range> ranges = new ArrayList<>();
    String section = "";
    String file = "";
    for (String line : text.lines().toList()) {
      if (line.startsWith("*")) {
        section = line.substring(0, Math.min(2, line.length()));
        if (section.equals("*S")) {
          ranges = new ArrayList<>();
          files.clear();
          map.strata.put(line.substring(2).strip(), ranges);
        }
      } else if (section.equals("*F")) {
        // A path may follow on a line of its own.
        String[] words = line.replaceFirst("^\\+ ", "").split(" ", 2);
        if (words.length == 2) {
          files.putIfAbsent(words[0], words[1]);
        }
      } else if (section.equals("*L")) {
        Matcher range = RANGE.matcher(line);
        if (range.matches()) {
          file = range.group(2) == null ? file : files.getOrDefault(range.group(2), "");
          ranges.add(
              new Range(
                  Integer.parseInt(range.group(1)),
                  file,
                  Integer.parseInt(range.group(4)),
                  orOne(range.group(3)),
                  orOne(range.group(5))));
        }
      }
    }
    return map;
  }

  private static int orOne(@Nullable String number) {
    return number == null ? 1 : Math.max(1, Integer.parseInt(number));
  }

  /// {@return the line in the class's own file; empty if there is none}
  ///
  /// @param sourceFile the name of the class's own file
  public OptionalInt line(int line, String sourceFile) {
    for (String stratum : List.of(CALLS, WRITTEN)) {
      for (Range range : strata.getOrDefault(stratum, List.of())) {
        if (range.has(line)) {
          return range.file.equals(sourceFile)
              ? OptionalInt.of(range.line(line))
              : OptionalInt.empty();
        }
      }
    }
    return OptionalInt.of(line);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.machine.Frame;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Stores each source position once, because thousands of notes repeat it.
final class FrameNames {
  /// The lines of class files, which may be after the end of the source file.
  interface Lines {
    /// {@return the line in the class's own source file; -1 if there is none}
    int ownLine(String holder, int line);
  }

  private static final Pattern PLACE =
      Pattern.compile("(?s)(.+?)::(.+)@(-?\\d{1,5})(?: \\(line (\\d{1,9})\\))?");

  private final Map<String, Frame> frames = new HashMap<>();
  private final Lines lines;

  FrameNames(Lines lines) {
    this.lines = lines;
  }

  /// {@return the position written as `Sums::heap@17 (line 8)`; null if the text is torn}
  @Nullable Frame of(String text) {
    return frames.computeIfAbsent(text, this::parse);
  }

  private @Nullable Frame parse(String text) {
    Matcher place = PLACE.matcher(text);
    if (!place.matches()) {
      return null;
    }
    String line = place.group(4);
    return new Frame(
        place.group(1),
        place.group(2),
        Integer.parseInt(place.group(3)),
        line == null ? -1 : lines.ownLine(place.group(1), Integer.parseInt(line)));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Collects the stacks that JVMs print on standard error at each call of Unsafe, in mode
/// [MemoryAccess#DEBUG]:
///
/// ```
/// WARNING: sun.misc.Unsafe::getLong called by a.B (file:/app.jar)
///     at a.B.c(B.java:17)
///     at a.B.main(B.java:5)
/// ```
///
/// All JVMs of a command print to the same stream, so it is unknown which JVM printed a stack.
public final class CallerStacks {
  private static final Pattern HEAD =
      Pattern.compile("WARNING: sun\\.misc\\.Unsafe::(\\w+) called by .*");
  private static final Pattern FRAME = Pattern.compile("\\s+at (\\S.*)");

  /// Different stacks that are kept; more only happen in a program that generates code.
  private static final int MOST_STACKS = 10_000;

  /// A stack, with the number of times that it was printed.
  ///
  /// @param method the method of Unsafe that was called, without parameters
  /// @param frames the frames as in a stack trace, innermost first; never empty
  public record CallerStack(String method, List<String> frames, long count) {}

  private record Key(String method, List<String> frames) {}

  private final Map<Key, Long> counts = new HashMap<>();
  private final List<String> frames = new ArrayList<>();
  private String method = "";
  private long callCount;

  /// Creates an object without stacks.
  public CallerStacks() {}

  /// Adds a line of standard error.
  ///
  /// @return whether the line belongs to a stack, and not to the program's output
  public boolean add(String line) {
    Matcher head = HEAD.matcher(line);
    if (head.matches()) {
      end();
      method = head.group(1);
      return true;
    }
    Matcher frame = FRAME.matcher(line);
    if (!method.isEmpty() && frame.matches()) {
      frames.add(frame.group(1));
      return true;
    }
    end();
    return false;
  }

  /// Ends the last stack.
  public void end() {
    if (!method.isEmpty() && !frames.isEmpty()) {
      callCount++;
      Key key = new Key(method, List.copyOf(frames));
      if (counts.size() < MOST_STACKS || counts.containsKey(key)) {
        counts.merge(key, 1L, Long::sum);
      }
    }
    method = "";
    frames.clear();
  }

  /// {@return the number of calls that were printed}
  public long callCount() {
    return callCount;
  }

  /// {@return the stacks, the most frequent first}
  public List<CallerStack> stacks() {
    return counts.entrySet().stream()
        .map(e -> new CallerStack(e.getKey().method, e.getKey().frames, e.getValue()))
        .sorted(Comparator.comparingLong(CallerStack::count).reversed())
        .toList();
  }
}

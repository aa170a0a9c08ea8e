// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.List;

/// An uncommon trap that was hit: an assumption of compiled code failed, and the interpreter
/// continued.
///
/// @param path the inlining path, from the compiled method to the method with the trap
/// @param reason the assumption, in HotSpot's words, as `class_check`
/// @param action what HotSpot does with the code, as `make_not_entrant`; `none` keeps it
/// @param count the number of times in the log
/// @param firstSeconds when it was hit first, since the JVM started
/// @param lastSeconds when it was hit last, since the JVM started
public record Trap(
    List<Method> path,
    int bci,
    String reason,
    String action,
    long count,
    double firstSeconds,
    double lastSeconds) {

  /// {@return the method with the trap}
  public Method method() {
    return path.get(path.size() - 1);
  }

  /// {@return the compiled method}
  public Method root() {
    return path.get(0);
  }

  /// {@return this trap with another path}
  public Trap along(List<Method> other) {
    return new Trap(other, bci, reason, action, count, firstSeconds, lastSeconds);
  }

  /// {@return the sum of both traps, with the path of this one}
  public Trap plus(Trap other) {
    return new Trap(
        path,
        bci,
        reason,
        action,
        count + other.count,
        Math.min(firstSeconds, other.firstSeconds),
        Math.max(lastSeconds, other.lastSeconds));
  }
}

package dev.ashlar.jit;

import java.util.List;

/// A place in some compiled code where it gave up its assumptions and went back to the interpreter.
///
/// @param path the methods from the one whose code it was to the one where it happened, each
///   inlined in the one before
/// @param reason HotSpot's word for the assumption, as `class_check`
/// @param action what HotSpot does about the code, as `make_not_entrant`; `none` leaves it as it is
/// @param count how often the log has it
/// @param firstSeconds since the JVM started
/// @param lastSeconds likewise
public record Trap(
    List<Method> path,
    int bci,
    String reason,
    String action,
    long count,
    double firstSeconds,
    double lastSeconds) {

  /// {@return where it happened, inlined or not}
  public Method method() {
    return path.get(path.size() - 1);
  }

  /// {@return the method whose code it was}
  public Method root() {
    return path.get(0);
  }

  /// {@return both, on this one's path}
  Trap plus(Trap other) {
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

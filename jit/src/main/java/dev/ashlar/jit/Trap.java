package dev.ashlar.jit;

/// A place where running code gave up its assumptions and went back to the interpreter.
///
/// @param method where it happened, inlined or not
/// @param root the method whose code it was
/// @param reason HotSpot's word for the assumption, as `class_check`
/// @param action what HotSpot does about the code, as `make_not_entrant`; `none` leaves it as it is
/// @param count how often the log has it
/// @param firstSeconds since the JVM started
/// @param lastSeconds likewise
public record Trap(
    Method method,
    int bci,
    Method root,
    String reason,
    String action,
    long count,
    double firstSeconds,
    double lastSeconds) {}

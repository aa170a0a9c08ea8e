package dev.ashlar.jit;

import org.jspecify.annotations.Nullable;

/// What was decided for one target of a call site.
///
/// @param target the method that would run
/// @param reason HotSpot's own words, or the intrinsic's name; empty if it gave none
/// @param body what became of the calls in the target; null unless it was inlined and the log has
///   it
public record Decision(Method target, Verdict verdict, String reason, @Nullable CallTree body) {}

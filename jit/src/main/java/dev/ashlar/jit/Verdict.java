package dev.ashlar.jit;

/// What the compiler made of a call.
public enum Verdict {
  /// The callee's code stands in the caller.
  INLINED,
  /// The callee is replaced by instructions that the compiler knows.
  INTRINSIC,
  /// A call remains, and its target is known when it is compiled.
  CALLED,
  /// A call remains whose target is looked up each time.
  VIRTUAL,
  /// The log breaks off before it says.
  UNKNOWN
}

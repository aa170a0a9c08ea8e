package dev.ashlar.jit;

/// How the compiler treated a call.
public enum Verdict {
  /// The callee's code is in the caller.
  INLINED("inlined"),
  /// The compiler emits its own instructions for the callee.
  INTRINSIC("intrinsic"),
  /// A call with a target that is known at compile time.
  CALLED("called"),
  /// A call through the virtual or interface table.
  VIRTUAL("virtual call"),
  /// The log ends before the decision.
  UNKNOWN("unknown");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /// {@return the verdict in words}
  public String words() {
    return words;
  }
}

package dev.ashlar.jit;

/// What the compiler made of a call.
public enum Verdict {
  /// The callee's code stands in the caller.
  INLINED("inlined"),
  /// The callee is replaced by instructions that the compiler knows.
  INTRINSIC("intrinsic"),
  /// A call remains, and its target is known when it is compiled.
  CALLED("called"),
  /// A call remains whose target is looked up each time.
  VIRTUAL("virtual call"),
  /// The log breaks off before it says.
  UNKNOWN("not said");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /// {@return the same for people}
  public String words() {
    return words;
  }
}

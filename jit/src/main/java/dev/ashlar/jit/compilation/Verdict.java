// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

/// The compiler's decision about a call.
public enum Verdict {
  /// The callee is inlined.
  INLINED("inlined"),
  /// The compiler uses an intrinsic instead of the callee.
  INTRINSIC("intrinsic"),
  /// A direct call: the target is known at compile time.
  CALLED("called"),
  /// A call through the vtable or itable.
  VIRTUAL("virtual call"),
  /// The log has no decision.
  UNKNOWN("unknown");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /// {@return the verdict as text}
  public String words() {
    return words;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

/// The frequency with which a method was executed, as far as a run shows it.
public enum Heat {
  /// It has a significant share of the CPU samples. Without exact samples: the profile counted
  /// 10,000 calls before C2 compiled one of its calls.
  HOT("hot"),
  /// C2 compiled one of its calls, and nothing shows that the method is hot.
  COMPILED("compiled"),
  /// Its calls were executed, but C2's code has no counted call of it.
  COLD("cold");

  private final String words;

  Heat(String words) {
    this.words = words;
  }

  /// {@return the constant as text}
  public String words() {
    return words;
  }
}

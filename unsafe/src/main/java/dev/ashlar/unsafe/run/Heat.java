package dev.ashlar.unsafe.run;

/// How often a call was executed, as far as a run shows.
public enum Heat {
  /// Its method has a significant share of the CPU samples; without a recording, C2 compiled it
  /// after many calls.
  HOT("hot"),
  /// C2 compiled it.
  COMPILED("compiled, not hot"),
  /// It was executed, but C2 did not compile it.
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

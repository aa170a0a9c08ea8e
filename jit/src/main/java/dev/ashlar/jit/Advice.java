// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

/// The remedy for a finding.
///
/// @param summary what to do
/// @param detail how, or under which condition: the rest of the sentence with its leading
///   punctuation; empty if there is none
public record Advice(String summary, String detail) {
  /// No remedy is possible or necessary.
  public static final Advice NOTHING = new Advice("nothing", "");

  static Advice of(String summary) {
    return new Advice(summary, "");
  }

  /// {@return summary and detail as one sentence, without a period}
  public String text() {
    return summary + detail;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

/// A line of Java, or the reason why there is none.
///
/// @param line an expression or a statement; empty if there is none
/// @param declarations the members that the line needs, or the whole example that it is a part of;
///   may be empty
/// @param absence the reason why there is no line; empty if there is one
public record Code(String line, String declarations, String absence) {
  static Code of(String line, String declarations) {
    return new Code(line, declarations, "");
  }

  static Code none(String why) {
    return new Code("", "", why);
  }

  public boolean exists() {
    return absence.isEmpty();
  }

  /// {@return the line, or the reason why there is none}
  public String words() {
    return exists() ? line : absence.startsWith("Nothing") ? absence : "none: " + absence;
  }
}

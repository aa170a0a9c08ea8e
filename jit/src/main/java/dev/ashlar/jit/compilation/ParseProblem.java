// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.Locale;

/// A kind of problem in a log, with the number of parts that could not be read.
///
/// @param what the kind of problem, as in `torn tags`
/// @param firstByteOffset the byte offset in the file at which it occurs first
public record ParseProblem(String what, long count, long firstByteOffset) {
  /// {@return the problem as text, as in `torn tags: 3, first at byte 1,704`}
  public String words() {
    return String.format(Locale.ROOT, "%s: %,d, first at byte %,d", what, count, firstByteOffset);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

/// The new length of an array that has to grow.
public final class ArrayGrowth {
  /// The longest array that every JVM can make.
  public static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

  private ArrayGrowth() {}

  /// {@return a length of at least `needed`, and of at least `preferred` if an array can have it}
  ///
  /// @throws OutOfMemoryError if no array can have `needed` elements
  public static int length(long needed, long preferred) {
    if (needed > MAX_LENGTH) {
      throw new OutOfMemoryError(
          needed + " elements are more than an array can hold (" + MAX_LENGTH + ")");
    }
    return (int) Math.clamp(preferred, needed, MAX_LENGTH);
  }
}

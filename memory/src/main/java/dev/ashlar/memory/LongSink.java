// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.Arrays;

/// A [Sink] of longs.
///
/// ```java
/// long[] powers =
///     Unzeroed.longs(
///         64,
///         sink -> {
///           for (int i = 0; i < 64; i++) {
///             sink.append(1L << i);
///           }
///         });
/// ```
public final class LongSink extends Sink {
  private final long[] array;

  LongSink(long[] array) {
    super(array.length);
    this.array = array;
  }

  /// Appends one long.
  public void append(long value) {
    int at = claim(1);
    array[at] = value;
    advance(1);
  }

  /// Appends `length` longs of `source` from index `from` on.
  public void append(long[] source, int from, int length) {
    append(source, source.length, from, length, array);
  }

  /// Appends `value` `count` times.
  public void fill(long value, int count) {
    int at = claim(count);
    Arrays.fill(array, at, at + count, value);
    advance(count);
  }

  /// Appends the last `length` longs again, `times` times.
  public void repeat(int length, int times) {
    repeat(length, times, array);
  }

  /// Ends the sink and returns the array; elements that were not appended are zero.
  long[] finish() {
    int end = end();
    if (Uninitialized.IS_SUPPORTED && end < array.length) {
      Arrays.fill(array, end, array.length, 0);
    }
    return array;
  }
}

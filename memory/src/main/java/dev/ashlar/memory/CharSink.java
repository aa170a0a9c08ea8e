// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.Arrays;
import java.util.Objects;

/// A [Sink] of chars.
///
/// ```java
/// char[] line =
///     Unzeroed.chars(
///         8,
///         sink -> {
///           sink.append("ab", 0, 2);
///           sink.repeat(2, 3);
///         });
/// ```
public final class CharSink extends Sink {
  private final char[] array;

  CharSink(char[] array) {
    super(array.length);
    this.array = array;
  }

  /// Appends one char.
  public void append(char value) {
    int at = claim(1);
    array[at] = value;
    advance(1);
  }

  /// Appends `length` chars of `source` from index `from` on.
  public void append(char[] source, int from, int length) {
    append(source, source.length, from, length, array);
  }

  /// Appends `value` `count` times.
  public void fill(char value, int count) {
    int at = claim(count);
    Arrays.fill(array, at, at + count, value);
    advance(count);
  }

  /// Appends the last `length` chars again, `times` times.
  public void repeat(int length, int times) {
    repeat(length, times, array);
  }

  /// Appends the chars of `source` from index `from` to index `to`, exclusive.
  public void append(String source, int from, int to) {
    Objects.checkFromToIndex(from, to, source.length());
    int at = claim(to - from);
    source.getChars(from, to, array, at);
    advance(to - from);
  }

  /// Ends the sink and returns the array; elements that were not appended are zero.
  char[] finish() {
    int end = end();
    if (Uninitialized.IS_SUPPORTED && end < array.length) {
      Arrays.fill(array, end, array.length, '\0');
    }
    return array;
  }
}

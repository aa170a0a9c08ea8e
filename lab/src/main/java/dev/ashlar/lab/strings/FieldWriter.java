// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import dev.ashlar.text.Utf8Constant;
import java.util.Arrays;

/// A contender: writes messages of protobuf string fields (tag, length, UTF-8) to a buffer that is
/// reused.
interface FieldWriter {
  /// The number and the wire type of each field that is written: field 1, length-delimited.
  byte TAG = 1 << 3 | 2;

  /// Writes a message that has a field for each of `texts[from, to)`.
  ///
  /// @return the bytes written
  long write(String[] texts, int from, int to);

  /// {@return the bytes of the last message, which must have had one field}
  byte[] written();

  /// [Utf8Constant]. All texts of an array are encoded before its first write, as in an exporter
  /// that knows its keys.
  final class ConstantWriter implements FieldWriter {
    /// The most bytes of a tag and a length.
    private static final int OVERHEAD = 8;

    private final byte[] buffer;
    private String[] known = {};
    private Utf8Constant[] constants = {};
    private int lastEnd;

    ConstantWriter(int capacity) {
      buffer = new byte[capacity];
    }

    @Override
    public long write(String[] texts, int from, int to) {
      prepare(texts);
      long total = 0;
      int position = 0;
      for (int i = from; i < to; i++) {
        Utf8Constant constant = constants[i];
        int size = constant.encodedLength();
        if (buffer.length - position < size + OVERHEAD) {
          position = 0;
        }
        buffer[position] = TAG;
        int at = BufferWriter.putVarint(buffer, position + 1, size);
        int end = at + constant.encode(buffer, at);
        total += end - position;
        position = end;
      }
      lastEnd = position;
      return total;
    }

    /// Compares arrays by identity, because the same array always has the same texts.
    @SuppressWarnings("ReferenceEquality")
    private void prepare(String[] texts) {
      if (texts != known) {
        constants = Arrays.stream(texts).map(Utf8Constant::of).toArray(Utf8Constant[]::new);
        known = texts;
      }
    }

    @Override
    public byte[] written() {
      return Arrays.copyOf(buffer, lastEnd);
    }
  }

  /// Writes nothing, and so measures the cost of the loop around the contenders.
  final class HarnessWriter implements FieldWriter {
    @Override
    public long write(String[] texts, int from, int to) {
      long total = 0;
      for (int i = from; i < to; i++) {
        total += texts[i].length();
      }
      return total;
    }

    @Override
    public byte[] written() {
      return new byte[0];
    }
  }
}

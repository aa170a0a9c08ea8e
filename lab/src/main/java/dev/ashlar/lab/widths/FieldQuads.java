// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

/// Columns in chunks. All chunks have the same number of rows, a power of two. The columns of a
/// chunk lie one after another. Subclasses differ only in the read of a value from a chunk.
abstract class FieldQuads extends Quads {
  private final int shift;

  FieldQuads(int chunkRows) {
    this.shift = Integer.numberOfTrailingZeros(chunkRows);
  }

  /// {@return the value at an index of a chunk}
  abstract long at(int chunk, int index);

  private long field(int row, int field) {
    return at(row >> shift, (field << shift) + (row & ((1 << shift) - 1)));
  }

  private long value(int row) {
    return field(row, 0) * field(row, 1) + field(row, 2) - field(row, 3);
  }

  @Override
  final long scan(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum += value(row);
    }
    return sum;
  }

  @Override
  final long get(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum += new Quad(field(row, 0), field(row, 1), field(row, 2), field(row, 3)).value();
    }
    return sum;
  }

  @Override
  final long random(int[] rows, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += value(rows[i]);
    }
    return sum;
  }

  /// {@return the values of a chunk: its columns, one after another}
  static long[] chunk(int chunk, int chunkRows) {
    long[] values = new long[FIELDS * chunkRows];
    for (int i = 0; i < chunkRows; i++) {
      Quad quad = Quad.of(chunk * chunkRows + i);
      values[i] = quad.a();
      values[chunkRows + i] = quad.b();
      values[2 * chunkRows + i] = quad.c();
      values[3 * chunkRows + i] = quad.d();
    }
    return values;
  }
}

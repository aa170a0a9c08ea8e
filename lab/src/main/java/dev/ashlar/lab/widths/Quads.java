// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.widths.Quads.FieldQuads;
import dev.ashlar.lab.widths.Quads.Quad;
import dev.ashlar.table.Cursor;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A contender that stores [Quad]s by columns, in one chunk or in several.
abstract class Quads implements AutoCloseable {
  /// A power of two.
  static final int ROWS = 1 << 18;

  static final int FIELDS = 4;

  /// {@return the sum of [Quad#value] for the rows `from` to `to - 1`}
  abstract long scan(int from, int to);

  /// {@return the same sum as [#scan], with a [Quad] object for each row}
  abstract long get(int from, int to);

  /// {@return the same sum for the row numbers in `rows[from]` to `rows[to - 1]`}
  abstract long random(int[] rows, int from, int to);

  /// {@return small instances of this class in other kinds of memory, which the caller closes}
  ///
  /// @param rows the number of rows in each of them
  /// @param kinds the maximum number of kinds, the kind of this instance included
  abstract List<? extends Quads> kin(int rows, int kinds);

  @Override
  public void close() {}

  /// The record of the tables for the cases about chunks and kinds of memory. Its fields are
  /// computed from the row number.
  record Quad(long a, long b, long c, long d) {
    static Quad of(int row) {
      long a = row * 0x9E37_79B9_7F4A_7C15L;
      return new Quad(a, a >>> 7, a ^ row, row);
    }

    /// {@return the number that a scan adds to its sum for this row}
    long value() {
      return a * b + c - d;
    }
  }

  /// The fields of a [Quad] in a table.
  interface QuadCursor extends Cursor {
    long a();

    long b();

    long c();

    long d();
  }

  /// Columns in chunks. All chunks have the same number of rows, a power of two. The columns of a
  /// chunk lie one after another. Subclasses differ only in the read of a value from a chunk.
  abstract static class FieldQuads extends Quads {
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

  /// A `long[]` for each chunk.
  static final class ArrayQuads extends FieldQuads {
    private final long[][] chunks;

    ArrayQuads(int rows, int chunkRows) {
      super(chunkRows);
      chunks =
          IntStream.range(0, rows / chunkRows)
              .mapToObj(chunk -> chunk(chunk, chunkRows))
              .toArray(long[][]::new);
    }

    @Override
    long at(int chunk, int index) {
      return chunks[chunk][index];
    }

    /// There is one kind of `long[]`.
    @Override
    List<ArrayQuads> kin(int rows, int kinds) {
      return List.of();
    }
  }

  /// `sun.misc.Unsafe`, with the array and offset, or null and the address, of each chunk.
  @SuppressWarnings("removal") // Unsafe is the reference for the others.
  static final class UnsafeQuads extends FieldQuads {
    private final UnsafeRows memory;

    UnsafeQuads(boolean onHeap, int rows, int chunkRows) {
      super(chunkRows);
      int chunks = rows / chunkRows;
      memory = UnsafeRows.allocate(onHeap, chunks, FIELDS * chunkRows);
      for (int chunk = 0; chunk < chunks; chunk++) {
        long[] values = chunk(chunk, chunkRows);
        for (int i = 0; i < values.length; i++) {
          memory.put(chunk, i, values[i]);
        }
      }
    }

    @Override
    long at(int chunk, int index) {
      return UnsafeRows.UNSAFE.getLong(memory.arrays[chunk], memory.bases[chunk] + 8L * index);
    }

    @Override
    List<UnsafeQuads> kin(int rows, int kinds) {
      return kinds == 1 ? List.of() : List.of(new UnsafeQuads(true, rows, rows));
    }
  }

  /// A segment for each chunk.
  static final class SegmentQuads extends FieldQuads {
    /// Allocators of segments; the timed kind is the first.
    private static final List<IntFunction<MemorySegment>> KINDS =
        List.of(
            MemoryKind.NATIVE::allocate,
            size -> MemorySegment.ofArray(new long[size / 8]),
            MemoryKind.HEAP::allocate,
            MemoryKind.MAPPED::allocate,
            size -> MemorySegment.ofArray(new int[size / 4]),
            size -> MemorySegment.ofArray(new double[size / 8]),
            size -> MemorySegment.ofArray(new float[size / 4]),
            size -> MemorySegment.ofArray(new char[size / 2]),
            size -> MemorySegment.ofArray(new short[size / 2]));

    private final MemorySegment[] chunks;

    private SegmentQuads(int rows, int chunkRows, IntFunction<MemorySegment> memory) {
      super(chunkRows);
      chunks =
          IntStream.range(0, rows / chunkRows)
              .mapToObj(chunk -> {
                long[] values = chunk(chunk, chunkRows);
                MemorySegment to = memory.apply(values.length * Long.BYTES);
                return to.copyFrom(MemorySegment.ofArray(values));
              })
              .toArray(MemorySegment[]::new);
    }

    static SegmentQuads ofNative(int rows, int chunkRows) {
      return new SegmentQuads(rows, chunkRows, KINDS.getFirst());
    }

    @Override
    long at(int chunk, int index) {
      return chunks[chunk].get(JAVA_LONG_UNALIGNED, 8L * index);
    }

    @Override
    List<SegmentQuads> kin(int rows, int kinds) {
      return KINDS.subList(1, kinds).stream()
          .map(kind -> new SegmentQuads(rows, rows, kind))
          .toList();
    }
  }
}

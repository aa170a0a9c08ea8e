// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import dev.ashlar.lab.experiment.SunUnsafe;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import sun.misc.Unsafe;

/// Rows or columns of `long` fields, for `sun.misc.Unsafe`. On the heap, a part is an array and an
/// offset. Off the heap, a part is null and an address.
@SuppressWarnings("removal") // Unsafe is the reference for the others.
final class UnsafeRows {
  static final Unsafe UNSAFE = SunUnsafe.get();

  /// The array of the first part, which is the only part of rows; null off the heap.
  final @Nullable Object array;

  final long base;

  /// The array of each part, which is a column, a chunk, or all rows; null off the heap.
  final @Nullable Object[] arrays;

  final long[] bases;

  /// The memory at the addresses; kept reachable.
  @SuppressWarnings("unused")
  private final @Nullable MemorySegment owner;

  private UnsafeRows(@Nullable Object[] arrays, long[] bases, @Nullable MemorySegment owner) {
    this.array = arrays[0];
    this.base = bases[0];
    this.arrays = arrays;
    this.bases = bases;
    this.owner = owner;
  }

  /// {@return memory of `parts` parts of `longs` values each}
  static UnsafeRows allocate(boolean onHeap, int parts, int longs) {
    @Nullable Object[] arrays = new @Nullable Object[parts];
    long[] bases = new long[parts];
    MemorySegment owner = null;
    if (!onHeap) {
      owner = Arena.ofAuto().allocate(8L * parts * longs, Long.BYTES);
    }
    for (int part = 0; part < parts; part++) {
      arrays[part] = onHeap ? new long[longs] : null;
      bases[part] =
          owner == null ? Unsafe.ARRAY_LONG_BASE_OFFSET : owner.address() + 8L * part * longs;
    }
    return new UnsafeRows(arrays, bases, owner);
  }

  void put(int part, int index, long value) {
    UNSAFE.putLong(arrays[part], bases[part] + 8L * index, value);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextWords;
import dev.ashlar.table.internal.schema.Layout;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// The long texts of a table in arrays or in an arena. Each piece is as large as all earlier pieces
/// together, or as large as its first text.
final class MemoryTexts extends TextArea {
  private static final long MIN_PIECE = 1 << 12;

  private final LongFunction<MemorySegment> allocator;

  /// Another array when there is one more.
  private volatile MemorySegment[] pieces = {};

  /// The bytes in use of the last piece, and the size of all.
  private long used;

  private long total;

  /// @param allocator makes a piece of so many bytes
  MemoryTexts(LongFunction<MemorySegment> allocator) {
    this.allocator = allocator;
  }

  @Override
  public @Nullable MemorySegment memory(long rest, int length) {
    MemorySegment[] now = pieces;
    int piece = TextWords.piece(rest);
    return piece >= 0 && piece < now.length ? now[piece] : null;
  }

  @Override
  public long offset(long rest) {
    return TextWords.offset(rest);
  }

  @Override
  protected boolean hasChecksums() {
    return false;
  }

  @Override
  protected long reserve(int length) {
    return reserve(Layout.roundUp((long) PREFIX + length, Long.BYTES));
  }

  /// Returns the place of a text that takes so many bytes.
  private synchronized long reserve(long byteSize) {
    MemorySegment[] now = pieces;
    if (now.length == 0 || byteSize > now[now.length - 1].byteSize() - used) {
      long wanted = Math.clamp(total, MIN_PIECE, MAX_LENGTH);
      long size = Math.max(wanted, byteSize);
      MemorySegment piece = allocator.apply(size).asSlice(0, size);
      // The arena may have written texts meanwhile, in this thread.
      now = Arrays.copyOf(pieces, pieces.length + 1);
      now[now.length - 1] = piece;
      total += size;
      used = 0;
      pieces = now;
    }
    long at = used;
    used = at + byteSize;
    return TextWords.place(now.length - 1, (int) (at + PREFIX));
  }
}

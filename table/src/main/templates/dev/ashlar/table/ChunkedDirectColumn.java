// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.ChunkDirectory;
import dev.ashlar.table.internal.access.ChunkNumber;
import dev.ashlar.table.internal.access.SegmentAccess;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// A whole column whose values are in several runs of native memory that are reached directly. Each
/// row is looked up, as in [ChunkedArrayColumn].
@SuppressWarnings("ReachabilityFenceUsage") // An access that throws has not been one.
final class ChunkedDirectColumn extends Column {
  private static final MemorySegment ALL = TableType.PERMIT.memory();

  private final Chunk[] chunks;
  private final ChunkDirectory directory;

  /// For each chunk, where row 0 would be, if the chunk reached there: any number.
  private final long[] origins;

  private ChunkedDirectColumn(Table<?> table, Field field, TableMemory tableMemory, long size) {
    super(table, field, tableMemory, 0, size);
    this.chunks = tableMemory.chunks().toArray(Chunk[]::new);
    this.directory = tableMemory.directory();
    this.origins = new long[chunks.length];
    for (int i = 0; i < chunks.length; i++) {
      long start = chunks[i].addresses[this.field.index()];
      origins[i] = start - chunks[i].first * this.field.byteSize();
    }
  }

  static Column of(Table<?> table, Field field, TableMemory memory, long size) {
    return new ChunkedDirectColumn(table, field, memory, size);
  }

  @Override
  MemorySegment memory() {
    throw isChunked();
  }

  /// Returns which chunk has a row, if this thread may reach it now.
  private int find(int row) {
    requireUsable();
    chunk.requireDirect(); // All chunks have the same ownership.
    return new ChunkNumber(directory, row).number;
  }

  private long address(int at, int row, int byteSize) {
    return (origins[at] + (long) row * byteSize) & Chunk.MAX_BASE;
  }

  @Override
  public int getOrdinal(long row) {
    int in = require(row, requireEnum());
    int at = find(in);
    int ordinal =
        field.primitive() == PrimitiveType.BYTE
            ? SegmentAccess.getByte(ALL, address(at, in, Byte.BYTES)) & 0xFF
            : SegmentAccess.getChar(ALL, address(at, in, Character.BYTES));
    Reference.reachabilityFence(chunks);
    return ordinal;
  }

  //@ for primitives
  @Override
  public $type get$Name(long row) {
    int in = require(row, $type.class);
    int at = find(in);
    $type value = SegmentAccess.get$Name(ALL, address(at, in, $Box.BYTES));
    Reference.reachabilityFence(chunks);
    return value;
  }

  @Override
  public void set$Name(long row, $type value) {
    int in = require(row, $type.class);
    int at = find(in);
    requireWritable(chunks[at], row);
    SegmentAccess.set$Name(ALL, address(at, in, $Box.BYTES), value);
    Reference.reachabilityFence(chunks);
  }

  //@ end
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.schema.RecordLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The current chunks of a table. This object never changes. A table that grows gets another one,
/// with the same chunks and maybe more. A closed table gets one without memory.
///
/// A chunk is found by a directory. It has the chunk of the first row of each group of equally many
/// rows. Most other rows are in the same chunk.
///
/// All chunks have one kind.
public final class TableMemory {
  /// The most entries of the directory, so that it stays small beside the rows.
  private static final int MAX_ENTRIES = 1 << 12;

  private final Chunk[] chunks;
  private final long capacity;
  private final int shift;
  private final Chunk[] directory;

  /// The only thread that may use them, null if any may; and the file that says so.
  private final @Nullable Thread owner;

  private final @Nullable Storage file;
  private final boolean closed;

  /// Whether [#requireUsable] may throw.
  private final boolean isGuarded;

  private TableMemory(
      Chunk[] chunks, @Nullable Thread owner, @Nullable Storage file, boolean closed) {
    this.closed = closed;
    this.chunks = chunks;
    this.owner = owner;
    this.file = file;
    Chunk last = chunks[chunks.length - 1];
    this.capacity = last.first + last.rows;
    requireOneScope(Arrays.asList(chunks));
    this.shift = shift(chunks, capacity);
    this.isGuarded = closed || owner != null;
    this.directory = new Chunk[(int) (capacity >>> shift) + 1];
    Arrays.setAll(directory, entry -> first((long) entry << shift));
  }

  /// Throws unless the memory of other chunks ends with that of the first one.
  private void requireOneScope(List<Chunk> others) {
    for (Chunk chunk : file == null ? others : List.<Chunk>of()) {
      if (chunk.kind.isNative() && !chunk.memory.scope().equals(chunks[0].memory.scope())) {
        throw new IllegalArgumentException(
            ("The arena gave memory for the rows from %d on that ends at another time than that for"
                    + " the rows before, or that other threads may use: use one that has one scope")
                .formatted(chunk.first));
      }
    }
  }

  /// Returns the binary logarithm of the rows of an entry: those of the smallest chunk except the
  /// last, unless that makes too many entries.
  private static int shift(Chunk[] chunks, long capacity) {
    long rows = Math.max(1, capacity / MAX_ENTRIES);
    long smallest = Long.MAX_VALUE;
    for (int i = 0; i < chunks.length - 1; i++) {
      smallest = Math.min(smallest, Math.max(1, chunks[i].rows));
    }
    long wanted = Math.max(rows, smallest);
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(wanted);
  }

  /// @param chunks one after another from row 0 on; at least one, if only of no rows
  static TableMemory of(List<Chunk> chunks) {
    return new TableMemory(chunks.toArray(new Chunk[0]), null, null, false);
  }

  /// Returns the mapped chunks of a file.
  ///
  /// @param owner the only thread that may use them; null if any may
  public static TableMemory ofFile(List<Chunk> chunks, @Nullable Thread owner, Storage file) {
    return new TableMemory(chunks.toArray(new Chunk[0]), owner, file, false);
  }

  /// Returns the memory of a closed table. Access to a row of it throws.
  public static TableMemory closed(RecordLayout layout, Storage file) {
    MemoryKind kind = ChunkFactory.nativeKind(layout.layout());
    Chunk none = Chunk.ended(kind, layout.schema().fields().size());
    return new TableMemory(new Chunk[] {none}, null, file, true);
  }

  /// Returns these chunks and more behind them.
  ///
  /// @throws IllegalArgumentException if their memory ends at another time
  TableMemory and(List<Chunk> more) {
    requireOneScope(more);
    List<Chunk> all = new ArrayList<>();
    for (Chunk chunk : chunks) {
      if (chunk.rows > 0) {
        all.add(chunk);
      }
    }
    all.addAll(more);
    return new TableMemory(all.toArray(new Chunk[0]), owner, file, closed);
  }

  /// The number of rows there is memory for.
  public long capacity() {
    return capacity;
  }

  public List<Chunk> chunks() {
    return List.of(chunks);
  }

  public Chunk first() {
    return chunks[0];
  }

  /// Returns the chunk of a row; the last one if there is none.
  public Chunk first(long row) {
    return chunks[index(row)];
  }

  /// Searches for the last chunk that begins at the row or before.
  private int index(long row) {
    int low = 0;
    int high = chunks.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (chunks[middle].first <= row) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /// Returns the row behind the last one that is in the same run of memory as a chunk.
  public long runEnd(Chunk chunk) {
    int last = index(chunk.first);
    while (last < chunks.length - 1 && ChunkFactory.adjoin(chunks[last], chunks[last + 1])) {
      last++;
    }
    return chunks[last].first + chunks[last].rows;
  }

  /// Whether all rows are in one chunk, which any thread may use.
  public boolean isOneChunk() {
    return chunks.length == 1 && owner == null;
  }

  /// Returns the chunk of a row there is memory for.
  ///
  /// @throws WrongThreadException if another thread owns the rows
  /// @throws IllegalStateException if the table is closed
  public Chunk chunk(long row) {
    if (isGuarded) {
      requireUsable();
    }
    Chunk chunk = directory[(int) (row >>> shift)];
    return row - chunk.first < chunk.rows ? chunk : first(row);
  }

  /// The only thread that may use the rows; null if any may.
  public @Nullable Thread owner() {
    return owner;
  }

  /// Ends all chunks.
  public void end() {
    for (Chunk chunk : chunks) {
      chunk.end();
    }
  }

  /// Throws unless this thread may use the rows of a file now.
  public void requireUsable() {
    if (file != null) {
      if (closed) {
        throw file.closed();
      }
      if (owner != null) {
        file.requireOwner();
      }
    }
  }

  /// Shows the rows of a table of this size.
  public void fill(long size) {
    for (Chunk chunk : chunks) {
      chunk.fill(size);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.index.IndexFile.Piece;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// An index in its [file][IndexFile], which is mapped. Opening it reads a few bytes. A look-up
/// reads and checks the pieces that it needs. [#load] reads and checks all, on several processors.
///
/// One thread at a time may use it. After [#close] it throws `IllegalStateException`.
final class StoredIndex {
  /// Says that a piece does not have its checksum.
  static final class DamagedException extends Exception {
    private static final long serialVersionUID = 1;
  }

  private static final int MAX_LOOK_UPS = 1_000;

  private final MemorySegment file;
  private final Arena arena;
  private final boolean numbers;
  private final KeyHash hashes;
  private final long keys;
  private final long length;
  private final long linked;
  private final long rows;
  private final ByteBuffer checksums;
  private final int stride;

  /// The pieces that have their checksums.
  private final BitSet checked = new BitSet();

  private int lookUps;

  /// @param rows those of the table; `linked` is the number of rows that have links
  StoredIndex(
      MemorySegment file,
      Arena arena,
      boolean numbers,
      KeyHash hashes,
      long keys,
      long length,
      long linked,
      long rows,
      ByteBuffer checksums) {
    this.file = file;
    this.arena = arena;
    this.numbers = numbers;
    this.hashes = hashes;
    this.keys = keys;
    this.length = length;
    this.linked = linked;
    this.rows = rows;
    this.checksums = checksums;
    this.stride = (int) Slots.ints(1, numbers);
  }

  KeyHash hashes() {
    return hashes;
  }

  long keys() {
    return keys;
  }

  long rows() {
    return rows;
  }

  void close() {
    arena.close();
  }

  /// Whether to look up here once more. A look-up takes a lock, and loading takes a tenth of a
  /// second for some million keys.
  boolean isEnough() {
    return ++lookUps <= MAX_LOOK_UPS;
  }

  /// Returns the first row of a number, or of a hash, that has the key; -1 if there is none.
  long find(long key, LongPredicate hasKey) throws DamagedException {
    long slot = Slots.first(key, length, numbers);
    for (long tried = 0; tried < length && get(0, slot * stride) != 0; tried++) {
      long found = (long) get(0, slot * stride + 1) << Integer.SIZE;
      if (numbers) {
        found |= Integer.toUnsignedLong(get(0, slot * stride + 2));
      }
      if (found == key) {
        long first = Integer.toUnsignedLong(get(0, slot * stride)) - 1;
        for (long row = requireRow(first); row >= 0; row = next(row)) {
          if (hasKey.test(row)) {
            return row;
          }
        }
      }
      slot = slot + 1 == length ? 0 : slot + 1;
    }
    return -1;
  }

  /// Returns the next row of the same key; -1 if there is none.
  long next(long row) throws DamagedException {
    return row < linked ? requireRow(get(length * stride, row) - 1L) : -1;
  }

  private long requireRow(long row) throws DamagedException {
    if (row >= rows) {
      throw new DamagedException();
    }
    return row;
  }

  /// Returns an int of the array that begins behind so many ints.
  private int get(long start, long index) throws DamagedException {
    try {
      return checked(start, index);
    } catch (InternalError cutOff) {
      throw new DamagedException();
    }
  }

  private int checked(long start, long index) throws DamagedException {
    int piece = (int) (IndexFile.pieces(start) + index / IndexFile.PIECE);
    if (!checked.get(piece)) {
      long from = index / IndexFile.PIECE * IndexFile.PIECE;
      long count = Math.min(IndexFile.PIECE, (start == 0 ? length * stride : linked) - from);
      if (!isWhole(piece, bytes(start + from, count))) {
        throw new DamagedException();
      }
      checked.set(piece);
    }
    return file.get(ValueLayout.JAVA_INT, IndexFile.HEADER + (start + index) * Integer.BYTES);
  }

  private ByteBuffer bytes(long from, long ints) {
    return IndexFile.bytes(file, IndexFile.HEADER + from * Integer.BYTES, ints * Integer.BYTES);
  }

  /// The checksum is computed of a copy: its intrinsic would end the JVM where the file is cut off,
  /// and copying throws an [InternalError].
  private boolean isWhole(int piece, ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(0, copy);
    return IndexFile.checksum(ByteBuffer.wrap(copy)) == checksums.getInt(piece * Integer.BYTES);
  }

  /// Reads all of it.
  ///
  /// @return null if it is damaged
  @Nullable Loaded load() {
    Slots slots = Slots.ofLength((int) length, numbers);
    RowLinks links = linked == 0 ? null : RowLinks.of(linked);
    List<Piece> pieces = IndexFile.pieces(slots, links, rows);
    long found =
        IntStream.range(0, pieces.size())
            .parallel()
            .mapToLong(piece -> load(piece, pieces.get(piece)))
            .reduce(0, (sum, more) -> sum < 0 || more < 0 ? -1 : sum + more);
    return found == keys ? new Loaded(slots, links) : null;
  }

  record Loaded(Slots slots, @Nullable RowLinks links) {}

  private int load(int number, Piece piece) {
    try {
      ByteBuffer bytes = IndexFile.bytes(file, piece.offset(), piece.byteSize());
      piece.values().put(bytes.asIntBuffer());
      return isWhole(number, bytes) ? piece.check().getAsInt() : -1;
    } catch (InternalError cutOff) {
      return -1;
    }
  }
}

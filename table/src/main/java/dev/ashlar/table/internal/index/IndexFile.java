// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.table.internal.index.HashIndex.Rows;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// An index in a file beside its table. It can always be made again, so a file that is stale,
/// damaged or of another version is ignored.
///
/// ```
///  0  "ASHLARIX"
///  8  version, long, in the byte order of the machine
/// 16  number of the table, checksum of its commit, rows, longs
/// 40  keys, number of slots, rows with links, longs: 0 if no key has several rows
/// 64  the two numbers of the hashes and their bits, longs; see KeyHash
/// 88  slots, then next and previous rows, ints; see Slots and RowLinks
///     CRC-32C of each piece of these, ints
///     CRC-32C of the names of the fields in UTF-8, of the first 88 bytes and of those checksums, int
/// ```
public final class IndexFile {
  private static final long MAGIC =
      ByteBuffer.wrap("ASHLARIX".getBytes(US_ASCII)).order(ByteOrder.nativeOrder()).getLong();

  private static final long VERSION = 3;
  static final int HEADER = 11 * Long.BYTES;

  /// The ints of a piece: whole slots.
  static final int PIECE = 3 << 13;

  /// The most chars of a name that are part of the file's.
  private static final int MAX_NAME = 80;

  /// The rows that an index was made from.
  ///
  /// @param table the number of the table
  /// @param checksum the checksum of the last commit, of its number and of its blocks; nothing was
  ///   written since then
  public record Stamp(long table, long checksum, long rows) {}

  /// A part of an array at an offset of the file.
  ///
  /// @param check of what was read: -1 if it is wrong, otherwise the number of keys
  record Piece(IntBuffer values, long offset, IntSupplier check) {
    int byteSize() {
      return values.remaining() * Integer.BYTES;
    }
  }

  private final FileChannel channel;
  private final KeyField field;

  private IndexFile(FileChannel channel, KeyField field) {
    this.channel = channel;
    this.field = field;
  }

  /// Where the index of fields is. Letters beyond ASCII and long names are replaced, as file
  /// systems may not have them.
  ///
  /// @param table its path without symbolic links
  /// @param name of the [fields][KeyField#name]
  public static Path path(Path table, String name) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char each = name.charAt(i);
      safe.append(each < 0x80 ? String.valueOf(each) : "%%%04X".formatted((int) each));
    }
    if (safe.length() > MAX_NAME) {
      safe.setLength(MAX_NAME);
      safe.append('~').append(Integer.toHexString(name.hashCode()));
    }
    return table.resolveSibling(table.getFileName() + "." + safe + ".index");
  }

  /// Writes an index: the file is there as a whole or not at all. The caller has its lock.
  public static void write(HashIndex index, Path path, Stamp stamp) throws IOException {
    Path unfinished = path.resolveSibling(path.getFileName() + ".new");
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      new IndexFile(channel, index.field()).write(index, stamp);
      channel.force(true);
      Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (Throwable failure) {
      Files.deleteIfExists(unfinished);
      throw failure;
    }
  }

  private void write(HashIndex index, Stamp stamp) throws IOException {
    Slots slots = index.slots();
    RowLinks links = index.links();
    KeyHash hashes = index.hashes();
    ByteBuffer header = buffer(HEADER).putLong(MAGIC).putLong(VERSION);
    header.putLong(stamp.table).putLong(stamp.checksum).putLong(stamp.rows);
    header.putLong(index.keys()).putLong(slots.length());
    header.putLong(links == null ? 0 : stamp.rows);
    header.putLong(hashes.k0()).putLong(hashes.k1()).putLong(hashes.bits());
    List<Piece> pieces = pieces(slots, links, stamp.rows);
    ByteBuffer checksums = buffer((pieces.size() + 1) * Integer.BYTES);
    write(header.flip());
    ByteBuffer buffer = buffer(PIECE * Integer.BYTES);
    for (Piece piece : pieces) {
      buffer.clear().limit(piece.byteSize()).asIntBuffer().put(piece.values);
      checksums.putInt(checksum(buffer));
      write(buffer);
    }
    write(checksums.putInt(checksum(header, checksums)).flip());
  }

  private static ByteBuffer buffer(int byteSize) {
    return ByteBuffer.allocateDirect(byteSize).order(ByteOrder.nativeOrder());
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  static int checksum(ByteBuffer bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.duplicate());
    return (int) checksum.getValue();
  }

  /// Returns the checksum of the name, of a header, and of the checksums before a buffer's
  /// position.
  private int checksum(ByteBuffer header, ByteBuffer checksums) {
    CRC32C checksum = new CRC32C();
    checksum.update(field.name().getBytes(UTF_8));
    checksum.update(header.duplicate().rewind());
    checksum.update(checksums.duplicate().flip());
    return (int) checksum.getValue();
  }

  /// Returns the index that a file has; null if it is of other rows, or there is none.
  public static @Nullable HashIndex read(
      Path path, Stamp stamp, KeyField field, boolean unique, Rows rows, Object lock)
      throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      StoredIndex stored = new IndexFile(channel, field).read(stamp, unique);
      return stored == null ? null : new HashIndex(field, unique, rows, lock, stored);
    } catch (NoSuchFileException none) {
      return null;
    }
  }

  private @Nullable StoredIndex read(Stamp stamp, boolean unique) throws IOException {
    long size = channel.size();
    if (size < HEADER) {
      return null;
    }
    Arena arena = Arena.ofShared();
    StoredIndex stored = null;
    try {
      stored = read(channel.map(MapMode.READ_ONLY, 0, size, arena), arena, stamp, unique);
      return stored;
    } finally {
      if (stored == null) {
        arena.close();
      }
    }
  }

  private @Nullable StoredIndex read(MemorySegment file, Arena arena, Stamp stamp, boolean unique) {
    ByteBuffer header = bytes(file, 0, HEADER);
    boolean known = header.getLong() == MAGIC && header.getLong() == VERSION;
    Stamp of = new Stamp(header.getLong(), header.getLong(), header.getLong());
    long keys = header.getLong();
    long length = header.getLong();
    long linked = header.getLong();
    KeyHash hashes = new KeyHash(header.getLong(), header.getLong(), (int) header.getLong());
    if (!known
        || !of.equals(stamp)
        || (linked != 0 && (unique || linked != stamp.rows))
        || !Slots.isPossible(length, keys)) {
      return null;
    }
    long ints = Slots.ints(length, field.isNumber());
    long end = HEADER + (ints + 2 * linked) * Integer.BYTES;
    int ofChecksums = (int) (pieces(ints) + 2 * pieces(linked) + 1) * Integer.BYTES;
    if (file.byteSize() != end + ofChecksums) {
      return null;
    }
    ByteBuffer checksums = bytes(file, end, ofChecksums).position(ofChecksums - Integer.BYTES);
    return checksums.getInt(checksums.position()) == checksum(header, checksums)
        ? new StoredIndex(
            file, arena, field.isNumber(), hashes, keys, length, linked, stamp.rows, checksums)
        : null;
  }

  static ByteBuffer bytes(MemorySegment file, long offset, long byteSize) {
    return file.asSlice(offset, byteSize).asByteBuffer().order(ByteOrder.nativeOrder());
  }

  /// The number of pieces of an array.
  static long pieces(long ints) {
    return (ints + PIECE - 1) / PIECE;
  }

  /// Returns the parts that are in the file one after another.
  static List<Piece> pieces(Slots slots, @Nullable RowLinks links, long rows) {
    List<Piece> pieces = new ArrayList<>();
    int[] ints = slots.ints();
    add(pieces, ints, ints.length, (from, to) -> slots.used(from, to, rows));
    if (links != null) {
      for (int[] each : links.arrays()) {
        add(pieces, each, (int) rows, (from, to) -> RowLinks.check(each, from, to, rows));
      }
    }
    return pieces;
  }

  private static void add(List<Piece> pieces, int[] values, int count, IntBinaryOperator check) {
    long offset = HEADER;
    if (!pieces.isEmpty()) {
      offset = pieces.getLast().offset + pieces.getLast().byteSize();
    }
    for (int from = 0; from < count; ) {
      int first = from;
      int to = from + Math.min(PIECE, count - from);
      IntBuffer part = IntBuffer.wrap(values, from, to - from).slice();
      pieces.add(
          new Piece(part, offset + (long) from * Integer.BYTES, () -> check.applyAsInt(first, to)));
      from = to;
    }
  }
}

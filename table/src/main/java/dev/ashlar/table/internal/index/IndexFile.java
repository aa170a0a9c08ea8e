// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.table.internal.index.HashIndex.Rows;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
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
///
/// Pieces are read by several threads: it is the processor that takes the time.
public final class IndexFile {
  private static final long MAGIC =
      ByteBuffer.wrap("ASHLARIX".getBytes(US_ASCII)).order(ByteOrder.nativeOrder()).getLong();

  private static final long VERSION = 3;
  private static final int HEADER = 11 * Long.BYTES;

  /// The ints of a piece: whole slots.
  private static final int PIECE = 3 << 15;

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
  private record Piece(IntBuffer values, long offset, IntSupplier check) {
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
      buffer.clear().asIntBuffer().put(piece.values);
      checksums.putInt(checksum(buffer.limit(piece.values.position() * Integer.BYTES)));
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

  private static int checksum(ByteBuffer bytes) {
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

  /// Returns the index that a file has; null if it is of other rows, or damaged, or there is none.
  public static @Nullable HashIndex read(
      Path path, Stamp stamp, KeyField field, boolean unique, Rows rows, Object lock)
      throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return new IndexFile(channel, field).read(stamp, unique, rows, lock);
    } catch (NoSuchFileException | EOFException notWhole) {
      return null;
    }
  }

  private @Nullable HashIndex read(Stamp stamp, boolean unique, Rows rows, Object lock)
      throws IOException {
    ByteBuffer header = read(buffer(HEADER), 0);
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
    if (channel.size() != end + ofChecksums) {
      return null;
    }
    ByteBuffer checksums = read(buffer(ofChecksums), end).position(ofChecksums - Integer.BYTES);
    if (checksums.getInt(checksums.position()) != checksum(header, checksums)) {
      return null;
    }
    Slots slots = Slots.ofLength((int) length, field.isNumber());
    RowLinks links = linked == 0 ? null : RowLinks.of(linked);
    return read(pieces(slots, links, stamp.rows), checksums) == keys
        ? new HashIndex(field, hashes, unique, rows, lock, slots, links, keys)
        : null;
  }

  /// The number of pieces of an array.
  private static long pieces(long ints) {
    return (ints + PIECE - 1) / PIECE;
  }

  /// Returns the parts that are in the file one after another.
  private static List<Piece> pieces(Slots slots, @Nullable RowLinks links, long rows) {
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
      IntBuffer part = IntBuffer.wrap(values, from, to - from);
      pieces.add(
          new Piece(part, offset + (long) from * Integer.BYTES, () -> check.applyAsInt(first, to)));
      from = to;
    }
  }

  /// Reads pieces and adds up what their checks return.
  ///
  /// @return -1 if one is wrong
  private long read(List<Piece> pieces, ByteBuffer checksums) throws IOException {
    int tasks = Math.min(pieces.size(), Runtime.getRuntime().availableProcessors());
    try {
      return IntStream.range(0, tasks)
          .parallel()
          .mapToLong(task -> read(pieces, checksums, task, tasks))
          .reduce(0, (sum, more) -> sum < 0 || more < 0 ? -1 : sum + more);
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    }
  }

  private long read(List<Piece> pieces, ByteBuffer checksums, int first, int step) {
    ByteBuffer buffer = buffer(PIECE * Integer.BYTES);
    long sum = 0;
    for (int i = first; i < pieces.size(); i += step) {
      Piece piece = pieces.get(i);
      try {
        read(buffer.clear().limit(piece.byteSize()), piece.offset);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      piece.values.put(buffer.asIntBuffer());
      int found =
          checksum(buffer) == checksums.getInt(i * Integer.BYTES) ? piece.check.getAsInt() : -1;
      if (found < 0) {
        return -1;
      }
      sum += found;
    }
    return sum;
  }

  /// Fills a buffer from an offset of the file on, and returns it to be read.
  private ByteBuffer read(ByteBuffer buffer, long offset) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, offset + buffer.position()) < 0) {
        throw new EOFException();
      }
    }
    return buffer.flip();
  }
}

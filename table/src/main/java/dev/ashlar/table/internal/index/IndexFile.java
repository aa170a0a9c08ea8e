// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.table.internal.index.HashIndex.Rows;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
/// 64  slots, then next and previous rows, ints; see Slots and RowLinks
///     CRC-32C of the name of the field in UTF-8 and of all before, int
/// ```
public final class IndexFile {
  private static final long MAGIC =
      ByteBuffer.wrap("ASHLARIX".getBytes(US_ASCII)).order(ByteOrder.nativeOrder()).getLong();

  private static final long VERSION = 2;
  private static final int HEADER_LONGS = 8;
  private static final int BUFFER = 1 << 16;

  /// The rows that an index was made from.
  ///
  /// @param table the number of the table
  /// @param checksum the checksum of the last commit, of its number and of its blocks; nothing was
  ///   written since then
  public record Stamp(long table, long checksum, long rows) {}

  private final FileChannel channel;
  private final CRC32C checksum = new CRC32C();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.nativeOrder());

  private IndexFile(FileChannel channel, KeyField field) {
    this.channel = channel;
    checksum.update(field.name().getBytes(UTF_8));
  }

  /// Where the index of a field is.
  ///
  /// @param table its path without symbolic links
  public static Path path(Path table, String field) {
    return table.resolveSibling(table.getFileName() + "." + field + ".index");
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
    buffer.putLong(MAGIC).putLong(VERSION);
    buffer.putLong(stamp.table).putLong(stamp.checksum).putLong(stamp.rows);
    buffer.putLong(index.keys()).putLong(slots.length());
    buffer.putLong(links == null ? 0 : stamp.rows);
    flush();
    write(slots.ints(), slots.ints().length);
    if (links != null) {
      for (int[] each : links.arrays()) {
        write(each, (int) stamp.rows);
      }
    }
    buffer.putInt((int) checksum.getValue());
    flush();
  }

  private void write(int[] values, int count) throws IOException {
    for (int done = 0; done < count; ) {
      int part = Math.min(count - done, BUFFER / Integer.BYTES);
      buffer.asIntBuffer().put(values, done, part);
      buffer.position(part * Integer.BYTES);
      flush();
      done += part;
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    checksum.update(buffer.duplicate());
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  /// Returns the index that a file has; null if it is of other rows, or damaged, or there is none.
  public static @Nullable HashIndex read(
      Path path, Stamp stamp, KeyField field, boolean unique, Rows rows, Object lock)
      throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return new IndexFile(channel, field).read(stamp, field, unique, rows, lock);
    } catch (NoSuchFileException | EOFException notWhole) {
      return null;
    }
  }

  private @Nullable HashIndex read(
      Stamp stamp, KeyField field, boolean unique, Rows rows, Object lock) throws IOException {
    ByteBuffer header = fill(HEADER_LONGS * Long.BYTES);
    boolean known = header.getLong() == MAGIC && header.getLong() == VERSION;
    Stamp of = new Stamp(header.getLong(), header.getLong(), header.getLong());
    long keys = header.getLong();
    long length = header.getLong();
    long linked = header.getLong();
    if (!known
        || !of.equals(stamp)
        || (linked != 0 && (unique || linked != stamp.rows))
        || !Slots.isPossible(length, keys)
        || channel.size() != byteSize(length, linked)) {
      return null;
    }
    Slots slots = Slots.ofLength((int) length);
    RowLinks links = linked == 0 ? null : RowLinks.of(linked);
    read(slots.ints());
    if (links != null) {
      for (int[] each : links.arrays()) {
        read(each);
      }
    }
    int found = (int) checksum.getValue();
    return fill(Integer.BYTES).getInt() == found
            && slots.areOf(keys, stamp.rows)
            && (links == null || links.areOf(stamp.rows))
        ? new HashIndex(field, unique, rows, lock, slots, links, keys)
        : null;
  }

  private static long byteSize(long slots, long linked) {
    return HEADER_LONGS * Long.BYTES + (slots * Slots.INTS + 2 * linked + 1) * Integer.BYTES;
  }

  private void read(int[] values) throws IOException {
    for (int done = 0; done < values.length; ) {
      int part = Math.min(values.length - done, BUFFER / Integer.BYTES);
      fill(part * Integer.BYTES).asIntBuffer().get(values, done, part);
      done += part;
    }
  }

  /// Reads so many bytes.
  private ByteBuffer fill(int byteSize) throws IOException {
    buffer.clear().limit(byteSize);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException();
      }
    }
    buffer.flip();
    checksum.update(buffer.duplicate());
    return buffer;
  }
}

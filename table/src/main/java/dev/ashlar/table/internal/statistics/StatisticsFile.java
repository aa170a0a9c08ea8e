// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.statistics;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.ashlar.table.internal.file.format.BlockTable;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Statistics of blocks in a file beside their table. They can always be made again, so damaged
/// records are ignored.
///
/// ```
///  0  "ASHLARST", for whoever wonders what the file is
///  8  a record for each block
///
/// record   0  entry of the block, long: see BlockKey
///          8  rows, long
///         16  smallest and largest values, longs: see FieldSlots
///       last  checksum, long, in the form of BlockTable: of version, table, block, and all before
/// ```
///
/// A record is written in place, in the byte order of the machine, and need not be whole when
/// another process reads it.
public final class StatisticsFile implements Closeable {
  private static final byte[] MAGIC = "ASHLARST".getBytes(US_ASCII);
  private static final long VERSION = 2;
  private static final int VALUES = 2 * Long.BYTES;

  private final FileChannel channel;
  private final FieldSlots slots;
  private final Table table;
  private final ByteBuffer record;

  /// The identity of a table.
  ///
  /// @param seal the checksum of the table's header
  public record Table(long number, int seal) {}

  private StatisticsFile(FileChannel channel, FieldSlots slots, Table table) {
    this.channel = channel;
    this.slots = slots;
    this.table = table;
    int size = VALUES + (slots.length() + 1) * Long.BYTES;
    this.record = ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
  }

  /// Where the statistics of a table are.
  ///
  /// @param table its path without symbolic links
  public static Path path(Path table) {
    return table.resolveSibling(table.getFileName() + ".stats");
  }

  public static StatisticsFile openReadOnly(Path path, FieldSlots slots, Table table)
      throws IOException {
    return new StatisticsFile(FileChannel.open(path, StandardOpenOption.READ), slots, table);
  }

  /// Opens a file to read and to write, and makes it if there is none. The caller has the lock of
  /// the table.
  public static StatisticsFile open(Path path, FieldSlots slots, Table table) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    StatisticsFile file = new StatisticsFile(channel, slots, table);
    try {
      file.write(ByteBuffer.wrap(MAGIC), 0);
      return file;
    } catch (Throwable full) {
      channel.close();
      throw full;
    }
  }

  /// Returns the statistics of a block; null if there are none.
  public long @Nullable [] read(BlockKey key) throws IOException {
    record.clear();
    while (record.hasRemaining()) {
      if (channel.read(record, offset(key.block()) + record.position()) < 0) {
        return null;
      }
    }
    if (record.getLong(0) != key.entry()
        || record.getLong(Long.BYTES) != key.rows()
        || record.getLong(record.capacity() - Long.BYTES) != checksum(key)) {
      return null;
    }
    long[] values = new long[slots.length()];
    record.position(VALUES).asLongBuffer().get(values);
    return values;
  }

  public void write(BlockKey key, long[] values) throws IOException {
    record.clear().putLong(key.entry()).putLong(key.rows());
    for (long value : values) {
      record.putLong(value);
    }
    record.putLong(checksum(key)).flip();
    write(record, offset(key.block()));
  }

  private void write(ByteBuffer bytes, long offset) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes, offset + bytes.position());
    }
  }

  private long offset(long block) {
    return MAGIC.length + block * record.capacity();
  }

  private long checksum(BlockKey key) {
    CRC32C checksum = new CRC32C();
    checksum.update(
        ByteBuffer.allocate(4 * Long.BYTES)
            .putLong(VERSION)
            .putLong(table.number())
            .putLong(table.seal())
            .putLong(key.block())
            .flip());
    checksum.update(record.array(), 0, record.capacity() - Long.BYTES);
    return BlockTable.clean((int) checksum.getValue());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

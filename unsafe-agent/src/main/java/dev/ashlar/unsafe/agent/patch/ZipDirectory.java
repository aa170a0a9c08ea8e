// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The list of files at the end of a zip archive, as `ZipFile` finds it:
///
/// ```
/// 46 bytes    for each file: signature, made by, needs, flags @8, method @10, time, sum @16,
///             stored bytes @20, bytes @24, bytes of name @28, extra @30 and comment @32,
///             disk, attributes, place of the entry @42; then name, extra, comment
/// 56 + 20     for more than 4 GiB or 65,534 files: count @32, bytes @40, place @48
/// 22 bytes    signature, disks, count @10, bytes @12, place @16, bytes of comment @20; comment
/// ```
///
/// @param entries the files, in the order of the list
/// @param at the position of the list in the file
/// @param base the position to which the places of entries are relative: behind what stands in
///   front of the archive, or 0
/// @param commentAt the position of the comment, which ends the archive
record ZipDirectory(List<Entry> entries, long at, long base, long commentAt, int commentBytes) {
  private static final int HEADER = 0x0201_4B50;
  private static final int HEADER_BYTES = 46;
  private static final int LOCAL = 0x0403_4B50;
  private static final int END = 0x0605_4B50;
  private static final int END_BYTES = 22;
  private static final int LONGEST_COMMENT = 0xFFFF;
  private static final int LARGE_END = 0x0606_4B50;
  private static final int LARGE_END_BYTES = 56;
  private static final int LARGE_LOCATOR = 0x0706_4B50;
  private static final int LARGE_LOCATOR_BYTES = 20;
  private static final int SIZES_FOLLOW = 1 << 3;

  /// The extra field with sizes of more than 4 GiB.
  private static final int LARGE_SIZES = 1;

  private static final long LARGE = 0xFFFF_FFFFL;
  private static final String DAMAGED = "its list of files is damaged";

  /// The sizes and the checksum of a file.
  record Sizes(long sum, long storedBytes, long bytes) {}

  static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// {@return bytes of a file, in little-endian order}
  static ByteBuffer read(FileChannel in, long at, int length) throws IOException {
    ByteBuffer bytes = buffer(length);
    if (at < 0) {
      throw new IOException(DAMAGED);
    }
    while (bytes.hasRemaining()) {
      if (in.read(bytes, at + bytes.position()) < 0) {
        throw new IOException("its file ends too early");
      }
    }
    return bytes.flip();
  }

  static ZipDirectory read(FileChannel in) throws IOException {
    int tailBytes = (int) Math.min(in.size(), END_BYTES + LONGEST_COMMENT);
    long tailAt = in.size() - tailBytes;
    ByteBuffer tail = read(in, tailAt, tailBytes);
    for (int i = tailBytes - END_BYTES; i >= 0; i--) {
      if (tail.getInt(i) == END) {
        int comment = Short.toUnsignedInt(tail.getShort(i + 20));
        boolean isLast = i + END_BYTES + comment == tailBytes;
        ByteBuffer end = tail.slice(i, END_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        if (isLast || (i + END_BYTES + comment < tailBytes && isEnd(in, tailAt + i, end))) {
          return read(in, tailAt + i, end, comment);
        }
      }
    }
    throw new IOException("it has no list of files");
  }

  /// {@return whether an end that is not the end of the file belongs to an archive}
  private static boolean isEnd(FileChannel in, long at, ByteBuffer end) throws IOException {
    long directory = at - Integer.toUnsignedLong(end.getInt(12));
    long base = directory - Integer.toUnsignedLong(end.getInt(16));
    return directory >= 0
        && base >= 0
        && read(in, directory, 4).getInt() == HEADER
        && read(in, base, 4).getInt() == LOCAL;
  }

  private static ZipDirectory read(FileChannel in, long endAt, ByteBuffer end, int commentBytes)
      throws IOException {
    long count = Short.toUnsignedInt(end.getShort(10));
    long bytes = Integer.toUnsignedLong(end.getInt(12));
    long place = Integer.toUnsignedLong(end.getInt(16));
    long behind = endAt;
    if (endAt >= LARGE_LOCATOR_BYTES) {
      ByteBuffer locator = read(in, endAt - LARGE_LOCATOR_BYTES, LARGE_LOCATOR_BYTES);
      long large = locator.getLong(8);
      if (locator.getInt(0) == LARGE_LOCATOR && large >= 0 && large <= endAt - LARGE_END_BYTES) {
        ByteBuffer largeEnd = read(in, large, LARGE_END_BYTES);
        if (largeEnd.getInt(0) == LARGE_END) {
          count = largeEnd.getLong(32);
          bytes = largeEnd.getLong(40);
          place = largeEnd.getLong(48);
          behind = large;
        }
      }
    }
    long at = behind - bytes;
    long base = at - place;
    if (bytes < 0 || bytes > Integer.MAX_VALUE || at < 0 || base < 0) {
      throw new IOException(DAMAGED);
    }
    List<Entry> entries = entries(read(in, at, (int) bytes), base);
    if (entries.size() != count) {
      throw new IOException(DAMAGED);
    }
    return new ZipDirectory(entries, at, base, endAt + END_BYTES, commentBytes);
  }

  private static List<Entry> entries(ByteBuffer list, long base) throws IOException {
    List<Entry> entries = new ArrayList<>();
    while (list.hasRemaining()) {
      int from = list.position();
      if (list.remaining() < HEADER_BYTES || list.getInt(from) != HEADER) {
        throw new IOException(DAMAGED);
      }
      int length =
          HEADER_BYTES
              + Short.toUnsignedInt(list.getShort(from + 28))
              + Short.toUnsignedInt(list.getShort(from + 30))
              + Short.toUnsignedInt(list.getShort(from + 32));
      if (list.remaining() < length) {
        throw new IOException(DAMAGED);
      }
      byte[] header = new byte[length];
      list.get(header);
      entries.add(new Entry(header, base));
    }
    return entries;
  }

  /// {@return extra fields without those of one kind}
  static byte[] without(byte[] extra, int kind) {
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    ByteBuffer fields = ByteBuffer.wrap(extra).order(ByteOrder.LITTLE_ENDIAN);
    while (fields.remaining() >= 4) {
      int from = fields.position();
      int id = Short.toUnsignedInt(fields.getShort());
      int length = Short.toUnsignedInt(fields.getShort());
      int taken = Math.min(length, fields.remaining());
      fields.position(fields.position() + taken);
      if (id != kind) {
        kept.write(extra, from, 4 + taken);
      }
    }
    kept.write(extra, fields.position(), fields.remaining());
    return kept.toByteArray();
  }

  /// One file in the list.
  static final class Entry {
    private final ByteBuffer header;
    private final String name;
    private final long at;
    private Sizes sizes;

    Entry(byte[] bytes, long base) throws IOException {
      ByteBuffer read = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      int nameBytes = Short.toUnsignedInt(read.getShort(28));
      int extraBytes = Short.toUnsignedInt(read.getShort(30));
      name = new String(bytes, HEADER_BYTES, nameBytes, StandardCharsets.UTF_8);
      byte[] extra = new byte[extraBytes];
      read.get(HEADER_BYTES + nameBytes, extra);
      ByteBuffer large = large(extra);
      long length = large(read.getInt(24), large);
      long storedBytes = large(read.getInt(20), large);
      at = base + large(read.getInt(42), large);
      sizes = new Sizes(Integer.toUnsignedLong(read.getInt(16)), storedBytes, length);
      byte[] kept = without(extra, LARGE_SIZES);
      int rest = bytes.length - HEADER_BYTES - nameBytes - extraBytes;
      header = buffer(HEADER_BYTES + nameBytes + kept.length + rest);
      header
          .put(bytes, 0, HEADER_BYTES + nameBytes)
          .put(kept)
          .put(bytes, bytes.length - rest, rest);
      header.putShort(8, (short) (header.getShort(8) & ~SIZES_FOLLOW));
      header.putShort(30, (short) kept.length);
    }

    /// {@return the extra field with large sizes; it has those that do not fit into the header}
    private static ByteBuffer large(byte[] extra) {
      ByteBuffer fields = ByteBuffer.wrap(extra).order(ByteOrder.LITTLE_ENDIAN);
      while (fields.remaining() >= 4) {
        int id = Short.toUnsignedInt(fields.getShort());
        int length = Math.min(Short.toUnsignedInt(fields.getShort()), fields.remaining());
        if (id == LARGE_SIZES) {
          return fields.slice(fields.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        }
        fields.position(fields.position() + length);
      }
      return buffer(0);
    }

    private static long large(int value, ByteBuffer large) throws IOException {
      long small = Integer.toUnsignedLong(value);
      if (small != LARGE || large.remaining() < Long.BYTES) {
        return small;
      }
      long found = large.getLong();
      if (found < 0) {
        throw new IOException(DAMAGED);
      }
      return found;
    }

    String name() {
      return name;
    }

    /// {@return the position of the entry in the file}
    long at() {
      return at;
    }

    int method() {
      return Short.toUnsignedInt(header.getShort(10));
    }

    long storedBytes() {
      return sizes.storedBytes();
    }

    void setSizes(Sizes other) {
      sizes = other;
    }

    void setAt(long place) throws IOException {
      if (place >= LARGE || sizes.storedBytes() >= LARGE || sizes.bytes() >= LARGE) {
        throw new IOException(name + " is behind 4 GiB of an archive, or longer: not supported");
      }
      header.putInt(42, (int) place);
      put(header, 16);
    }

    /// Puts the sizes into the header in front of the bytes.
    void copySizes(ByteBuffer local) {
      put(local, 14);
    }

    private void put(ByteBuffer target, int where) {
      target.putInt(where, (int) sizes.sum());
      target.putInt(where + 4, (int) sizes.storedBytes());
      target.putInt(where + 8, (int) sizes.bytes());
    }

    ByteBuffer header() {
      return header;
    }
  }
}

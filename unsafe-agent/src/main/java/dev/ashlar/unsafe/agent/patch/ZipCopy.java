// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;

/// Copies a zip archive, with other bytes for some entries.
///
/// All else stays as it is: deflated bytes, order, times, modes, comments, extra fields, and what
/// stands in front of the archive. `ZipOutputStream` keeps only a part of that. Sizes that stood
/// behind the bytes of an entry stand in front of them.
final class ZipCopy {
  private static final int LOCAL = 0x0403_4B50;
  private static final int LOCAL_BYTES = 30;
  private static final int SIZES_FOLLOW = 1 << 3;
  private static final int LARGE_SIZES = 1;
  private static final int END = 0x0605_4B50;
  private static final int END_BYTES = 22;
  private static final int LARGE_END = 0x0606_4B50;
  private static final int LARGE_END_BYTES = 56;
  private static final int LARGE_LOCATOR = 0x0706_4B50;
  private static final int LARGE_LOCATOR_BYTES = 20;
  private static final int MANY = 0xFFFF;
  private static final long LARGE = 0xFFFF_FFFFL;

  private final FileChannel in;
  private final ZipDirectory directory;
  private final Map<String, Path> changed;
  private final Counted out;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final byte[] block = new byte[1 << 16];

  private ZipCopy(FileChannel in, ZipDirectory directory, Map<String, Path> changed, Counted out) {
    this.in = in;
    this.directory = directory;
    this.changed = changed;
    this.out = out;
  }

  /// Copies an archive. Of entries of one name, the one that the JVM reads is kept.
  ///
  /// @param changed the files with the new bytes, by the names of entries
  /// @param dropped the names of entries to leave out
  /// @throws IOException if the archive cannot be copied so, with the reason
  static void write(Path from, Path to, Map<String, Path> changed, Set<String> dropped)
      throws IOException {
    try (FileChannel in = FileChannel.open(from);
        Counted out =
            new Counted(
                new BufferedOutputStream(
                    Files.newOutputStream(to, StandardOpenOption.CREATE_NEW)))) {
      ZipDirectory directory = ZipDirectory.read(in);
      List<ZipDirectory.Entry> kept = new ArrayList<>();
      Set<String> names = new HashSet<>(dropped);
      // The JVM reads the last one of a name.
      for (ZipDirectory.Entry entry : directory.entries().reversed()) {
        if (names.add(entry.name())) {
          kept.addFirst(entry);
        }
      }
      Set<String> missing = new HashSet<>(changed.keySet());
      kept.forEach(entry -> missing.remove(entry.name()));
      if (!missing.isEmpty()) {
        throw new IOException("it has no entries " + missing + " in its list of files");
      }
      new ZipCopy(in, directory, changed, out).copy(kept);
    }
  }

  private void copy(List<ZipDirectory.Entry> entries) throws IOException {
    List<ZipDirectory.Entry> byPlace =
        entries.stream().sorted(Comparator.comparingLong(ZipDirectory.Entry::at)).toList();
    long first =
        directory.entries().stream().mapToLong(ZipDirectory.Entry::at).min().orElse(directory.at());
    transfer(0, first);
    for (ZipDirectory.Entry entry : byPlace) {
      copy(entry);
    }
    long at = out.count;
    for (ZipDirectory.Entry entry : entries) {
      out.put(entry.header());
    }
    end(entries.size(), at);
    transfer(directory.commentAt(), in.size());
  }

  private void copy(ZipDirectory.Entry entry) throws IOException {
    ByteBuffer local = ZipDirectory.read(in, entry.at(), LOCAL_BYTES);
    if (local.getInt(0) != LOCAL) {
      throw new IOException(entry.name() + " does not begin where the list of files says");
    }
    int nameBytes = Short.toUnsignedInt(local.getShort(26));
    int extraBytes = Short.toUnsignedInt(local.getShort(28));
    ByteBuffer name = ZipDirectory.read(in, entry.at() + LOCAL_BYTES, nameBytes);
    byte[] extra =
        ZipDirectory.without(
            bytes(ZipDirectory.read(in, entry.at() + LOCAL_BYTES + nameBytes, extraBytes)),
            LARGE_SIZES);
    long from = entry.at() + LOCAL_BYTES + nameBytes + extraBytes;
    Path replaced = changed.get(entry.name());
    if (replaced != null) {
      entry.setSizes(store(Files.readAllBytes(replaced), entry.method()));
    }
    entry.setAt(out.count - directory.base());
    local.putShort(6, (short) (local.getShort(6) & ~SIZES_FOLLOW));
    entry.copySizes(local);
    local.putShort(28, (short) extra.length);
    out.put(local);
    out.put(name);
    out.write(extra);
    if (replaced != null) {
      written.writeTo(out);
    } else {
      transfer(from, from + entry.storedBytes());
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.capacity()];
    buffer.get(0, bytes);
    return bytes;
  }

  /// Puts the bytes into [#written].
  private ZipDirectory.Sizes store(byte[] bytes, int method) throws IOException {
    written.reset();
    if (method == ZipEntry.DEFLATED) {
      Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
      try (OutputStream deflated = new DeflaterOutputStream(written, deflater)) {
        deflated.write(bytes);
      } finally {
        deflater.end();
      }
    } else {
      written.writeBytes(bytes);
    }
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return new ZipDirectory.Sizes(crc.getValue(), written.size(), bytes.length);
  }

  private void transfer(long from, long to) throws IOException {
    long at = from;
    while (at < to) {
      ByteBuffer part = ByteBuffer.wrap(block, 0, (int) Math.min(block.length, to - at));
      int read = in.read(part, at);
      if (read < 0) {
        throw new IOException("its file ends before an entry does");
      }
      out.write(block, 0, read);
      at += read;
    }
  }

  /// Writes the end. What the list of files says is relative to the beginning of the archive.
  private void end(int count, long at) throws IOException {
    long bytes = out.count - at;
    long relative = at - directory.base();
    boolean large = count >= MANY || relative >= LARGE || bytes >= LARGE;
    if (large) {
      ByteBuffer end = ZipDirectory.buffer(LARGE_END_BYTES + LARGE_LOCATOR_BYTES);
      end.putInt(LARGE_END).putLong(LARGE_END_BYTES - 12).putShort((short) 45);
      end.putShort((short) 45).putInt(0).putInt(0).putLong(count).putLong(count);
      end.putLong(bytes).putLong(relative);
      end.putInt(LARGE_LOCATOR).putInt(0).putLong(out.count).putInt(1);
      out.put(end);
    }
    ByteBuffer end = ZipDirectory.buffer(END_BYTES);
    end.putInt(END).putInt(0).putShort((short) Math.min(count, MANY));
    end.putShort((short) Math.min(count, MANY));
    end.putInt((int) Math.min(bytes, LARGE)).putInt((int) Math.min(relative, LARGE));
    end.putShort((short) directory.commentBytes());
    out.put(end);
  }

  /// Counts what is written.
  private static final class Counted extends OutputStream {
    private final OutputStream out;
    long count;

    Counted(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      count += length;
    }

    /// Writes all bytes of a buffer.
    void put(ByteBuffer buffer) throws IOException {
      write(bytes(buffer));
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}

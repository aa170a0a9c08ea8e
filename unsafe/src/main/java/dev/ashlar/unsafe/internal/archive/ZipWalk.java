package dev.ashlar.unsafe.internal.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// Reads one archive on disk and the archives in it.
final class ZipWalk {
  private static final int END_SIGNATURE = 0x0605_4B50;
  private static final int END_BYTES = 22;
  private static final int LONGEST_COMMENT = 0xFFFF;
  private static final int DIRECTORY_SIZE_AT = 12;

  private final ArchiveVisitor visitor;
  private final Limits limits;

  /// What may still be inflated or copied.
  private long bytesLeft;

  /// @param size of the file on disk
  ZipWalk(ArchiveVisitor visitor, Limits limits, long size) {
    this.visitor = visitor;
    this.limits = limits;
    this.bytesLeft = Math.addExact(limits.inflatedBytes(), limits.ratio() * size);
  }

  private static final class TooManyBytes extends IOException {
    private static final long serialVersionUID = 1;

    TooManyBytes() {
      super("it inflates to far more bytes than archives do, as a zip bomb: the rest is not read");
    }
  }

  void walk(Path file, String location) {
    try {
      walk(file, location, 0, ZipFile.OPEN_READ);
    } catch (TooManyBytes e) {
      visitor.problem(location, ArchiveWalk.reason(e));
    }
  }

  private void walk(Path file, String location, int depth, int mode) throws TooManyBytes {
    try {
      requireShortDirectory(file);
      try (ZipFile zip = new ZipFile(file.toFile(), mode)) {
        entries(zip, location, depth);
      }
    } catch (TooManyBytes e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      visitor.problem(location, ArchiveWalk.reason(e));
    }
  }

  private void entries(ZipFile zip, String location, int depth) throws TooManyBytes {
    ArchiveVisitor.Content content = visitor.open(location);
    FileReader reader = new FileReader(limits.fileBytes());
    Set<String> names = new HashSet<>();
    Enumeration<? extends ZipEntry> entries = zip.entries();
    try {
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        String name = entry.getName();
        boolean nested = ArchiveWalk.isArchive(name);
        if (entry.isDirectory() || !(nested || content.wants(name))) {
          continue;
        }
        if (!names.add(name)) {
          visitor.problem(
              location,
              "several files are named " + name + ": only the one the JVM reads was read");
        } else if (nested) {
          nested(zip, entry, location, depth);
        } else {
          file(zip, entry, location, content, reader);
        }
        if (leavesFolder(name)) {
          visitor.problem(location, "unpacked, " + name + " would be outside of the folder");
        }
      }
    } finally {
      content.end(name -> {
        ZipEntry entry = zip.getEntry(name);
        return entry == null ? null : reader.copy(zip.getInputStream(entry));
      });
    }
  }

  private static boolean leavesFolder(String name) {
    return name.startsWith("/")
        || name.indexOf('\\') >= 0
        || (name.length() > 1 && name.charAt(1) == ':')
        || Arrays.asList(name.split("/", -1)).contains("..");
  }

  private void file(
      ZipFile zip,
      ZipEntry entry,
      String location,
      ArchiveVisitor.Content content,
      FileReader reader)
      throws TooManyBytes {
    int length;
    try {
      length = reader.read(zip.getInputStream(entry));
    } catch (IOException | RuntimeException e) {
      visitor.problem(location + "!/" + entry.getName(), ArchiveWalk.reason(e));
      return;
    }
    take(length);
    content.file(entry.getName(), reader.bytes(), length);
  }

  private void nested(ZipFile zip, ZipEntry entry, String location, int depth) throws TooManyBytes {
    String inner = location + "!/" + entry.getName();
    if (depth == limits.depth()) {
      visitor.problem(inner, "more than " + depth + " archives in each other: it is not read");
      return;
    }
    Path copy = null;
    try {
      copy = Files.createTempFile("ashlar-nested-", ".jar");
      copy(zip, entry, copy);
      // The file is removed even if this process is killed, where the system can do so.
      walk(copy, inner, depth + 1, ZipFile.OPEN_READ | ZipFile.OPEN_DELETE);
    } catch (TooManyBytes e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      visitor.problem(inner, ArchiveWalk.reason(e));
    } finally {
      delete(copy);
    }
  }

  private void copy(ZipFile zip, ZipEntry entry, Path copy) throws IOException {
    try (InputStream in = zip.getInputStream(entry);
        OutputStream out = Files.newOutputStream(copy)) {
      byte[] block = new byte[1 << 16];
      for (int read = in.read(block); read >= 0; read = in.read(block)) {
        take(read);
        out.write(block, 0, read);
      }
    }
  }

  private static void delete(@Nullable Path copy) {
    if (copy != null) {
      try {
        Files.deleteIfExists(copy);
      } catch (IOException e) {
        // It is in the folder for temporary files.
      }
    }
  }

  private void take(long bytes) throws TooManyBytes {
    bytesLeft -= bytes;
    if (bytesLeft < 0) {
      throw new TooManyBytes();
    }
  }

  /// The end record of an archive says how many bytes `ZipFile` will allocate. All that look like
  /// such a record are checked, since it is not known which one `ZipFile` takes.
  private void requireShortDirectory(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(in.length(), END_BYTES + LONGEST_COMMENT)];
      in.seek(in.length() - end.length);
      in.readFully(end);
      ByteBuffer bytes = ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 0; at <= end.length - END_BYTES; at++) {
        if (bytes.getInt(at) == END_SIGNATURE
            && Integer.toUnsignedLong(bytes.getInt(at + DIRECTORY_SIZE_AT))
                > limits.directoryBytes()) {
          throw new IOException(
              "its list of files is longer than the limit of "
                  + limits.directoryBytes()
                  + " bytes");
        }
      }
    }
  }
}

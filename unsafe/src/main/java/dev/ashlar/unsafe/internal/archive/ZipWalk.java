// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

import dev.ashlar.jit.internal.classfile.CentralDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// Reads one archive on disk and the archives in it: all files, to the end, so that what is damaged
/// or too large is found.
public final class ZipWalk {
  private final ArchiveVisitor visitor;
  private final Limits limits;

  /// The last bytes of a file.
  private final byte[] tail = new byte[2 * ArchiveEnd.MOST_BYTES];

  /// The bytes that may still be inflated or copied.
  private long bytesLeft;

  /// @param size the size of the file on disk, in bytes
  public ZipWalk(ArchiveVisitor visitor, Limits limits, long size) {
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

  public void walk(Path file, String location) {
    try {
      CentralDirectory.requireShorter(file, limits.directoryBytes());
      try (ZipFile zip = new ZipFile(file.toFile())) {
        new Archive(zip, location, 0, visitor.open(location)).files();
      }
    } catch (IOException | RuntimeException e) {
      visitor.problem(location, ArchiveWalk.reason(e));
    }
  }

  private void take(long bytes) throws TooManyBytes {
    bytesLeft -= bytes;
    if (bytesLeft < 0) {
      throw new TooManyBytes();
    }
  }

  private static boolean leavesFolder(String name) {
    return name.startsWith("/")
        || name.indexOf('\\') >= 0
        || (name.length() > 1 && name.charAt(1) == ':')
        || Arrays.asList(name.split("/", -1)).contains("..");
  }

  private static void write(OutputStream out, byte[] block, int length, Path copy)
      throws IOException {
    try {
      out.write(block, 0, length);
    } catch (IOException e) {
      throw new IOException("cannot copy it to " + copy + ": " + ArchiveWalk.reason(e), e);
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

  /// One archive that is open.
  private final class Archive {
    private final ZipFile zip;
    private final String location;
    private final int depth;
    private final ArchiveVisitor.Content content;
    private final FileReader reader = new FileReader(limits.fileBytes());
    private final byte[] block = new byte[1 << 16];

    /// @param depth the number of archives around it
    Archive(ZipFile zip, String location, int depth, ArchiveVisitor.Content content) {
      this.zip = zip;
      this.location = location;
      this.depth = depth;
      this.content = content;
    }

    void files() throws TooManyBytes {
      Set<String> names = new HashSet<>();
      try {
        for (ZipEntry entry : Collections.list(zip.entries())) {
          String name = entry.getName();
          if (!names.add(name)) {
            visitor.oddity(
                location,
                "several files are named " + name + ": only the one the JVM reads was read");
          } else {
            // The JVM looks it up too.
            entry(zip.getEntry(name), name);
          }
        }
      } finally {
        content.end(name -> {
          ZipEntry entry = zip.getEntry(name);
          return entry == null ? null : reader.copy(zip.getInputStream(entry));
        });
      }
    }

    private void entry(ZipEntry entry, String name) throws TooManyBytes {
      String inner = location + "!/" + name;
      boolean isRead = false;
      FileKind kind = FileKind.OTHER;
      try (CheckedInputStream in = new CheckedInputStream(zip.getInputStream(entry), new CRC32())) {
        kind = reader.begin(in);
        isRead = kind == FileKind.CLASS || (kind != FileKind.ARCHIVE && content.wants(name));
        if (isRead) {
          take(reader.rest(in));
        } else if (kind != FileKind.ARCHIVE) {
          kind = passOver(in, kind);
        }
        if (kind != FileKind.ARCHIVE && entry.getCrc() != in.getChecksum().getValue()) {
          visitor.damage(inner, "it is damaged: its checksum is another one");
        }
      } catch (TooManyBytes e) {
        throw e;
      } catch (IOException | RuntimeException e) {
        visitor.problem(inner, ArchiveWalk.reason(e));
        return;
      }
      String notRead = kind.notRead(name);
      if (kind == FileKind.CLASS) {
        content.classFile(name, reader.bytes(), reader.length());
      } else if (kind == FileKind.ARCHIVE) {
        nested(entry, inner);
      } else if (notRead != null) {
        visitor.unopened(inner, notRead);
      } else if (isRead) {
        content.file(name, reader.bytes(), reader.length());
      }
      if (leavesFolder(name) && (isRead || kind == FileKind.ARCHIVE)) {
        visitor.oddity(location, "unpacked, " + name + " would be outside of the folder");
      }
    }

    /// Reads the rest of a file, whose end may be that of an archive.
    private FileKind passOver(InputStream in, FileKind kind) throws IOException {
      int most = ArchiveEnd.MOST_BYTES;
      int length = reader.length();
      System.arraycopy(reader.bytes(), 0, tail, 0, length);
      take(length);
      int read = in.read(tail, length, tail.length - length);
      while (read >= 0) {
        take(read);
        length += read;
        if (length == tail.length) {
          System.arraycopy(tail, most, tail, 0, most);
          length = most;
        }
        read = in.read(tail, length, tail.length - length);
      }
      int from = Math.max(0, length - most);
      boolean isArchive =
          kind == FileKind.OTHER
              && ArchiveEnd.isAt(Arrays.copyOfRange(tail, from, length), length - from);
      return isArchive ? FileKind.ARCHIVE : kind;
    }

    private void nested(ZipEntry entry, String inner) throws TooManyBytes {
      if (depth == limits.depth()) {
        visitor.unopened(inner, "more than " + depth + " archives in each other: it is not read");
        return;
      }
      Path copy = null;
      try {
        copy = Files.createTempFile("ashlar-nested-", ".jar");
        copy(entry, inner, copy);
        CentralDirectory.requireShorter(copy, limits.directoryBytes());
        // The file is removed even if this process is killed, where the system can do so.
        int mode = ZipFile.OPEN_READ | ZipFile.OPEN_DELETE;
        try (ZipFile open = new ZipFile(copy.toFile(), mode)) {
          new Archive(open, inner, depth + 1, content.open(entry.getName(), inner)).files();
        }
      } catch (TooManyBytes e) {
        throw e;
      } catch (IOException | RuntimeException e) {
        visitor.unopened(inner, ArchiveWalk.reason(e));
      } finally {
        delete(copy);
      }
    }

    private void copy(ZipEntry entry, String inner, Path copy) throws IOException {
      try (CheckedInputStream in = new CheckedInputStream(zip.getInputStream(entry), new CRC32());
          OutputStream out = Files.newOutputStream(copy)) {
        for (int read = in.read(block); read >= 0; read = in.read(block)) {
          take(read);
          write(out, block, read, copy);
        }
        if (entry.getCrc() != in.getChecksum().getValue()) {
          visitor.damage(inner, "it is damaged: its checksum is another one");
        }
      }
    }
  }
}

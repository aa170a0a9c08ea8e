// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

import dev.ashlar.jit.internal.classfile.CentralDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
  private final ArchiveVisitor visitor;
  private final Limits limits;

  /// The bytes that may still be inflated or copied.
  private long bytesLeft;

  /// @param size the size of the file on disk, in bytes
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
      CentralDirectory.requireShorter(file, limits.directoryBytes());
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
          visitor.oddity(
              location,
              "several files are named " + name + ": only the one the JVM reads was read");
        } else if (nested) {
          nested(zip, entry, location, depth);
        } else {
          file(zip, entry, location, content, reader);
        }
        if (leavesFolder(name)) {
          visitor.oddity(location, "unpacked, " + name + " would be outside of the folder");
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
        write(out, block, read, copy);
      }
    }
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

  private void take(long bytes) throws TooManyBytes {
    bytesLeft -= bytes;
    if (bytesLeft < 0) {
      throw new TooManyBytes();
    }
  }
}

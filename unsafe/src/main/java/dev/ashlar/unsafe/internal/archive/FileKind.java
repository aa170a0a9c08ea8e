// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// What a file is. Its bytes decide, since class files and archives have many names.
public enum FileKind {
  CLASS("", ""),
  /// In the format zip, perhaps behind something else, as a script that starts it.
  ARCHIVE("", ""),
  OTHER("", ""),
  RAR("a RAR archive", "526172211A07"),
  SEVEN_ZIP("a 7-Zip archive", "377ABCAF271C"),
  PACK200("compressed with pack200", "CAFED00D"),
  IMAGE("a run-time image of a JDK", "DADAFECA"),
  TAR("a tar archive", ""),
  COMPRESSED("a compressed archive", "");

  /// The number of bytes at the beginning of a file that decide.
  static final int HEAD_BYTES = 512;

  /// Names that promise an archive.
  private static final Set<String> ARCHIVES = Set.of("jar", "war", "ear", "jmod", "zip", "nbm");

  /// Names that promise a class file. Agents and Lombok hide some from other class loaders.
  private static final List<String> CLASSES =
      List.of(".class", ".classdata", ".esclazz", ".SCL.lombok");

  /// Names of compressed archives whose format the JDK does not read.
  private static final Pattern COMPRESSED_NAME =
      Pattern.compile(
          "(?i).*\\.((tar|pack|class|jar|war|ear|zip)\\.(xz|bz2?|zst|lzma)|t(xz|bz2?|zst))");

  private static final int LOCAL_HEADER = 0x504B_0304;
  private static final int END_HEADER = 0x504B_0506;
  private static final int CLASS_FILE = 0xCAFE_BABE;

  /// The first version of class files. Binaries of macOS for several processors begin as class
  /// files do, with their number, which is smaller, in the place of the version.
  private static final int FIRST_VERSION = 45;

  private static final int TAR_AT = 257;
  private static final byte[] TAR_MAGIC = "ustar".getBytes(StandardCharsets.US_ASCII);

  private final String words;
  private final String magic;

  /// @param words what it is, if it is not read
  /// @param magic the first bytes, in hexadecimal; empty if others decide
  FileKind(String words, String magic) {
    this.words = words;
    this.magic = magic;
  }

  /// {@return the kind of a file on disk}
  public static FileKind of(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] head = new byte[(int) Math.min(in.length(), HEAD_BYTES)];
      in.readFully(head);
      FileKind kind = of(head);
      if (kind != OTHER) {
        return kind;
      }
      byte[] tail = new byte[(int) Math.min(in.length(), ArchiveEnd.MOST_BYTES)];
      in.seek(in.length() - tail.length);
      in.readFully(tail);
      return ArchiveEnd.isAt(tail, tail.length) ? ARCHIVE : OTHER;
    }
  }

  /// {@return the kind of a file by its first bytes; an archive behind something else is [#OTHER]}
  static FileKind of(byte[] head) {
    if (head.length >= 8) {
      int magic = int4(head);
      if (magic == CLASS_FILE && ((head[6] & 0xFF) << 8 | (head[7] & 0xFF)) >= FIRST_VERSION) {
        return CLASS;
      }
      if (magic == LOCAL_HEADER || magic == END_HEADER) {
        return ARCHIVE;
      }
    }
    String start = HexFormat.of().withUpperCase().formatHex(head, 0, Math.min(8, head.length));
    for (FileKind kind : values()) {
      if (!kind.magic.isEmpty() && start.startsWith(kind.magic)) {
        return kind;
      }
    }
    if (has(head, TAR_AT, TAR_MAGIC)) {
      return TAR;
    }
    return has(head, 0, new byte[] {0x1F, (byte) 0x8B}) && of(inflated(head)) != OTHER
        ? COMPRESSED
        : OTHER;
  }

  private static int int4(byte[] head) {
    return head[0] << 24 | (head[1] & 0xFF) << 16 | (head[2] & 0xFF) << 8 | (head[3] & 0xFF);
  }

  private static boolean has(byte[] head, int at, byte[] magic) {
    return head.length >= at + magic.length
        && Arrays.equals(head, at, at + magic.length, magic, 0, magic.length);
  }

  /// {@return as many bytes as the beginning of a gzip file has, at most as many as decide}
  private static byte[] inflated(byte[] head) {
    byte[] bytes = new byte[HEAD_BYTES];
    int length = 0;
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(head))) {
      int read = in.read(bytes);
      while (read > 0) {
        length += read;
        read = in.read(bytes, length, bytes.length - length);
      }
    } catch (IOException e) {
      // The rest of the file is not in the head.
    }
    return Arrays.copyOf(bytes, length);
  }

  /// {@return why classes in a file may stay unseen; null if there are none}
  ///
  /// @param name the name of the file, which may promise more than it has
  public @Nullable String notRead(String name) {
    if (this == CLASS || this == ARCHIVE) {
      return null;
    }
    if (!words.isEmpty()) {
      return "it is " + words + ", which is not read";
    }
    if (promisesArchive(name)) {
      return "it is not a zip archive";
    }
    if (CLASSES.stream().anyMatch(name::endsWith)) {
      return "it is not a class file";
    }
    return COMPRESSED_NAME.matcher(name).matches() ? COMPRESSED.notRead("") : null;
  }

  static boolean promisesArchive(String name) {
    int dot = name.lastIndexOf('.');
    return dot >= 0 && ARCHIVES.contains(name.substring(dot + 1).toLowerCase(Locale.ROOT));
  }
}

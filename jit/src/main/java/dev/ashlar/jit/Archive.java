package dev.ashlar.jit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// Class files in a jar, those of other Java versions and those of programs packed as Spring Boot
/// does included.
final class Archive implements ClassSource {
  /// Folders of classes: a jar's own, and those of executable jars and wars.
  private static final List<String> FOLDERS = List.of("", "BOOT-INF/classes/", "WEB-INF/classes/");

  private static final int END_SIGNATURE = 0x0605_4B50;
  private static final int END_BYTES = 22;
  private static final int LONGEST_COMMENT = 0xFFFF;

  /// Of the list of files at the end, which `ZipFile` reads as a whole: a million files.
  private static final int MOST_LIST_BYTES = 1 << 27;

  private final ZipFile zip;
  private final Optional<Attributes> manifest;

  private Archive(ZipFile zip) throws IOException {
    this.zip = zip;
    this.manifest = readManifest();
  }

  /// Opens a jar.
  ///
  /// @throws IOException if it is none, or its list of files is longer than any jar's
  static Archive open(Path file) throws IOException {
    requireShortList(file);
    ZipFile zip = new ZipFile(file.toFile());
    try {
      return new Archive(zip);
    } catch (IOException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  /// The end of the file says how many bytes `ZipFile` will allocate. Whatever looks like that end
  /// is checked, since which one counts is `ZipFile`'s to decide.
  private static void requireShortList(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(in.length(), END_BYTES + LONGEST_COMMENT)];
      in.seek(in.length() - end.length);
      in.readFully(end);
      ByteBuffer bytes = ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 0; at <= end.length - END_BYTES; at++) {
        if (bytes.getInt(at) == END_SIGNATURE
            && Integer.toUnsignedLong(bytes.getInt(at + 12)) > MOST_LIST_BYTES) {
          throw new IOException(file + " has a list of files that is too long");
        }
      }
    }
  }

  private Optional<Attributes> readManifest() throws IOException {
    byte[] bytes = read(JarFile.MANIFEST_NAME);
    return bytes == null
        ? Optional.empty()
        : Optional.of(new Manifest(new ByteArrayInputStream(bytes)).getMainAttributes());
  }

  /// {@return an attribute of the manifest's main section}
  Optional<String> attribute(Attributes.Name name) {
    return manifest.map(attributes -> attributes.getValue(name));
  }

  @Override
  public byte @Nullable [] find(String name) throws IOException {
    for (String folder : FOLDERS) {
      byte[] bytes = read(folder + name);
      if (bytes != null) {
        return bytes;
      }
    }
    return null;
  }

  private byte @Nullable [] read(String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      return null;
    }
    try (InputStream in = zip.getInputStream(entry)) {
      return ClassSource.readAll(in);
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}

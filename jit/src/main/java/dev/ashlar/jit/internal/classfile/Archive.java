// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.classfile;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// Class files in a jar. A multi-release jar serves the files of one Java version. A jar or war of
/// Spring Boot also serves the files in its class folders; [#nested] returns its jars.
public final class Archive implements ClassSource {
  private static final List<String> FOLDERS = List.of("", "BOOT-INF/classes/", "WEB-INF/classes/");

  private static final List<String> JAR_FOLDERS =
      List.of("BOOT-INF/lib/", "WEB-INF/lib/", "WEB-INF/lib-provided/");

  private static final int MOST_JARS = 2000;

  /// The limit for the jars in a jar, which are copied.
  private static final long MOST_JAR_BYTES = 1L << 30;

  private static final String VERSIONS = "META-INF/versions/";
  private static final int FIRST_VERSION = 9;
  private static final int LAST_VERSION = 99;

  /// The limit for the central directory, which `ZipFile` reads as a whole: a million files.
  private static final int MOST_LIST_BYTES = 1 << 27;

  private final ZipFile zip;
  private final int javaVersion;
  private final Optional<Attributes> manifest;
  private final boolean multiRelease;

  private String name;

  /// The file to delete, if this is a copy.
  private @Nullable Path temporary;

  private Archive(ZipFile zip, int javaVersion) throws IOException {
    this.zip = zip;
    this.name = new File(zip.getName()).getName();
    this.javaVersion = javaVersion;
    this.manifest = readManifest();
    this.multiRelease =
        attribute(Attributes.Name.MULTI_RELEASE).filter("true"::equalsIgnoreCase).isPresent();
  }

  /// Opens a jar.
  ///
  /// @param javaVersion the version for multi-release jars. If it is 0, for unknown, classes that
  ///   differ between versions are not found
  /// @throws IOException if the file is not a jar, or if its central directory is too long
  public static Archive open(Path file, int javaVersion) throws IOException {
    CentralDirectory.requireShorter(file, MOST_LIST_BYTES);
    ZipFile zip = new ZipFile(file.toFile());
    try {
      return new Archive(zip, javaVersion);
    } catch (IOException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  private Optional<Attributes> readManifest() throws IOException {
    byte[] bytes = read(JarFile.MANIFEST_NAME);
    return bytes == null
        ? Optional.empty()
        : Optional.of(new Manifest(new ByteArrayInputStream(bytes)).getMainAttributes());
  }

  /// {@return an attribute of the manifest's main section}
  public Optional<String> attribute(Attributes.Name name) {
    return manifest.map(attributes -> attributes.getValue(name));
  }

  @Override
  public byte @Nullable [] find(String name) throws IOException {
    if (multiRelease) {
      for (int version = javaVersion == 0 ? LAST_VERSION : javaVersion;
          version >= FIRST_VERSION;
          version--) {
        byte[] bytes = read(VERSIONS + version + "/" + name);
        if (bytes != null) {
          return javaVersion == 0 ? null : bytes;
        }
      }
    }
    for (String folder : FOLDERS) {
      byte[] bytes = read(folder + name);
      if (bytes != null) {
        return bytes;
      }
    }
    return null;
  }

  /// {@return the jars in this jar, copied to temporary files} Unreadable jars are omitted.
  public List<ClassSource> nested() {
    List<ClassSource> jars = new ArrayList<>();
    long[] bytesLeft = {MOST_JAR_BYTES};
    zip.stream()
        .filter(entry -> isNestedJar(entry.getName()))
        .limit(MOST_JARS)
        .forEach(entry -> {
          try {
            jars.add(copy(entry, bytesLeft));
          } catch (IOException | RuntimeException e) {
            // Its classes have no lines.
          }
        });
    return jars;
  }

  private static boolean isNestedJar(String name) {
    return name.endsWith(".jar")
        && JAR_FOLDERS.stream()
            .anyMatch(f -> name.startsWith(f) && name.indexOf('/', f.length()) < 0);
  }

  private Archive copy(ZipEntry entry, long[] bytesLeft) throws IOException {
    Path file = Files.createTempFile("ashlar-nested-", ".jar");
    try {
      try (InputStream in = zip.getInputStream(entry);
          OutputStream out = Files.newOutputStream(file)) {
        byte[] block = new byte[1 << 16];
        for (int read = in.read(block); read >= 0; read = in.read(block)) {
          bytesLeft[0] -= read;
          if (bytesLeft[0] < 0) {
            throw new IOException("too many bytes of jars in a jar");
          }
          out.write(block, 0, read);
        }
      }
      Archive archive = open(file, javaVersion);
      archive.temporary = file;
      archive.name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
      return archive;
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  /// {@return the file name of the jar; for a nested jar, its name in the outer jar}
  public String name() {
    return name;
  }

  /// {@return the path of the file; for a nested jar, the path of its copy}
  public String path() {
    return zip.getName();
  }

  /// {@return whether it is a jar in a jar}
  public boolean isNested() {
    return temporary != null;
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
    Closeable copy = this::deleteCopy;
    try (copy) {
      zip.close();
    }
  }

  private void deleteCopy() throws IOException {
    if (temporary != null) {
      Files.deleteIfExists(temporary);
    }
  }
}

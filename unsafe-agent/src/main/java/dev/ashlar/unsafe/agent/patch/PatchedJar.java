// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// One jar and the jars in it. It is read as a whole. It is written when all other jars have been
/// read.
///
/// Entries keep their order, times and compression methods, so that equal input gives equal output.
/// If several entries have one name, the one that the JVM reads is kept.
final class PatchedJar {
  private static final Set<String> ARCHIVES = Set.of("jar", "war", "ear");
  private static final Set<String> SIGNATURES = Set.of("sf", "rsa", "dsa", "ec");
  private static final int DEEPEST = 8;

  private final Path file;
  private final String location;
  private final PatchWork work;
  private final int depth;
  private final Set<String> names = new LinkedHashSet<>();

  /// The files of entries that are written otherwise.
  private final Map<String, Path> changed = new HashMap<>();

  private final Set<String> signatures = new TreeSet<>();
  private final PatchedClasses classes = new PatchedClasses();
  private final List<Patch.Jar> nested = new ArrayList<>();
  private Manifest manifest = new Manifest();

  /// @param location the location for messages
  /// @param depth the number of jars around this one
  PatchedJar(Path file, String location, PatchWork work, int depth) {
    this.file = file;
    this.location = location;
    this.work = work;
    this.depth = depth;
  }

  static boolean isArchive(String name) {
    return ARCHIVES.contains(suffix(name));
  }

  private static String suffix(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /// {@return the calls found: first those of this jar, then those of the jars in it}
  List<Patch.Jar> found() {
    Patch.Jar own = classes.found(location);
    Stream<Patch.Jar> first = depth > 0 && own.isEmpty() ? Stream.of() : Stream.of(own);
    return Stream.concat(first, nested.stream()).toList();
  }

  /// Reads all entries, including those that stay unchanged, so that damage is found before
  /// writing.
  void read() {
    try (InputStream start = Files.newInputStream(file);
        ZipFile zip = new ZipFile(file.toFile())) {
      if (depth == 0) {
        work.begin(Files.size(file));
      }
      if (start.read() != 'P') {
        throw new IOException("something precedes the jar in its file, and would be lost");
      }
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (names.add(entry.getName())) {
          read(zip, zip.getEntry(entry.getName()));
        }
      }
    } catch (IOException | RuntimeException e) {
      work.problem(location, e);
    }
    if (!changed.isEmpty() && !signatures.isEmpty() && !work.unsigns()) {
      work.problem(
          location,
          new IOException(
              "it is signed by %s, which would not hold: --unsign drops the signature"
                  .formatted(String.join(", ", signatures))));
    }
  }

  private void read(ZipFile zip, ZipEntry entry) {
    String name = entry.getName();
    String inner = location + "!/" + name;
    try (CheckedInputStream in = new CheckedInputStream(zip.getInputStream(entry), new CRC32())) {
      if (PatchedClasses.isClass(name)) {
        byte[] rewritten = classes.rewrite(name, work.read(in));
        if (rewritten != null) {
          changed.put(name, work.write(rewritten));
        }
      } else if (isArchive(name)) {
        nested(name, inner, work.write(in));
      } else if (name.equals(JarFile.MANIFEST_NAME)) {
        manifest = new Manifest(new ByteArrayInputStream(work.read(in)));
      } else {
        work.copy(in, OutputStream.nullOutputStream());
        if (isSignature(name)) {
          signatures.add(name);
        }
      }
      if (!entry.isDirectory() && entry.getCrc() != in.getChecksum().getValue()) {
        throw new IOException("it is damaged: its checksum is another one");
      }
    } catch (IOException | RuntimeException e) {
      work.problem(inner, e);
    }
  }

  private void nested(String name, String inner, Path copy) throws IOException {
    if (depth == DEEPEST) {
      throw new IOException("more than " + DEEPEST + " jars in each other");
    }
    PatchedJar jar = new PatchedJar(copy, inner, work, depth + 1);
    jar.read();
    nested.addAll(jar.found());
    if (!jar.changed.isEmpty()) {
      Path target = work.newFile();
      jar.write(target, Map.of());
      changed.put(name, target);
    }
    Files.delete(copy);
  }

  private static boolean isSignature(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return upper.startsWith("META-INF/")
        && upper.indexOf('/', "META-INF/".length()) < 0
        && (SIGNATURES.contains(suffix(name)) || upper.startsWith("META-INF/SIG-"));
  }

  /// {@return whether `java -jar` starts it and its manifest may be changed}
  boolean isLaunched() {
    return manifest.getMainAttributes().containsKey(Attributes.Name.MAIN_CLASS)
        && (signatures.isEmpty() || !changed.isEmpty());
  }

  /// Writes the jar. The result is a copy of the file if nothing changes.
  ///
  /// @param added attributes to append to the values in the manifest
  void write(Path target, Map<String, String> added) throws IOException {
    if (changed.isEmpty() && added.isEmpty()) {
      Files.copy(file, target);
      return;
    }
    if (!signatures.isEmpty() || !added.isEmpty()) {
      added.forEach((name, value) ->
          manifest.getMainAttributes().merge(new Attributes.Name(name), value, PatchedJar::join));
      if (!signatures.isEmpty()) {
        manifest.getEntries().values().forEach(PatchedJar::dropDigests);
        manifest.getEntries().values().removeIf(Attributes::isEmpty);
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      manifest.write(bytes);
      changed.put(JarFile.MANIFEST_NAME, work.write(bytes.toByteArray()));
    }
    try (ZipFile zip = new ZipFile(file.toFile());
        ZipOutputStream out =
            new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(target)))) {
      out.setComment(zip.getComment());
      for (String name : names) {
        if (!signatures.contains(name)) {
          write(zip, zip.getEntry(name), out);
        }
      }
    }
  }

  private static Object join(Object known, Object added) {
    return Stream.of(known, added)
        .flatMap(words -> Stream.of(words.toString().trim().split("\\s+")))
        .distinct()
        .collect(Collectors.joining(" "));
  }

  private static void dropDigests(Attributes attributes) {
    attributes
        .keySet()
        .removeIf(name -> name.toString().toUpperCase(Locale.ROOT).contains("-DIGEST"));
  }

  private void write(ZipFile zip, ZipEntry entry, ZipOutputStream out) throws IOException {
    ZipEntry copy = new ZipEntry(entry);
    Path replacement = changed.get(entry.getName());
    byte[] bytes = replacement == null ? null : Files.readAllBytes(replacement);
    if (entry.getMethod() == ZipEntry.DEFLATED) {
      copy.setCompressedSize(-1);
    } else if (bytes != null) {
      CRC32 crc = new CRC32();
      crc.update(bytes);
      copy.setCrc(crc.getValue());
      copy.setSize(bytes.length);
      copy.setCompressedSize(bytes.length);
    }
    out.putNextEntry(copy);
    if (bytes != null) {
      out.write(bytes);
    } else {
      try (InputStream in = zip.getInputStream(entry)) {
        in.transferTo(out);
      }
    }
    out.closeEntry();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import dev.ashlar.unsafe.internal.archive.ArchiveVisitor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/// One archive, and the archives in it. It is read as a whole, and written when all others have
/// been read.
final class PatchedJar implements ArchiveVisitor.Content {
  private static final Set<String> SIGNATURES = Set.of("sf", "rsa", "dsa", "ec");
  private static final String META = "META-INF/";

  private final String location;
  private final PatchWork work;

  /// The files of entries that are written otherwise.
  private final Map<String, Path> changed = new HashMap<>();

  private final Map<String, PatchedJar> nested = new LinkedHashMap<>();
  private final Set<String> signatures = new TreeSet<>();

  /// The folders of class files.
  private final Set<String> packages = new TreeSet<>();

  private final PatchedClasses classes = new PatchedClasses();
  private String manifestName = JarFile.MANIFEST_NAME;

  /// Without one, the JVM verifies no signature.
  private boolean hasManifest;

  private ManifestText manifest = new ManifestText(new byte[0]);
  private boolean isUnsigned;

  /// @param location the location for messages
  PatchedJar(String location, PatchWork work) {
    this.location = location;
    this.work = work;
  }

  @Override
  public boolean wants(String name) {
    return isManifest(name) || isSignature(name);
  }

  private static boolean isManifest(String name) {
    return name.equalsIgnoreCase(JarFile.MANIFEST_NAME);
  }

  private static boolean isSignature(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    String suffix = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return upper.startsWith(META)
        && upper.indexOf('/', META.length()) < 0
        && (SIGNATURES.contains(suffix) || upper.startsWith(META + "SIG-"));
  }

  @Override
  public void classFile(String name, byte[] bytes, int length) {
    String unversioned = name.replaceFirst("^META-INF/versions/\\d+/", "");
    packages.add(unversioned.substring(0, unversioned.lastIndexOf('/') + 1));
    byte[] rewritten = classes.rewrite(name, Arrays.copyOf(bytes, length));
    if (rewritten != null) {
      try {
        changed.put(name, work.write(rewritten));
      } catch (IOException e) {
        work.problem(location + "!/" + name, e);
      }
    }
  }

  @Override
  public void file(String name, byte[] bytes, int length) {
    if (isManifest(name)) {
      manifestName = name;
      hasManifest = true;
      manifest = new ManifestText(Arrays.copyOf(bytes, length));
    } else {
      signatures.add(name);
    }
  }

  @Override
  public PatchedJar open(String name, String inner) {
    PatchedJar jar = new PatchedJar(inner, work);
    nested.put(name, jar);
    return jar;
  }

  @Override
  public void end(ArchiveVisitor.Finder files) {
    // It is written later.
  }

  /// {@return this archive and those in it, at any depth}
  Stream<PatchedJar> all() {
    return Stream.concat(Stream.of(this), nested.values().stream().flatMap(PatchedJar::all));
  }

  Patch.Jar found() {
    return classes.found(location);
  }

  String location() {
    return location;
  }

  String mainAttribute(String name) {
    return manifest.value(name);
  }

  boolean isSigned() {
    return hasManifest && !signatures.isEmpty();
  }

  List<String> signatures() {
    return List.copyOf(signatures);
  }

  /// {@return whether its bytes change, apart from the manifest of `java -jar`}
  boolean isChanged() {
    return isUnsigned
        || !changed.isEmpty()
        || nested.values().stream().anyMatch(PatchedJar::isChanged);
  }

  /// {@return whether a class of one package in both would be signed in one of them only, which the
  /// JVM refuses}
  boolean sharesPackage(PatchedJar other) {
    return packages.stream().anyMatch(other.packages::contains);
  }

  void dropSignature() {
    isUnsigned = true;
  }

  boolean isUnsigned() {
    return isUnsigned;
  }

  /// Writes the archive. The result is a copy of the file if nothing changes.
  ///
  /// @param file the archive as it is
  /// @param added words to add to attributes in the manifest
  void write(Path file, Path target, Map<String, String> added) throws IOException {
    if (!isChanged() && added.isEmpty()) {
      Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
      return;
    }
    Map<String, Path> all = new HashMap<>(changed);
    for (Map.Entry<String, PatchedJar> inner : nested.entrySet()) {
      if (inner.getValue().isChanged()) {
        Path written = work.newFile();
        Path copy = extract(file, inner.getKey());
        inner.getValue().write(copy, written, Map.of());
        Files.delete(copy);
        all.put(inner.getKey(), written);
      }
    }
    if (isUnsigned) {
      manifest.dropDigests();
    }
    added.forEach(manifest::add);
    if (isUnsigned || !added.isEmpty()) {
      all.put(manifestName, work.write(manifest.bytes()));
    }
    ZipCopy.write(file, target, all, isUnsigned ? signatures : Set.of());
  }

  private Path extract(Path file, String name) throws IOException {
    Path copy = work.newFile();
    try (ZipFile zip = new ZipFile(file.toFile());
        InputStream in = zip.getInputStream(zip.getEntry(name))) {
      Files.copy(in, copy);
    }
    return copy;
  }
}

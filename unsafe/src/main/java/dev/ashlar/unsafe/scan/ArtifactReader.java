// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.Use;
import dev.ashlar.unsafe.internal.archive.ArchiveVisitor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/// Reads the classes of one artifact.
final class ArtifactReader implements ArchiveVisitor.Content {
  private static final String VERSIONS = "META-INF/versions/";
  private static final int FIRST_VERSION = 9;

  /// The manifest's entries that open modules, enable native access, or start agents.
  private static final List<String> MANIFEST =
      List.of("Add-Opens", "Add-Exports", "Enable-Native-Access", "Launcher-Agent-Class");

  private final String location;
  private final JdkMethods jdk;
  private final ClassFilter filter;
  private final FinalFields finalFields;
  private final int javaVersion;
  private final ArchiveVisitor visitor;
  private final Consumer<ScanProblem> problems;
  private final Consumer<ArtifactScan> done;
  private final ArtifactNames names;
  private final List<Use> uses = new ArrayList<>();
  private final List<Use> fieldsSet = new ArrayList<>();

  /// The versions of each class below `META-INF/versions`.
  private final Map<String, TreeSet<Integer>> versions = new HashMap<>();

  private Attributes manifest = new Attributes();
  private int classCount;

  ArtifactReader(
      String location,
      JdkMethods jdk,
      ClassFilter filter,
      FinalFields finalFields,
      int javaVersion,
      ArchiveVisitor visitor,
      Consumer<ScanProblem> problems,
      Consumer<ArtifactScan> done) {
    this.location = location;
    this.jdk = jdk;
    this.filter = filter;
    this.finalFields = finalFields;
    this.javaVersion = javaVersion;
    this.visitor = visitor;
    this.problems = problems;
    this.done = done;
    this.names = new ArtifactNames(location);
  }

  @Override
  public boolean wants(String name) {
    return name.equals(JarFile.MANIFEST_NAME)
        || (name.startsWith("META-INF/maven/") && name.endsWith("/pom.properties"));
  }

  @Override
  public void classFile(String name, byte[] bytes, int length) {
    classCount++;
    try {
      scan(name, bytes, length);
    } catch (IOException | IllegalArgumentException e) {
      problem(name, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void file(String name, byte[] bytes, int length) {
    try {
      if (name.equals(JarFile.MANIFEST_NAME)) {
        manifest = new Manifest(new ByteArrayInputStream(bytes, 0, length)).getMainAttributes();
      } else {
        Properties properties = new Properties();
        properties.load(new ByteArrayInputStream(bytes, 0, length));
        names.pom(properties);
      }
    } catch (IOException | IllegalArgumentException e) {
      problem(name, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public ArchiveVisitor.Content open(String name, String inner) {
    return visitor.open(inner);
  }

  private void problem(String name, String reason) {
    problems.accept(new ScanProblem(location + "!/" + name, reason, true));
  }

  private void scan(String name, byte[] bytes, int length) throws IOException {
    int release = release(name);
    if (release > 0) {
      String unversioned = name.substring(name.indexOf('/', VERSIONS.length()) + 1);
      versions.computeIfAbsent(className(unversioned), n -> new TreeSet<>()).add(release);
    }
    if (filter.isInteresting(bytes, length)) {
      ClassScanner.Found found = ClassScanner.scan(Arrays.copyOf(bytes, length), jdk, release);
      uses.addAll(found.uses());
      fieldsSet.addAll(found.fieldsSet());
    }
    int version = ClassVersion.of(bytes);
    if (ClassVersion.isNew(version) && release <= javaVersion) {
      problem(
          name,
          "class file version %s is newer than %s, the latest that this JDK loads: uses in it may be missing"
              .formatted(version, ClassFile.latestMajorVersion()));
    }
  }

  /// {@return the version of a file below `META-INF/versions`; 0 for others}
  private static int release(String name) {
    if (!name.startsWith(VERSIONS)) {
      return 0;
    }
    int end = name.indexOf('/', VERSIONS.length());
    String version = name.substring(VERSIONS.length(), Math.max(end, VERSIONS.length()));
    return version.matches("[1-9]\\d{0,3}") ? Integer.parseInt(version) : 0;
  }

  private static String className(String file) {
    int dot = file.indexOf('.', file.lastIndexOf('/') + 1);
    return ClassScanner.binaryName(dot < 0 ? file : file.substring(0, dot));
  }

  @Override
  public void end(ArchiveVisitor.Finder files) {
    fieldsSet.stream().filter(use -> finalFields.isFinal(use.target(), files)).forEach(uses::add);
    Map<Boolean, List<Use>> loaded =
        uses.stream().collect(Collectors.partitioningBy(use -> isLoaded(use.site())));
    done.accept(
        new ArtifactScan(
            names.artifact(manifest),
            classCount,
            loaded.getOrDefault(true, List.of()),
            loaded.getOrDefault(false, List.of()),
            opened(),
            names.contents()));
  }

  private Map<String, String> opened() {
    Map<String, String> entries = new TreeMap<>();
    for (String name : MANIFEST) {
      String value = manifest.getValue(name);
      if (value != null) {
        entries.put(name, value.strip());
      }
    }
    return entries;
  }

  /// {@return whether the JVM loads the class from where it is in a multi-release jar}
  private boolean isLoaded(Use.Site site) {
    if (!"true".equalsIgnoreCase(manifest.getValue(Attributes.Name.MULTI_RELEASE))) {
      return site.release() == 0;
    }
    TreeSet<Integer> releases = versions.getOrDefault(site.className(), new TreeSet<>());
    Integer newest = releases.floor(javaVersion);
    return site.release() == (newest == null || newest < FIRST_VERSION ? 0 : newest);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.scan;

import dev.ashlar.unsafe.Artifact;
import dev.ashlar.unsafe.Artifact.Source;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the name of an artifact in its files.
final class ArtifactNames {
  private static final Pattern FILE = Pattern.compile("(.+?)(?:-(\\d[\\w.+-]*))?\\.[a-z]+");

  /// As in `repository/io/netty/netty-common/4.1.100/netty-common-4.1.100.jar`.
  private static final Pattern MAVEN =
      Pattern.compile(".*/repository/(.+)/([^/]+)/([^/]+)/\\2-\\3[^/]*");

  /// As in `files-2.1/io.netty/netty-common/4.1.100/HASH/netty-common-4.1.100.jar`.
  private static final Pattern GRADLE =
      Pattern.compile(".*/files-2\\.1/([^/]+)/([^/]+)/([^/]+)/[0-9a-f]+/[^/]+");

  private final String location;

  /// The location as the file system spells it: a name is the same for `.` and an absolute path.
  private final String path;

  private final List<Artifact> poms = new ArrayList<>();

  ArtifactNames(String location) {
    this.location = location;
    this.path = real(location).replace('\\', '/');
  }

  /// Links keep their own names.
  private static String real(String location) {
    try {
      return Path.of(location).toRealPath(LinkOption.NOFOLLOW_LINKS).toString();
    } catch (IOException | InvalidPathException e) {
      // It is in an archive.
      return location;
    }
  }

  void pom(Properties properties) {
    String name = properties.getProperty("artifactId", "").strip();
    if (!name.isEmpty()) {
      poms.add(
          new Artifact(
              properties.getProperty("groupId", "").strip(),
              name,
              properties.getProperty("version", "").strip(),
              Source.POM_PROPERTIES,
              location));
    }
  }

  /// {@return the Maven coordinates of the artifacts in a shaded jar; empty for other jars}
  List<String> contents() {
    return poms.size() < 2 && ofPom().isPresent()
        ? List.of()
        : poms.stream().map(Artifact::coordinates).sorted().toList();
  }

  Artifact artifact(Attributes manifest) {
    return ofRepository()
        .or(this::ofPom)
        .or(() -> ofManifest(manifest))
        .orElseGet(() -> ofFileName(fileName()));
  }

  private Optional<Artifact> ofRepository() {
    if (path.contains("!/")) {
      return Optional.empty();
    }
    Matcher maven = MAVEN.matcher(path);
    if (maven.matches()) {
      return Optional.of(of(maven, maven.group(1).replace('/', '.')));
    }
    Matcher gradle = GRADLE.matcher(path);
    return gradle.matches() ? Optional.of(of(gradle, gradle.group(1))) : Optional.empty();
  }

  private Artifact of(Matcher path, String group) {
    return new Artifact(group, path.group(2), path.group(3), Source.REPOSITORY_PATH, location);
  }

  /// Returns the artifact of a `pom.properties`. A shaded jar has those of its libraries too; its
  /// own names the file, with or without the group. If there is only one, it also counts for a file
  /// without a version, such as `app.jar`.
  private Optional<Artifact> ofPom() {
    String file = fileName();
    Optional<Artifact> own =
        poms.stream()
            .filter(pom -> ("." + file).contains("." + pom.name() + "-" + pom.version()))
            .findFirst();
    Matcher name = FILE.matcher(file);
    boolean isVersioned = name.matches() && name.group(2) != null;
    return own.isPresent() || poms.size() != 1
        ? own
        : Optional.of(poms.getFirst())
            .filter(pom -> !isVersioned || name.group(1).equals(pom.name()));
  }

  /// A manifest has titles rather than artifact ids, so the name of a file with the same version is
  /// better.
  private Optional<Artifact> ofManifest(Attributes manifest) {
    String name =
        first(manifest, "Implementation-Title", "Bundle-SymbolicName", "Automatic-Module-Name");
    // Some add a commit and a date.
    String version =
        first(manifest, "Implementation-Version", "Bundle-Version").replaceFirst("\\s.*", "");
    String file = fileName();
    if (name.isEmpty() || version.isEmpty() || file.contains("-" + version + ".")) {
      return Optional.empty();
    }
    int directive = name.indexOf(';');
    return Optional.of(
        new Artifact(
            first(manifest, "Implementation-Vendor-Id"),
            directive < 0 ? name : name.substring(0, directive),
            version,
            Source.MANIFEST,
            location));
  }

  private static String first(Attributes manifest, String... names) {
    for (String name : names) {
      String value = manifest.getValue(name);
      if (value != null && !value.isBlank()) {
        return value.strip();
      }
    }
    return "";
  }

  private Artifact ofFileName(String file) {
    Matcher name = FILE.matcher(file);
    boolean archive = name.matches();
    return new Artifact(
        "",
        archive ? name.group(1) : file,
        archive && name.group(2) != null ? name.group(2) : "",
        Source.FILE_NAME,
        location);
  }

  private String fileName() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}

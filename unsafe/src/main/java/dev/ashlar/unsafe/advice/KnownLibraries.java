// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Libraries whose released versions were scanned, so that one sentence such as *upgrade* replaces
/// advice on forty calls. The scan of their jars is in `known-libraries.txt`.
public final class KnownLibraries {
  private static final String RESOURCE = "known-libraries.txt";
  private static final Map<String, KnownLibrary> BY_COORDINATES = parse(AdvicePage.read(RESOURCE));

  private KnownLibraries() {}

  /// {@return the library; empty if it was not scanned}
  ///
  /// @param group the Maven group; empty if unknown. Without a group, the result is empty unless
  ///   exactly one scanned library of this name has no successor
  /// @param artifact the name; without a group, also the name after the group and a dot
  public static Optional<KnownLibrary> lookup(String group, String artifact) {
    if (!group.isEmpty()) {
      return Optional.ofNullable(BY_COORDINATES.get(group + ":" + artifact));
    }
    List<KnownLibrary> named =
        all().stream()
            .filter(library ->
                artifact.equals(library.artifact())
                    || artifact.equals(library.group() + "." + library.artifact()))
            .toList();
    List<KnownLibrary> last =
        named.stream().filter(library -> library.continued().isEmpty()).toList();
    return last.size() == 1 ? Optional.of(last.getFirst()) : Optional.empty();
  }

  /// {@return the library of which a package of an artifact is a copy; empty if it is not
  /// recognized}
  ///
  /// @param methods the methods of one package that call Unsafe, as `Type.method`
  static Optional<KnownLibrary> byShape(Set<String> methods) {
    return all().stream()
        .filter(library -> library.shapes().stream().anyMatch(methods::containsAll))
        .findFirst();
  }

  /// {@return the library; empty if it was not scanned}
  ///
  /// @param coordinates as `group:artifact`
  static Optional<KnownLibrary> byCoordinates(String coordinates) {
    return Optional.ofNullable(BY_COORDINATES.get(coordinates));
  }

  /// {@return advice on a version of a library; empty if the library was not scanned}
  ///
  /// @param group the group; may be empty, as for [#lookup(String, String)]
  /// @param version the version; empty if unknown
  public static Optional<String> lookup(String group, String artifact, String version) {
    return lookup(group, artifact).map(library -> library.advice(version));
  }

  /// {@return all libraries, in the order of the file}
  public static Collection<KnownLibrary> all() {
    return BY_COORDINATES.values();
  }

  /// Parses lines of `group:artifact`. Below each are indented lines of `version calls deniedCalls
  /// internalCalls names`, and lines that begin with a word that the file explains. Lines that
  /// begin with `#` are comments.
  static Map<String, KnownLibrary> parse(String text) {
    Map<String, KnownLibrary> libraries = new LinkedHashMap<>();
    Lines library = new Lines("");
    for (String line : text.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      try {
        if (line.startsWith(" ")) {
          library.add(line.strip());
        } else {
          library.end(libraries);
          library = new Lines(line.strip());
        }
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
        throw new IllegalStateException(RESOURCE + ": cannot read the line '" + line + "'", e);
      }
    }
    library.end(libraries);
    return libraries;
  }

  private static final class Lines {
    private final String coordinates;
    private final List<ScannedVersion> versions = new ArrayList<>();
    private final List<String> properties = new ArrayList<>();
    private final List<LibraryRun> runs = new ArrayList<>();
    private final List<Set<String>> shapes = new ArrayList<>();
    private String off = "";
    private String continued = "";

    Lines(String coordinates) {
      this.coordinates = coordinates;
    }

    void add(String line) {
      String[] words = line.split(" +", -1);
      String rest = line.substring(Math.min(line.length(), words[0].length() + 1));
      switch (words[0]) {
        case "property" -> properties.add(words[1]);
        case "run" -> runs.add(LibraryRun.parse(rest));
        case "off" -> off = rest;
        case "continued" -> continued = words[1];
        case "shape" -> shapes.add(Set.of(rest.split(" +")));
        default ->
            versions.add(
                new ScannedVersion(
                    words[0],
                    Integer.parseInt(words[1]),
                    Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]),
                    Integer.parseInt(words[4])));
      }
    }

    void end(Map<String, KnownLibrary> libraries) {
      int colon = coordinates.indexOf(':');
      if (colon > 0) {
        libraries.put(
            coordinates,
            new KnownLibrary(
                coordinates.substring(0, colon),
                coordinates.substring(colon + 1),
                versions,
                properties,
                runs,
                off,
                continued,
                shapes));
      }
    }
  }
}

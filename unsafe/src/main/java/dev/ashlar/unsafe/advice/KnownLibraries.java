// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Libraries whose released versions were scanned, so that one sentence such as *upgrade* stands
/// for forty calls. What is known of them is what the scan has found in their jars; see
/// `known-libraries.txt`.
public final class KnownLibraries {
  private static final String RESOURCE = "known-libraries.txt";
  private static final Map<String, KnownLibrary> BY_COORDINATES = parse(read());

  private KnownLibraries() {}

  /// {@return the library, empty if it was not scanned}
  ///
  /// @param group empty if unknown: then the name alone has to be known, and only once
  public static Optional<KnownLibrary> lookup(String group, String artifact) {
    if (!group.isEmpty()) {
      return Optional.ofNullable(BY_COORDINATES.get(group + ":" + artifact));
    }
    List<KnownLibrary> named =
        all().stream().filter(library -> library.artifact().equals(artifact)).toList();
    return named.size() == 1 ? Optional.of(named.getFirst()) : Optional.empty();
  }

  /// {@return what to do about a version of a library, empty if the library was not scanned}
  ///
  /// @param group may be empty, as for [#lookup(String, String)]
  /// @param version may be empty, if unknown
  public static Optional<String> lookup(String group, String artifact, String version) {
    return lookup(group, artifact).map(library -> library.advice(version));
  }

  /// {@return all libraries, in the order of the file}
  public static Collection<KnownLibrary> all() {
    return BY_COORDINATES.values();
  }

  private static String read() {
    try (InputStream file = KnownLibraries.class.getResourceAsStream(RESOURCE)) {
      if (file == null) {
        throw new IllegalStateException(
            RESOURCE + " is missing beside " + KnownLibraries.class.getName());
      }
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads lines of `group:artifact`, below each of which are lines of `version calls deniedCalls
  /// internalCalls names` and of `property NAME`. Lines that begin with `#` are for people.
  static Map<String, KnownLibrary> parse(String text) {
    Map<String, KnownLibrary> libraries = new LinkedHashMap<>();
    String coordinates = "";
    List<ScannedVersion> versions = new ArrayList<>();
    List<String> properties = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String[] words = line.strip().split(" +", -1);
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      try {
        if (!line.startsWith(" ")) {
          add(libraries, coordinates, versions, properties);
          coordinates = words[0];
        } else if (words[0].equals("property")) {
          properties.add(words[1]);
        } else {
          versions.add(
              new ScannedVersion(
                  words[0],
                  Integer.parseInt(words[1]),
                  Integer.parseInt(words[2]),
                  Integer.parseInt(words[3]),
                  Integer.parseInt(words[4])));
        }
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw new IllegalStateException(RESOURCE + ": cannot read the line '" + line + "'", e);
      }
    }
    add(libraries, coordinates, versions, properties);
    return libraries;
  }

  private static void add(
      Map<String, KnownLibrary> libraries,
      String coordinates,
      List<ScannedVersion> versions,
      List<String> properties) {
    if (!coordinates.isEmpty()) {
      int colon = coordinates.indexOf(':');
      libraries.put(
          coordinates,
          new KnownLibrary(
              coordinates.substring(0, colon),
              coordinates.substring(colon + 1),
              versions,
              properties));
      versions.clear();
      properties.clear();
    }
  }
}

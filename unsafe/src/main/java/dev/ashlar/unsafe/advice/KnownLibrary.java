// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.util.List;
import java.util.Optional;

/// A library of which released versions were scanned.
///
/// @param versions some of those released, the oldest first, never empty
/// @param properties names of system properties about Unsafe, as `io.netty.noUnsafe`, which are
///   String constants of classes that use it, in the newest of these versions
public record KnownLibrary(
    String group, String artifact, List<ScannedVersion> versions, List<String> properties) {
  private static final VersionOrder ORDER = new VersionOrder();

  public KnownLibrary {
    versions = List.copyOf(versions);
    properties = List.copyOf(properties);
  }

  /// {@return the newest version that was scanned}
  public ScannedVersion newest() {
    return versions.getLast();
  }

  /// {@return the newest scanned version that JDK 25 warns of; empty if it warns of none}
  public Optional<ScannedVersion> lastConcerned() {
    return versions.reversed().stream().filter(ScannedVersion::isConcerned).findFirst();
  }

  /// {@return the oldest scanned version from which on JDK 25 warns of none; empty if it warns of
  /// the newest}
  public Optional<ScannedVersion> firstFree() {
    Optional<ScannedVersion> last = lastConcerned();
    return last.isEmpty()
        ? Optional.of(versions.getFirst())
        : Optional.of(versions.indexOf(last.get()) + 1)
            .filter(next -> next < versions.size())
            .map(versions::get);
  }

  /// {@return what a user of a version does, as `Upgrade netty-common to 4.2.20.Final or later; …`}
  ///
  /// @param version may be empty, if unknown
  public String advice(String version) {
    Optional<ScannedVersion> last = lastConcerned();
    Optional<ScannedVersion> free = firstFree();
    if (free.isEmpty()) {
      return "Newest version scanned: %s. Whether it makes them depends on the JDK and on its settings.%s"
          .formatted(newest().words(), propertiesOf(newest()));
    }
    String sentence;
    if (last.isEmpty()) {
      sentence =
          "No call of a memory method of sun.misc.Unsafe was found from %s to %s, in %s scanned."
              .formatted(
                  versions.getFirst().version(),
                  newest().version(),
                  ScannedVersion.count(versions.size(), "version"));
    } else if (!version.isEmpty() && ORDER.compare(version, free.get().version()) >= 0) {
      sentence =
          "From %s on, up to %s, no call of a memory method of sun.misc.Unsafe was found."
              .formatted(free.get().version(), newest().version());
    } else {
      sentence =
          "Upgrade %s to %s or later; %s."
              .formatted(artifact, free.get().version(), last.get().words());
    }
    return newest().names() == 0
        ? sentence
        : sentence
            + " %s names the class in %s: it may call methods by reflection, which the scan does not follow."
                .formatted(newest().version(), ScannedVersion.count(newest().names(), "place"));
  }

  private String propertiesOf(ScannedVersion version) {
    return properties.isEmpty()
        ? ""
        : " %s names the system %s %s."
            .formatted(
                version.version(),
                properties.size() == 1 ? "property" : "properties",
                String.join(", ", properties));
  }
}

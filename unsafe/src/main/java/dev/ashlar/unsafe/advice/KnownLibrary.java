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
    if (last.isEmpty()) {
      return "No memory method of sun.misc.Unsafe is called in the %d versions scanned, %s to %s."
          .formatted(versions.size(), versions.getFirst().version(), newest().version());
    }
    Optional<ScannedVersion> free = firstFree();
    if (free.isEmpty()) {
      return "The newest version scanned, " + newest().words() + "." + propertiesOf(newest());
    }
    if (!version.isEmpty() && ORDER.compare(version, free.get().version()) >= 0) {
      return "From %s on no memory method of sun.misc.Unsafe is called, as far as scanned, up to %s."
          .formatted(free.get().version(), newest().version());
    }
    return "Upgrade %s to %s or later; %s."
        .formatted(artifact, free.get().version(), last.get().words());
  }

  private String propertiesOf(ScannedVersion version) {
    return properties.isEmpty()
        ? ""
        : " %s names the system property %s."
            .formatted(version.version(), String.join(", ", properties));
  }
}

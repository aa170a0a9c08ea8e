// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A library with released versions that were scanned.
///
/// @param versions some released versions, the oldest first, never empty
/// @param properties names of system properties about Unsafe, as `io.netty.noUnsafe`. In the newest
///   of `versions` they are String constants of classes that use Unsafe
/// @param runs the runs of some versions, the oldest first
/// @param off the option with which the newest version runs without Unsafe; empty if none is known
/// @param continued group and name of the library that has the later releases; empty if this
///   library has them
/// @param shapes sets of methods that identify a copy: methods of one package that call Unsafe, as
///   `Type.method`
public record KnownLibrary(
    String group,
    String artifact,
    List<ScannedVersion> versions,
    List<String> properties,
    List<LibraryRun> runs,
    String off,
    String continued,
    List<Set<String>> shapes) {
  static final VersionOrder ORDER = new VersionOrder();

  /// Advice for every library: a flag that keeps its calls working, and the remedy after that.
  static final String ALLOW =
      "--sun-misc-unsafe-memory-access=allow (JDK 23 and later) allows its calls and stops the warning,"
          + " until a JDK removes the methods. Where they are denied, ashlar-unsafe-agent replaces them.";

  public KnownLibrary {
    versions = List.copyOf(versions);
    properties = List.copyOf(properties);
    runs = List.copyOf(runs);
    shapes = List.copyOf(shapes);
  }

  /// {@return the newest version that was scanned}
  public ScannedVersion newest() {
    return versions.getLast();
  }

  /// {@return the newest scanned version that JDK 25 warns about; empty if there is none}
  public Optional<ScannedVersion> lastConcerned() {
    return versions.reversed().stream().filter(ScannedVersion::isConcerned).findFirst();
  }

  /// {@return the oldest scanned version such that JDK 25 warns neither about it nor about a later
  /// one; empty if it warns about the newest}
  public Optional<ScannedVersion> firstFree() {
    Optional<ScannedVersion> last = lastConcerned();
    return last.isEmpty()
        ? Optional.of(versions.getFirst())
        : Optional.of(versions.indexOf(last.get()) + 1)
            .filter(next -> next < versions.size())
            .map(versions::get);
  }

  /// {@return the oldest version such that it and all later ones ran without a warning; empty if
  /// the newest warned}
  Optional<LibraryRun> firstSilent() {
    List<LibraryRun> silent =
        runs.reversed().stream()
            .takeWhile(run -> run.byDefault() == LibraryRun.ByDefault.SILENT)
            .toList();
    return silent.isEmpty() ? Optional.empty() : Optional.of(silent.getLast());
  }

  /// {@return the oldest version such that JDK 25 warns neither about it nor about a later one, by
  /// scans or by runs}
  Optional<String> firstWithoutWarning() {
    return firstFree()
        .map(ScannedVersion::version)
        .or(() -> firstSilent().map(LibraryRun::version));
  }

  /// {@return advice for a user of a version, as `Upgrade netty-common to 4.2.20.Final or later;
  /// …`}
  ///
  /// @param version the version; empty if unknown
  public String advice(String version) {
    Optional<KnownLibrary> later = KnownLibraries.byCoordinates(continued);
    if (later.isPresent()) {
      return "Replace %s:%s by %s, which has its later releases. %s"
          .formatted(group, artifact, continued, later.get().advice(""));
    }
    if (firstFree().isPresent()) {
      boolean upgrades =
          lastConcerned().isPresent()
              && (version.isEmpty() || ORDER.compare(version, firstFree().get().version()) < 0);
      return adviceOfScan(upgrades) + reflection(upgrades ? newest().version() : version);
    }
    return firstSilent()
        .map(silent -> adviceOfSilent(version, silent))
        .or(() -> runs.isEmpty() ? Optional.empty() : Optional.of(adviceOfRuns(version)))
        .orElseGet(() ->
            "Newest version scanned: %s. Whether it makes them depends on the JDK and on its settings.%s %s"
                .formatted(newest().words(), propertiesOf(newest()), ALLOW));
  }

  private String adviceOfScan(boolean upgrades) {
    String free = firstFree().orElseThrow().version();
    Optional<ScannedVersion> last = lastConcerned();
    if (last.isEmpty()) {
      return "Nothing to do: no call of a memory method of sun.misc.Unsafe was found from %s to %s, in %s scanned."
          .formatted(
              versions.getFirst().version(),
              newest().version(),
              ScannedVersion.count(versions.size(), "version"));
    }
    return upgrades
        ? "Upgrade %s to %s or later; %s.".formatted(artifact, free, last.get().words())
        : "Nothing to do: from %s on, up to %s, no call of a memory method of sun.misc.Unsafe was found."
            .formatted(free, newest().version());
  }

  /// {@return the caveat that a scan does not follow reflection; empty if a run shows the outcome}
  private String reflection(String version) {
    ScannedVersion scanned = newest();
    for (ScannedVersion each : versions) {
      if (version.isEmpty() ? each.names() > 0 : ORDER.compare(each.version(), version) <= 0) {
        scanned = each;
      }
    }
    String name = scanned.version();
    if (scanned.names() == 0) {
      return "";
    }
    String names =
        " %s names the class in %s: it may call methods by reflection, which the scan does not follow."
            .formatted(name, ScannedVersion.count(scanned.names(), "place"));
    return names
        + runs.stream()
            .filter(run -> run.version().equals(name))
            .map(run ->
                " %s %s; %s."
                    .formatted(
                        upper(run.words()),
                        run.byDefault() == LibraryRun.ByDefault.SILENT
                            ? "the JDK did not warn"
                            : "the JDK warned",
                        run.whenDenied()))
            .findFirst()
            .orElse("");
  }

  private static String upper(String words) {
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  private String adviceOfSilent(String version, LibraryRun silent) {
    LibraryRun newestRun = runs.getLast();
    String calls = "though %s".formatted(newest().words());
    if (!version.isEmpty() && ORDER.compare(version, silent.version()) >= 0) {
      return "Nothing to do: %s the JDK did not warn of it, %s."
          .formatted(newestRun.words(), calls);
    }
    int before = runs.indexOf(silent) - 1;
    return "Upgrade %s to %s or later: %s the JDK did not warn of it, %s.%s%s"
        .formatted(
            artifact,
            silent.version(),
            silent.words(),
            calls,
            before < 0
                ? ""
                : " %s the JDK warned; %s."
                    .formatted(upper(runs.get(before).words()), runs.get(before).whenDenied()),
            off.isEmpty() ? "" : " Without the upgrade, " + off + " stops the calls.");
  }

  /// {@return advice from runs} The option `off` was tried with the newest run only.
  private String adviceOfRuns(String version) {
    LibraryRun last = runs.getLast();
    if (off.isEmpty() || version.isEmpty() || ORDER.compare(version, last.version()) >= 0) {
      return adviceOfRun(last);
    }
    String own =
        runs.reversed().stream()
            .filter(run -> ORDER.compare(run.version(), version) <= 0)
            .map(run -> upper(run.words()) + " the JDK warned; " + run.whenDenied() + ". ")
            .findFirst()
            .orElse("");
    return "%s%s With %s or later: %s".formatted(own, ALLOW, last.version(), adviceOfRun(last));
  }

  private String adviceOfRun(LibraryRun run) {
    if (run.byDefault() == LibraryRun.ByDefault.FAILS) {
      return "Set %s: without it, %s it failed.".formatted(off, run.words());
    }
    String denied = upper(run.words()) + " the JDK warned; " + run.whenDenied() + ".";
    return off.isEmpty()
        ? "No release without such calls is known: %s has %s. %s %s"
            .formatted(
                newest().version(),
                ScannedVersion.count(newest().deniedCalls(), "call"),
                denied,
                ALLOW)
        : "Set %s, with which it works when denied. %s".formatted(off, denied);
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

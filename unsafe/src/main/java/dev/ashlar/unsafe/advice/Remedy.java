// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import dev.ashlar.unsafe.Artifact;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Use;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Advice on an artifact for the owner of a service that contains it. The owner cannot change the
/// artifact's code.
public final class Remedy {
  private Remedy() {}

  /// A copy of a library in an artifact.
  ///
  /// @param home the package of the copy
  private record Copy(KnownLibrary library, String home) {
    String words(ArtifactScan scan) {
      String version =
          scan.contents().stream()
              .filter(c -> c.startsWith(library.group() + ":" + library.artifact() + ":"))
              .map(c -> c.substring(c.lastIndexOf(':') + 1))
              .findFirst()
              .orElse("");
      String name = library.artifact();
      String artifact = scan.artifact().name();
      // Options such as -Dio.netty.noUnsafe may have another name in a copy.
      return "%s has a copy of %s%s in %s, which changes only with a release of %s. %s"
          .formatted(
              artifact,
              name,
              version.isEmpty() ? "" : " " + version,
              home,
              artifact,
              library
                  .firstWithoutWarning()
                  .map(first ->
                      !version.isEmpty() && KnownLibrary.ORDER.compare(version, first) >= 0
                          ? "Nothing to do: from %s on, JDK 25 does not warn of %s."
                              .formatted(first, name)
                          : "Look for one with %s %s or later, of which JDK 25 does not warn. Until then, %s"
                              .formatted(name, first, KnownLibrary.ALLOW))
                  .orElse(
                      "No release of %s without such calls is known. %s"
                          .formatted(name, KnownLibrary.ALLOW)));
    }
  }

  /// {@return advice on an artifact, in one line; empty if nothing in it needs Unsafe}
  public static Optional<String> of(ArtifactScan scan, JdkMethods jdk) {
    long internal = scan.count(Use.Kind.INTERNAL_UNSAFE);
    if (scan.unsafeUses().isEmpty() && internal == 0) {
      return Optional.empty();
    }
    Artifact artifact = scan.artifact();
    return KnownLibraries.lookup(artifact.group(), artifact.name(), artifact.version())
        .or(() -> copies(scan))
        .or(() -> Optional.of(ofUnknown(scan, jdk)));
  }

  /// One package may be below another one: netty-common has a copy of JCTools itself.
  private static Optional<String> copies(ArtifactScan scan) {
    Map<String, Set<String>> methods = new TreeMap<>();
    for (Use use : scan.unsafeUses()) {
      String type = use.site().className();
      int dot = type.lastIndexOf('.');
      methods
          .computeIfAbsent(type.substring(0, Math.max(dot, 0)), home -> new HashSet<>())
          .add(type.substring(dot + 1) + "." + use.site().method());
    }
    Map<String, Copy> found = new TreeMap<>();
    methods.forEach((home, callers) -> {
      if (found.keySet().stream().noneMatch(outer -> home.startsWith(outer + "."))) {
        KnownLibraries.byShape(callers)
            .ifPresent(library -> found.put(home, new Copy(library, home)));
      }
    });
    List<String> words = found.values().stream().map(copy -> copy.words(scan)).toList();
    return words.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", words));
  }

  private static String ofUnknown(ArtifactScan scan, JdkMethods jdk) {
    String name = scan.artifact().name();
    if (scan.count(Use.Kind.INTERNAL_UNSAFE) > 0) {
      return "Set --add-exports java.base/jdk.internal.misc=ALL-UNNAMED if %s does not start without; no JDK promises that the package stays."
          .formatted(name);
    }
    if (scan.uses().stream().anyMatch(jdk::isDenied)) {
      return "Nothing is known of %s: look for a newer release and into its issue tracker, and see what a run with 'ashlar unsafe run --deny' does. %s"
          .formatted(name, KnownLibrary.ALLOW);
    }
    boolean calls = scan.uses().stream().anyMatch(use -> use.kind().isUnsafeCall());
    return calls
        ? "Nothing to do now: JDK 25 warns of none of its calls (%s)."
            .formatted(
                scan.uses().stream()
                    .filter(use -> use.kind().isUnsafeCall())
                    .map(use -> use.target().name())
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", ")))
        : "It names Unsafe without a call that the scan finds: 'ashlar unsafe run' shows whether %s calls it by reflection."
            .formatted(name);
  }
}

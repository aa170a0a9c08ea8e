// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.patch;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The signatures that do not hold once jars change.
final class Signatures {
  private final List<PatchedJar> all;
  private final PatchWork work;
  private final boolean unsigns;

  /// @param all the jars, nested ones too
  /// @param unsigns whether the signature of a jar may be dropped
  Signatures(List<PatchedJar> all, PatchWork work, boolean unsigns) {
    this.all = all;
    this.work = work;
    this.unsigns = unsigns;
  }

  /// Drops the signatures of jars that change, or names them.
  void drop() {
    for (PatchedJar jar : all) {
      if (jar.isSigned() && jar.isChanged()) {
        drop(jar, "its classes change, so its signature would not hold");
      }
    }
  }

  /// Drops the signatures of jars that share a package with one that lost its own, or names them.
  /// The JVM refuses a package with signed and unsigned classes.
  void dropOfSharedPackages() {
    List<PatchedJar> left =
        all.stream()
            .filter(jar -> jar.isSigned() && !jar.isUnsigned())
            .filter(jar ->
                all.stream().anyMatch(other -> other.isUnsigned() && jar.sharesPackage(other)))
            .toList();
    left.forEach(jar -> drop(jar, "another jar with a package of it loses its signature"));
    if (unsigns && !left.isEmpty()) {
      dropOfSharedPackages();
    }
  }

  private void drop(PatchedJar jar, String reason) {
    if (unsigns) {
      jar.dropSignature();
    } else {
      work.problem(
          jar.location(),
          "it is signed by %s, and %s: --unsign drops it"
              .formatted(String.join(", ", jar.signatures()), reason));
    }
  }

  /// Drops the signature of a jar that `java -jar` runs, if its class path has a jar that changes,
  /// or names it. Without a change of its manifest, it would not start.
  ///
  /// @param jars the jars of the output, by their paths
  void dropOfLauncher(String name, Map<String, PatchedJar> jars) {
    PatchedJar launcher = jars.get(name);
    if (launcher != null && launcher.isSigned() && !launcher.isUnsigned()) {
      Set<String> reached = new TreeSet<>();
      reach(name, jars, reached);
      if (reached.stream().map(jars::get).anyMatch(PatchedJar::isChanged)) {
        drop(
            launcher,
            "its manifest has to name %s and flags for the jars of its Class-Path, so its signature would not hold"
                .formatted(Patch.RUNTIME));
      }
    }
  }

  /// Adds the jars that a jar's manifest names, and those that theirs name.
  private static void reach(String name, Map<String, PatchedJar> jars, Set<String> reached) {
    PatchedJar jar = jars.get(name);
    if (jar == null || !reached.add(name)) {
      return;
    }
    for (String url : jar.mainAttribute("Class-Path").split("\\s+", -1)) {
      try {
        String path = new URI(null, null, "/" + name, null).resolve(url).getPath();
        if (!url.isEmpty() && path != null && path.startsWith("/")) {
          reach(path.substring(1), jars, reached);
        }
      } catch (IllegalArgumentException | URISyntaxException e) {
        // The JVM ignores it, too.
      }
    }
  }
}

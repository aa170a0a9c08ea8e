// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The uses in one artifact.
///
/// @param classCount the number of classes that were read
/// @param uses the uses in classes that the JVM loads
/// @param notLoaded the uses in classes of a multi-release jar that the JVM does not load. They are
///   for a later Java version than the JVM's, or a later version of the class replaces them
/// @param manifest the manifest entries that open modules or enable native access
/// @param contents the Maven coordinates of the artifacts that a shaded jar contains; empty for
///   other artifacts
public record ArtifactScan(
    Artifact artifact,
    int classCount,
    List<Use> uses,
    List<Use> notLoaded,
    Map<String, String> manifest,
    List<String> contents) {
  public ArtifactScan {
    uses = List.copyOf(uses);
    notLoaded = List.copyOf(notLoaded);
    manifest = Collections.unmodifiableMap(new TreeMap<>(manifest));
    contents = List.copyOf(contents);
  }

  /// {@return the number of uses of a kind}
  public long count(Use.Kind kind) {
    return uses.stream().filter(use -> use.kind() == kind).count();
  }

  /// {@return the uses for which [Use.Kind#isUnsafe] is true}
  public List<Use> unsafeUses() {
    return uses.stream().filter(use -> use.kind().isUnsafe()).toList();
  }

  /// {@return whether nothing was found}
  public boolean isEmpty() {
    return uses.isEmpty() && notLoaded.isEmpty() && manifest.isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.build;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The shortest path by which a build brings in each artifact.
final class ShortestPaths {
  private final Map<String, List<String>> paths = new LinkedHashMap<>();

  /// @param coordinates as `group:name:version`
  /// @param before the path from the project to what depends on the artifact; empty for the project
  void add(String coordinates, List<String> before) {
    paths.merge(coordinates, before, (one, other) -> other.size() < one.size() ? other : one);
  }

  /// {@return the paths as `app:1.0 > client:2.1`, by coordinates, without those of projects}
  Map<String, String> words() {
    Map<String, String> words = new LinkedHashMap<>();
    paths.forEach((artifact, before) -> {
      if (!before.isEmpty()) {
        words.put(artifact, String.join(" > ", before));
      }
    });
    return words;
  }
}

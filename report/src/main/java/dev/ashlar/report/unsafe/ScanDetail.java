// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.unsafe.Artifact;
import java.util.Map;
import java.util.Optional;

/// The details that a report on a scan shows in addition to the uses.
///
/// @param most the limit of each part; `Integer.MAX_VALUE` for all
/// @param code whether to show the replacement code for authors
/// @param paths the path by which the build brings in each artifact, by the artifact's coordinates;
///   empty if no build tool was used
public record ScanDetail(int most, boolean code, Map<String, String> paths) {
  public ScanDetail {
    paths = Map.copyOf(paths);
  }

  /// {@return the path as `brought in by app > b:1 > c:2`; empty if it is unknown}
  Optional<String> broughtIn(Artifact artifact) {
    return Optional.ofNullable(paths.get(artifact.coordinates()))
        .map(path -> "brought in by " + path);
  }
}

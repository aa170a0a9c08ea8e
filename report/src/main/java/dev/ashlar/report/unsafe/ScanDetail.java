// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.unsafe.Artifact;
import java.util.Map;
import java.util.Optional;

/// The details that a report on a scan shows beside the uses.
///
/// @param most of each part; `Integer.MAX_VALUE` for all
/// @param code whether to show what authors write instead
/// @param paths the path by which the build brings in an artifact, by its coordinates; empty if no
///   build was asked
public record ScanDetail(int most, boolean code, Map<String, String> paths) {
  public ScanDetail {
    paths = Map.copyOf(paths);
  }

  /// {@return as `brought in by app > b:1 > c:2`; empty if it is not known}
  Optional<String> broughtIn(Artifact artifact) {
    return Optional.ofNullable(paths.get(artifact.coordinates()))
        .map(path -> "brought in by " + path);
  }
}

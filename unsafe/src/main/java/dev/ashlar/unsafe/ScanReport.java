// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import java.util.List;

/// The result of a scan.
///
/// @param javaVersion the feature version that decides which classes of multi-release jars are
///   loaded
/// @param artifacts the artifacts in which something was found, the one with most denied calls
///   first
/// @param artifactCount the number of all artifacts that were read
/// @param byteCount the total size of the files that were read, in bytes
/// @param problems the problems, in the order of reading
public record ScanReport(
    int javaVersion,
    List<ArtifactScan> artifacts,
    int artifactCount,
    long classCount,
    long byteCount,
    List<ScanProblem> problems) {
  public ScanReport {
    artifacts = List.copyOf(artifacts);
    problems = List.copyOf(problems);
  }

  /// {@return whether everything was read}
  public boolean isComplete() {
    return problems.stream().noneMatch(ScanProblem::hidesUses);
  }
}

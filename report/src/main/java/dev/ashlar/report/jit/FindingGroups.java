// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.Finding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/// Groups findings by cause. For example, a callee that is too big is one finding, even if many
/// calls of it remain.
final class FindingGroups {
  private FindingGroups() {}

  /// {@return the first finding of each cause, with the positions of the others}
  static List<Finding> of(List<Finding> ranked) {
    return ranked.stream()
        .collect(
            Collectors.groupingBy(FindingGroups::cause, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(group -> group.getFirst().withSites(group.subList(1, group.size())))
        .toList();
  }

  private static Object cause(Finding finding) {
    return switch (finding.kind()) {
      case HOT_METHOD_TOO_BIG,
          TOO_BIG,
          HUGE_METHOD,
          ALREADY_COMPILED,
          RECURSIVE,
          NOT_LOADED,
          INTRINSIC_MISSED ->
          List.of(finding.kind(), CrossReferences.subject(finding), finding.said());
      // The cause is at the call.
      default -> finding;
    };
  }
}

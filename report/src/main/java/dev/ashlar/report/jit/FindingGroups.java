// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Groups findings by cause. A callee that is too big is one finding, even if many calls of it
/// remain.
final class FindingGroups {
  private FindingGroups() {}

  /// {@return the first finding of each cause, with the places of the others}
  static List<Finding> of(List<Finding> ranked) {
    Map<Object, List<Finding>> groups = new LinkedHashMap<>();
    for (Finding finding : ranked) {
      groups.computeIfAbsent(cause(finding), cause -> new ArrayList<>(1)).add(finding);
    }
    return groups.values().stream()
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

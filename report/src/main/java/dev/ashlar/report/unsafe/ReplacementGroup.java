// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.unsafe.Use;
import dev.ashlar.unsafe.advice.Advice;
import dev.ashlar.unsafe.advice.Replacement;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A task of some calls of Unsafe, with the replacement for the most frequent method. A call alone
/// does not show which of its method's tasks it has.
///
/// @param method name and parameters of the method
/// @param callCount the number of calls of all methods that serve the task
record ReplacementGroup(String method, Replacement replacement, int callCount) {
  /// {@return the tasks of all calls, those with most calls first}
  static List<ReplacementGroup> of(Collection<Use> uses) {
    Map<String, ReplacementGroup> tasks = new LinkedHashMap<>();
    for (UseGroup group : UseGroup.of(uses)) {
      if (group.kind().isUnsafeCall()) {
        Advice.forMethod(group.target().name(), group.target().descriptor())
            .ifPresent(advice -> {
              for (Replacement replacement : advice.replacements()) {
                tasks.merge(
                    replacement.task(),
                    new ReplacementGroup(advice.method(), replacement, group.uses().size()),
                    (first, next) ->
                        new ReplacementGroup(
                            first.method, first.replacement, first.callCount + next.callCount));
              }
            });
      }
    }
    return tasks.values().stream()
        .sorted(Comparator.comparingInt(ReplacementGroup::callCount).reversed())
        .toList();
  }
}

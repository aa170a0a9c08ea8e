// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.rules.Rules;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The result of checking rules against a log.
///
/// @param name the name of the log
/// @param broken the broken rules; with a baseline, only their new reasons
/// @param accepted the broken rules with the reasons that the baseline accepts; a rule may be in
///   both lists
public record CheckedLog(
    String name, CompilationLog log, List<Rules.Broken> broken, List<Rules.Broken> accepted) {
  /// {@return the rules of [#accepted] without a new reason}
  List<Rules.Broken> onlyAccepted() {
    Set<Integer> fresh = broken.stream().map(Rules.Broken::lineNumber).collect(Collectors.toSet());
    return accepted.stream().filter(rule -> !fresh.contains(rule.lineNumber())).toList();
  }
}

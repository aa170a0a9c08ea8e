// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.Advice;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.compilation.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Links findings of a list that have the same subject or the same advice, so that each advice is
/// printed once. Findings are numbered from 1.
final class CrossReferences {
  private final Map<Method, List<Integer>> numbersAbout = new HashMap<>();
  private final Map<Advice, Integer> advised = new HashMap<>();

  CrossReferences(List<Finding> findings) {
    int number = 1;
    for (Finding finding : findings) {
      numbersAbout.computeIfAbsent(subject(finding), m -> new ArrayList<>()).add(number);
      advised.putIfAbsent(finding.advice(), number);
      number++;
    }
  }

  /// {@return the method to change, or to call in another way}
  static Method subject(Finding finding) {
    return finding.callee().orElse(finding.method());
  }

  /// {@return the other findings with the same subject}
  List<Integer> alsoAbout(Finding finding, int number) {
    return numbersAbout.getOrDefault(subject(finding), List.of()).stream()
        .filter(n -> n != number)
        .toList();
  }

  int firstWithAdvice(Finding finding) {
    return advised.getOrDefault(finding.advice(), 0);
  }
}

package dev.ashlar.report;

import dev.ashlar.jit.Finding;
import dev.ashlar.jit.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What the findings of one list have in common, so that it is told once. They go by their numbers,
/// from 1.
final class Repeats {
  private final Map<Method, List<Integer>> numbersAbout = new HashMap<>();
  private final Map<String, Integer> advised = new HashMap<>();

  Repeats(List<Finding> findings) {
    int number = 1;
    for (Finding finding : findings) {
      numbersAbout.computeIfAbsent(subject(finding), m -> new ArrayList<>()).add(number);
      advised.putIfAbsent(finding.advice(), number);
      number++;
    }
  }

  /// {@return the method that is to be changed or called otherwise}
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

  /// {@return what an advice begins with, up to where it goes into particulars}
  static String gist(String advice) {
    return advice.split("[,;:] | \\(", 2)[0];
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Orders versions by their leading numbers, so `4.1.9.Final` is before `4.1.10.Final`. The text
/// after the numbers, such as `-jre`, is ignored.
final class VersionOrder implements Comparator<String> {
  private static final Pattern NUMBERS = Pattern.compile("\\G[.]?(\\d{1,18})");

  @Override
  public int compare(String a, String b) {
    List<Long> left = numbers(a);
    List<Long> right = numbers(b);
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      int order = Long.compare(number(left, i), number(right, i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static long number(List<Long> numbers, int i) {
    return i < numbers.size() ? numbers.get(i) : 0;
  }

  private static List<Long> numbers(String version) {
    List<Long> numbers = new ArrayList<>();
    for (MatchResult found : NUMBERS.matcher(version).results().toList()) {
      numbers.add(Long.parseLong(found.group(1)));
    }
    return numbers;
  }
}

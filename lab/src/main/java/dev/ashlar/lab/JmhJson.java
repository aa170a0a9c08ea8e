// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import java.util.List;

/// Joins arrays that JMH wrote.
final class JmhJson {
  private JmhJson() {}

  /// {@return one array with the elements of all}
  static String joined(List<String> arrays) {
    return arrays.stream()
        .map(String::strip)
        .map(array -> array.substring(1, array.length() - 1).strip())
        .filter(elements -> !elements.isEmpty())
        .reduce((a, b) -> a + ",\n" + b)
        .map(elements -> "[\n" + elements + "\n]\n")
        .orElse("[]\n");
  }
}

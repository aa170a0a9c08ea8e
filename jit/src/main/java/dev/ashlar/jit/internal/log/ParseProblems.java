// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counts the problems that a reader meets, by kind.
public final class ParseProblems {
  /// Makes a result of a kind of problem.
  public interface Factory<T> {
    T of(String what, long count, long firstByteOffset);
  }

  private static final class Occurrences {
    final long firstByteOffset;
    long count;

    Occurrences(long firstByteOffset) {
      this.firstByteOffset = firstByteOffset;
    }
  }

  private final Map<String, Occurrences> byKind = new LinkedHashMap<>();

  public void add(String what, long byteOffset) {
    byKind.computeIfAbsent(what, w -> new Occurrences(byteOffset)).count++;
  }

  /// Adds the kinds of `other` that are not counted here yet.
  public void addAll(ParseProblems other) {
    other.byKind.forEach(byKind::putIfAbsent);
  }

  /// {@return each kind once, in the order of the first occurrences}
  public <T> List<T> toList(Factory<T> factory) {
    List<T> all = new ArrayList<>(byKind.size());
    byKind.forEach((what, found) -> all.add(factory.of(what, found.count, found.firstByteOffset)));
    return all;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Trap;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counts the uncommon traps that were hit, by position, reason and action.
final class TrapCounts {
  private record Key(List<Method> path, int bci, String reason, String action) {}

  private final Map<Key, Trap> traps = new LinkedHashMap<>();

  /// @param path from the compiled method to the method with the trap
  void add(List<Method> path, int bci, String reason, String action, double seconds) {
    Key key = new Key(List.copyOf(path), bci, reason, action);
    traps.merge(key, new Trap(key.path, bci, reason, action, 1, seconds, seconds), Trap::plus);
  }

  /// {@return the traps, the most frequent first}
  List<Trap> finish() {
    return traps.values().stream()
        .sorted(Comparator.comparingLong(Trap::count).reversed())
        .toList();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The compilations read so far. Call trees take most of the memory, and only that of the current
/// code of a method is needed. The others are dropped while reading: those of replaced code, and
/// C1's once C2 has compiled the method.
final class CompilationHistory {
  /// A method has ordinary code, and one OSR version for each loop entry.
  private record Code(Method method, boolean byC2, int osrBci) {}

  private final List<Compilation> compilations = new ArrayList<>();
  private final Map<Code, Integer> last = new HashMap<>();

  /// When each compilation was queued, by id. HotSpot logs that in another part of the file.
  private final Map<Integer, Double> queuedSeconds = new HashMap<>();

  void add(Compilation compilation) {
    Code code = new Code(compilation.method(), compilation.isC2(), compilation.osrBci());
    Integer before = last.get(code);
    if (before != null && replaces(compilations.get(before), compilation)) {
      dropTree(before);
    } else if (before != null) {
      compilations.add(compilation.withTree(null));
      return;
    }
    Integer byC1 = last.get(new Code(compilation.method(), false, compilation.osrBci()));
    Integer byC2 = last.get(new Code(compilation.method(), true, compilation.osrBci()));
    if (compilation.isC2() && compilation.succeeded() && byC1 != null) {
      dropTree(byC1);
    }
    boolean replaced = !compilation.isC2() && byC2 != null && compilations.get(byC2).succeeded();
    last.put(code, compilations.size());
    compilations.add(replaced ? compilation.withTree(null) : compilation);
  }

  void queued(int id, double seconds) {
    queuedSeconds.putIfAbsent(id, seconds);
  }

  /// Each compiler thread writes its own part of the file, so the order in the file is not that of
  /// time. A compilation that fails leaves the previous code in use.
  private static boolean replaces(Compilation before, Compilation compilation) {
    if (before.succeeded() != compilation.succeeded()) {
      return compilation.succeeded();
    }
    return !(compilation.startSeconds() < before.startSeconds());
  }

  private void dropTree(int index) {
    compilations.set(index, compilations.get(index).withTree(null));
  }

  /// {@return all compilations in the order of time}
  List<Compilation> finish(Map<Long, Compilation.NotEntrant> notEntrant) {
    for (int i = 0; i < compilations.size(); i++) {
      Compilation compilation =
          compilations
              .get(i)
              .withQueuedSeconds(queuedSeconds.getOrDefault(compilations.get(i).id(), Double.NaN));
      compilations.set(i, compilation);
      Compilation.NotEntrant entry =
          compilation.level() >= Compilation.FULL_OPTIMIZATION
              ? notEntrant.get((long) compilation.id())
              : null;
      if (entry != null) {
        compilations.set(i, compilation.withNotEntrant(entry));
      }
    }
    compilations.sort(Comparator.comparingDouble(Compilation::startSeconds));
    return List.copyOf(compilations);
  }
}

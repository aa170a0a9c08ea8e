// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The types and methods that the ids of one compilation stand for. Ids restart with each
/// compilation.
final class IdTable {
  /// Above HotSpot's ids, so that a damaged log cannot exhaust the memory.
  private static final int GREATEST = 1 << 20;

  private @Nullable Object[] values = new Object[1 << 11];
  private int[] generations = new int[values.length];
  private int generation = 1;

  /// Removes all definitions.
  void clear() {
    generation++;
  }

  void define(int id, Object value) {
    if (id < 0 || id >= GREATEST) {
      return;
    }
    if (id >= values.length) {
      int length = Math.max(id + 1, values.length * 2);
      values = Arrays.copyOf(values, length);
      generations = Arrays.copyOf(generations, length);
    }
    values[id] = value;
    generations[id] = generation;
  }

  private @Nullable Object get(int id) {
    return id < 0 || id >= values.length || generations[id] != generation ? null : values[id];
  }

  /// {@return the name of the type or class, or `?`}
  String type(int id) {
    return get(id) instanceof String name ? name : "?";
  }

  /// {@return the method, or [MethodTable#UNKNOWN]}
  Method method(int id) {
    return get(id) instanceof Method method ? method : MethodTable.UNKNOWN;
  }
}

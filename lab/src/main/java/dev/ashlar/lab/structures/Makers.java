// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memories;
import dev.ashlar.lab.access.Memory;
import dev.ashlar.memory.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Creates a structure over memory, for each contender.
final class Makers<T> {
  /// A constructor of a structure over a segment.
  interface OverSegment<T> {
    T over(MemorySegment memory);
  }

  private final Function<Memory, T> others;
  private final OverSegment<T> plain;
  private final Class<?> plainClass;
  private final OverSegment<T> known;
  private @Nullable OverSegment<T> specialized;

  /// @param others the constructor for contenders without code of their own
  /// @param plainClass the class that `plain` creates
  Makers(
      Function<Memory, T> others, OverSegment<T> plain, Class<?> plainClass, OverSegment<T> known) {
    this.others = others;
    this.plain = plain;
    this.plainClass = plainClass;
    this.known = known;
  }

  T make(Memories contender, Memory memory) {
    return switch (contender) {
      case SEGMENT -> plain.over(memory.segment());
      case SEGMENT_KNOWN -> known.over(memory.segment());
      case SEGMENT_SPECIALIZED -> specialized().over(memory.segment());
      default -> others.apply(memory);
    };
  }

  /// Returns the same factory each time, so that all kinds of memory go through its code.
  @SuppressWarnings("unchecked") // The class makes what `plain` makes.
  private OverSegment<T> specialized() {
    if (specialized == null) {
      specialized = Specialized.factory(MethodHandles.lookup(), OverSegment.class, plainClass);
    }
    return specialized;
  }
}

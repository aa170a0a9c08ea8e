// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import java.lang.foreign.Arena;
import java.util.List;

/// The JDK's classes of arenas whose memory is zero, learned from samples. No public method tells
/// them from others; memory of an arena of a later JDK that is not among these samples is zeroed
/// twice.
final class ZeroingArenas {
  private static final List<Class<?>> CLASSES =
      List.of(
          Arena.ofConfined().getClass(),
          Arena.ofShared().getClass(),
          Arena.ofAuto().getClass(),
          Arena.global().getClass());

  private ZeroingArenas() {}

  /// Whether memory of the arena is zero when it is new.
  static boolean has(Arena arena) {
    return CLASSES.contains(arena.getClass());
  }
}

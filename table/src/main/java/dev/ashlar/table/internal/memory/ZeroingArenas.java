// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import java.lang.foreign.Arena;
import java.util.List;

/// The JDK's classes of arenas whose memory is zero, taken from samples, since no public method
/// identifies them. If a later JDK has other arenas, their memory is zeroed twice.
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

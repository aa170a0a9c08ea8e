// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;

/// When the lifetime of native memory ends, as far as its scope shows.
///
/// No public method distinguishes an automatic scope from a shared one. The first ends when it is
/// unreachable, the second when any thread closes it. So the classes of scopes are taken from
/// samples. A class without a sample, or with two meanings, is [#UNKNOWN].
public enum Lifetime {
  /// Lasts as long as its segment is reachable.
  REACHABLE,
  /// Ends when its owner thread closes it.
  CONFINED,
  /// May end at any moment.
  UNKNOWN;

  private static final Set<Class<?>> REACHABLE_SCOPES =
      Set.copyOf(
          List.of(
              Arena.global().scope().getClass(),
              Arena.ofAuto().scope().getClass(),
              MemorySegment.ofBuffer(ByteBuffer.allocateDirect(1)).scope().getClass()));
  private static final Class<?> CONFINED_SCOPE = sample(Arena.ofConfined());
  private static final Class<?> SHARED_SCOPE = sample(Arena.ofShared());

  private static Class<?> sample(Arena arena) {
    try (arena) {
      return arena.scope().getClass();
    }
  }

  /// {@return when the memory of a segment ends}
  public static Lifetime of(MemorySegment segment) {
    Class<?> scope = segment.scope().getClass();
    if (scope == SHARED_SCOPE) {
      return UNKNOWN;
    }
    if (scope == CONFINED_SCOPE) {
      return REACHABLE_SCOPES.contains(scope) ? UNKNOWN : CONFINED;
    }
    return REACHABLE_SCOPES.contains(scope) ? REACHABLE : UNKNOWN;
  }
}

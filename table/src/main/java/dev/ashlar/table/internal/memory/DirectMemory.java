// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.memory.internal.Lifetime;
import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.Ownership;
import dev.ashlar.table.internal.access.Permit;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Decides whether native memory may be reached by its address, without the JDK's checks.
///
/// This needs native access for this module, and memory with a known lifetime. Such memory ends
/// when it is no longer reachable, or when its only thread closes its arena. All other memory is
/// reached through the JDK's checks.
public final class DirectMemory {
  private static final Permit PERMIT = Permit.of(MethodHandles.lookup());

  /// Asking is not using: the JVM prints no warning.
  private static final boolean GRANTED = DirectMemory.class.getModule().isNativeAccessEnabled();

  /// Threads may race to set it.
  private static boolean isReady;

  private DirectMemory() {}

  /// Whether this module, or the class path, may reach native memory by its address.
  public static boolean isGranted() {
    return GRANTED;
  }

  /// Returns eight bytes that are reached by address; null if no memory may be.
  public static @Nullable MemorySegment word() {
    return GRANTED ? Arena.ofAuto().allocate(Long.BYTES, Long.BYTES) : null;
  }

  /// Whether memory that no thread can free is reached by address.
  public static boolean isDirect() {
    return GRANTED && isDirect(Arena.ofAuto().allocate(1));
  }

  private static boolean isDirect(MemorySegment memory) {
    if (!GRANTED
        || !memory.isNative()
        || memory.address() < 0
        || memory.byteSize() > Chunk.MAX_ADDRESS - memory.address()) {
      return false;
    }
    Lifetime lifetime = lifetime(memory);
    return lifetime == Lifetime.REACHABLE
        || (lifetime == Lifetime.CONFINED && memory.isAccessibleBy(Thread.currentThread()));
  }

  /// Checks the stack before the first use of [Lifetime], which would be unusable if its
  /// initialization failed.
  private static Lifetime lifetime(MemorySegment memory) {
    if (!isReady) {
      StackHeadroom.require();
      Objects.requireNonNull(Lifetime.UNKNOWN);
      isReady = true;
    }
    return Lifetime.of(memory);
  }

  /// Whether memory would be reached by address with a flag that the program was started without.
  static boolean lacksFlag(MemorySegment memory) {
    return !GRANTED && lifetime(memory) != Lifetime.UNKNOWN;
  }

  /// Returns the condition for direct access to memory of an arena; null if there is no direct
  /// access.
  static @Nullable Ownership ownership(MemorySegment memory) {
    if (!isDirect(memory)) {
      return null;
    }
    return lifetime(memory) == Lifetime.CONFINED
        ? new Ownership(PERMIT, Thread.currentThread(), memory.scope())
        : new Ownership(PERMIT, null, EndlessScope.get());
  }
}

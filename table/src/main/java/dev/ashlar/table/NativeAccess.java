package dev.ashlar.table;

import dev.ashlar.memory.Access;
import dev.ashlar.memory.Bytes;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Whether native memory may be reached without the JDK's checks.
///
/// That needs native access for this module, and a lifetime that is known: memory that ends when
/// nobody can reach it, or when its one thread says so. All else is left to the JDK.
final class NativeAccess {
  /// Asking is not using: the JVM prints no warning.
  private static final boolean GRANTED = NativeAccess.class.getModule().isNativeAccessEnabled();

  private NativeAccess() {}

  /// All of memory, for generated classes; nothing if they will never use it.
  static MemorySegment everything() {
    return GRANTED ? Everything.MEMORY : MemorySegment.NULL;
  }

  /// `Bytes` knows the kinds of memory, and asks for the current thread.
  static boolean isDirect(MemorySegment memory) {
    return GRANTED && Bytes.of(memory).access() == Access.NATIVE;
  }

  /// Returns the only thread that may use the memory; null if any may.
  static @Nullable Thread owner(MemorySegment memory) {
    return memory.isAccessibleBy(Thread.ofPlatform().unstarted(() -> {}))
        ? null
        : Thread.currentThread();
  }

  /// The module's only restricted call. Nothing initialises this class without native access.
  private static final class Everything {
    @SuppressWarnings("restricted")
    static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }
}

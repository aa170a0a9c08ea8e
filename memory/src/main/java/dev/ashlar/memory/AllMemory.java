// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// All of memory as one segment, and little-endian handles for it. C2 knows the segment's class,
/// and that it never closes.
///
/// Nothing checks bounds, lifetime or permission here. The caller has checked them, and keeps the
/// owner of the memory reachable until after the access.
///
/// This class makes the only restricted call that `Bytes` needs. Code that works on the heap, or
/// without native access, does not initialize it.
final class AllMemory {
  @SuppressWarnings("restricted")
  static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  // Without invoke-exact behavior: its check costs C2 a tenth of the nodes that it may spend on a
  // method. The calls are exact all the same.
  static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
  static final VarHandle SHORT = littleEndian(ValueLayout.JAVA_SHORT_UNALIGNED);
  static final VarHandle INT = littleEndian(ValueLayout.JAVA_INT_UNALIGNED);
  static final VarHandle LONG = littleEndian(ValueLayout.JAVA_LONG_UNALIGNED);

  private AllMemory() {}

  private static VarHandle littleEndian(ValueLayout layout) {
    return layout.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Little-endian views of a `byte[]`. The JDK checks the array's bounds; no alignment is needed.
///
/// The handles have no invoke-exact behavior: its check takes 70 nodes for each access, of the
/// 18,000 that a compilation inlines (`NodeCountInliningCutoff`). Calls must be exact all the same,
/// or they convert their arguments.
public final class LittleEndian {
  public static final VarHandle SHORT = view(short[].class);
  public static final VarHandle CHAR = view(char[].class);
  public static final VarHandle INT = view(int[].class);
  public static final VarHandle LONG = view(long[].class);

  private LittleEndian() {}

  private static VarHandle view(Class<?> arrayType) {
    return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
  }
}

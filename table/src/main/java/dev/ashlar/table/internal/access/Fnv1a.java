// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The 32-bit FNV-1a hash of RFC 9923. It needs no object, and finds each change of one byte.
public final class Fnv1a {
  private static final int OFFSET_BASIS = 0x811C_9DC5;
  private static final int PRIME = 0x0100_0193;

  private Fnv1a() {}

  /// Returns the hash of so many bytes.
  public static int hash(MemorySegment memory, long offset, int length) {
    int hash = OFFSET_BASIS;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ (memory.get(ValueLayout.JAVA_BYTE, offset + i) & 0xFF)) * PRIME;
    }
    return hash;
  }
}

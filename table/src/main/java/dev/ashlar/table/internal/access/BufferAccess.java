// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Views of the buffers of a [Chunk], in the byte order of the CPU.
///
/// The order of a view is constant. The methods of a buffer test its order by a branch whose
/// profile is that of all buffers in the JVM (`Unsafe.convEndian`). If a program has read any
/// buffer in big-endian order, this test would stay in loops, at each field.
final class BufferAccess {
  /// The class of all native buffers. A view calls no method of a buffer, access to bytes does: so
  /// no profile decides which.
  static final Class<?> TYPE = ByteBuffer.allocateDirect(0).getClass();

  static final VarHandle SHORTS = view(short[].class);
  static final VarHandle CHARS = view(char[].class);
  static final VarHandle INTS = view(int[].class);
  static final VarHandle LONGS = view(long[].class);
  static final VarHandle FLOATS = view(float[].class);
  static final VarHandle DOUBLES = view(double[].class);

  private BufferAccess() {}

  /// Without invoke-exact behavior, whose check counts as code.
  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteBufferViewVarHandle(array, ByteOrder.nativeOrder());
  }
}

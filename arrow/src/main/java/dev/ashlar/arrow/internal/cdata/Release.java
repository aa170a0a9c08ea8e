// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.cdata;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Calls the release functions of structures of Arrow's C interfaces.
public final class Release {
  private static final MethodHandle CALL = Foreign.call(FunctionDescriptor.ofVoid(ADDRESS));

  private Release() {}

  public static void schema(long schema) {
    call(CSchema.release(schema), schema);
  }

  public static void array(long array) {
    call(CArray.release(array), array);
  }

  public static void stream(long stream) {
    call(CStream.release(stream), stream);
  }

  /// Calls the function unless it is 0: then the structure was released or moved.
  private static void call(long function, long structure) {
    if (function == 0) {
      return;
    }
    try {
      CALL.invokeExact(MemorySegment.ofAddress(function), MemorySegment.ofAddress(structure));
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }
}

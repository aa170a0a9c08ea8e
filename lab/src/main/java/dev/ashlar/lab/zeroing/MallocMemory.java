// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Memory from C's `malloc` and `free`, without any check of its lifetime.
final class MallocMemory implements NativeMemory {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle MALLOC =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("malloc"),
          FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
  private static final MethodHandle FREE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("free"),
          FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

  @Override
  public long use(Message message) {
    MemorySegment memory = written(message);
    long address = memory.address();
    free(memory);
    return address;
  }

  @Override
  public byte[] content(Message message) {
    MemorySegment memory = written(message);
    byte[] content = memory.toArray(ValueLayout.JAVA_BYTE);
    free(memory);
    return content;
  }

  private static MemorySegment written(Message message) {
    MemorySegment memory = malloc(message.size()).reinterpret(message.size());
    message.writeTo(memory);
    return memory;
  }

  private static MemorySegment malloc(long byteSize) {
    try {
      return (MemorySegment) MALLOC.invokeExact(byteSize);
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static void free(MemorySegment memory) {
    try {
      FREE.invokeExact(memory);
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Override
  public boolean zeroes() {
    return false;
  }
}

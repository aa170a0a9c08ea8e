// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import dev.ashlar.unsafe.agent.memory.NativeMemory;
import dev.ashlar.unsafe.agent.memory.Tracker;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/// The methods of `sun.misc.Unsafe` that are not an access to one value, under the same names. This
/// class has no other static methods.
final class Calls {
  private Calls() {}

  static long allocateMemory(long bytes) {
    return Tracker.ACTIVE ? Tracker.allocate(bytes) : NativeMemory.allocate(bytes);
  }

  static long reallocateMemory(long address, long bytes) {
    return Tracker.ACTIVE
        ? Tracker.reallocate(address, bytes)
        : NativeMemory.reallocate(address, bytes);
  }

  static void freeMemory(long address) {
    if (Tracker.ACTIVE) {
      Tracker.free(address);
    } else {
      NativeMemory.free(address);
    }
  }

  static void setMemory(long address, long bytes, byte value) {
    Blocks.set(null, address, bytes, value);
  }

  static void setMemory(@Nullable Object object, long offset, long bytes, byte value) {
    Blocks.set(object, offset, bytes, value);
  }

  static void copyMemory(long from, long to, long bytes) {
    if (Tracker.CHECKS) {
      Blocks.copy(null, from, null, to, bytes);
    } else {
      Blocks.checkSize(bytes);
      MemorySegment.copy(NativeShape.ALL, from, NativeShape.ALL, to, bytes);
    }
  }

  static void copyMemory(
      @Nullable Object from, long fromOffset, @Nullable Object to, long toOffset, long bytes) {
    Blocks.copy(from, fromOffset, to, toOffset, bytes);
  }

  static long objectFieldOffset(Field field) {
    return Fields.objectFieldOffset(field);
  }

  static long staticFieldOffset(Field field) {
    return Fields.staticFieldOffset(field);
  }

  static Object staticFieldBase(Field field) {
    return Fields.staticFieldBase(field);
  }

  static int arrayBaseOffset(Class<?> array) {
    Class<?> element = array.componentType();
    if (element == null) {
      throw new IllegalArgumentException("no array: " + array.getName());
    }
    return Elements.baseOffset(element);
  }

  static void invokeCleaner(ByteBuffer buffer) {
    Buffers.free(buffer);
  }

  static void ensureClassInitialized(Class<?> type) {
    try {
      Class.forName(type.getName(), true, type.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new RefusedAccessException(type + " is not known to its own class loader", e);
    }
  }

  static Class<?> defineClass(
      @Nullable String name,
      byte[] bytes,
      int offset,
      int length,
      @Nullable ClassLoader loader,
      @Nullable ProtectionDomain domain)
      throws Throwable {
    return Definitions.define(name, bytes, offset, length, loader, domain);
  }

  static Class<?> defineAnonymousClass(
      Class<?> host, byte[] bytes, @Nullable Object @Nullable [] patches) throws Throwable {
    return Definitions.hidden(host, bytes, patches);
  }
}

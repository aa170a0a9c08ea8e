// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.nio.ByteOrder;
import java.util.Objects;

/// Accesses boolean arrays as bytes, because the JDK has no such view. Every written element is 0
/// or 1.
final class Booleans {
  private static final MethodHandle GET =
      Handles.own(
          Booleans.class,
          "get",
          methodType(long.class, int.class, long.class, boolean[].class, long.class));
  private static final MethodHandle SET =
      Handles.own(
          Booleans.class,
          "set",
          methodType(void.class, int.class, long.class, boolean[].class, long.class, long.class));
  private static final Lookup PUBLIC = MethodHandles.publicLookup();

  private Booleans() {}

  /// {@return an access to a number of one or more bytes}
  static MethodHandle handle(Access access, long base) {
    if (!access.isPlain()) {
      throw new RefusedAccessException(
          access.name() + ": a boolean[] has no such access but to its booleans");
    }
    Class<?> type = access.type();
    try {
      if (access.isRead()) {
        MethodHandle get = MethodHandles.insertArguments(GET, 0, access.byteSize(), base);
        return MethodHandles.filterReturnValue(get, ofBits(type)).asType(access.methodType());
      }
      MethodHandle set = MethodHandles.insertArguments(SET, 0, access.byteSize(), base);
      return MethodHandles.filterArguments(set, 2, toBits(type)).asType(access.methodType());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle ofBits(Class<?> type) throws ReflectiveOperationException {
    if (type == double.class) {
      return PUBLIC.findStatic(
          Double.class, "longBitsToDouble", methodType(double.class, long.class));
    }
    if (type == float.class) {
      return MethodHandles.explicitCastArguments(
          PUBLIC.findStatic(Float.class, "intBitsToFloat", methodType(float.class, int.class)),
          methodType(float.class, long.class));
    }
    return MethodHandles.explicitCastArguments(
        MethodHandles.identity(type), methodType(type, long.class));
  }

  private static MethodHandle toBits(Class<?> type) throws ReflectiveOperationException {
    if (type == double.class) {
      return PUBLIC.findStatic(
          Double.class, "doubleToRawLongBits", methodType(long.class, double.class));
    }
    if (type == float.class) {
      return MethodHandles.explicitCastArguments(
          PUBLIC.findStatic(Float.class, "floatToRawIntBits", methodType(int.class, float.class)),
          methodType(long.class, float.class));
    }
    return MethodHandles.explicitCastArguments(
        MethodHandles.identity(type), methodType(long.class, type));
  }

  private static int shift(int byteCount, int i) {
    int place = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? i : byteCount - 1 - i;
    return place * Byte.SIZE;
  }

  static long get(int byteCount, long base, boolean[] array, long offset) {
    long index = Objects.checkFromIndexSize(offset - base, byteCount, array.length);
    long bits = 0;
    for (int i = 0; i < byteCount; i++) {
      bits |= (array[(int) index + i] ? 1L : 0) << shift(byteCount, i);
    }
    return bits;
  }

  static void set(int byteCount, long base, boolean[] array, long offset, long bits) {
    long index = Objects.checkFromIndexSize(offset - base, byteCount, array.length);
    long unsigned = byteCount == Long.BYTES ? bits : bits & ((1L << (byteCount * Byte.SIZE)) - 1);
    if ((unsigned & ~0x0101010101010101L) != 0) {
      throw new RefusedAccessException(
          "a boolean is 0 or 1: 0x" + Long.toHexString(unsigned) + " is not written");
    }
    for (int i = 0; i < byteCount; i++) {
      array[(int) index + i] = ((unsigned >> shift(byteCount, i)) & 1) != 0;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import dev.ashlar.unsafe.agent.memory.Tracker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Copies and fills ranges of bytes, in native memory or in arrays.
public final class Blocks {
  private static final long BYTES = Elements.baseOffset(byte.class);

  private Blocks() {}

  private static void checkSize(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("invalid size: " + bytes);
    }
  }

  static void copy(
      @Nullable Object from, long fromOffset, @Nullable Object to, long toOffset, long bytes) {
    checkSize(bytes);
    long start = position(from, fromOffset);
    long end = position(to, toOffset);
    if (bytes == 0) {
      return;
    }
    if (Tracker.CHECKS) {
      check(from, start, to, end, bytes);
    }
    try {
      if (from instanceof byte[] a && to instanceof byte[] b) {
        int first = index(start, bytes, a.length);
        int last = index(end, bytes, b.length);
        System.arraycopy(a, first, b, last, (int) bytes);
      } else if (from == null && to == null) {
        MemorySegment.copy(NativeShape.ALL, start, NativeShape.ALL, end, bytes);
      } else if (!copyElements(from, start, to, end, bytes)) {
        copyBytes(from, start, to, end, bytes);
      }
      if (Tracker.CHECKS && to == null) {
        written(from, start, end, bytes);
      }
    } catch (IndexOutOfBoundsException e) {
      throw new RefusedAccessException("copyMemory of " + bytes + " bytes: " + e.getMessage(), e);
    }
  }

  static void set(@Nullable Object object, long offset, long bytes, byte value) {
    checkSize(bytes);
    long start = position(object, offset);
    if (bytes == 0) {
      return;
    }
    if (Tracker.CHECKS && object == null) {
      Tracker.checkRun("setMemory", start, bytes);
    }
    try {
      if (object instanceof boolean[] a) {
        int first = index(start, bytes, a.length);
        Arrays.fill(a, first, (int) (first + bytes), truth(value));
      } else if (object instanceof byte[] a) {
        int first = index(start, bytes, a.length);
        Arrays.fill(a, first, (int) (first + bytes), value);
      } else {
        segment(object).asSlice(start, bytes).fill(value);
      }
      if (Tracker.CHECKS && object == null) {
        Tracker.written(start, bytes);
      }
    } catch (IndexOutOfBoundsException e) {
      throw new RefusedAccessException("setMemory of " + bytes + " bytes: " + e.getMessage(), e);
    }
  }

  private static void check(
      @Nullable Object from, long start, @Nullable Object to, long end, long bytes) {
    if (from == null) {
      Tracker.checkRun("copyMemory from", start, bytes);
    }
    if (to == null) {
      Tracker.checkRun("copyMemory to", end, bytes);
    } else if (from == null) {
      Tracker.checkWritten("copyMemory", start, bytes);
    }
  }

  private static void written(@Nullable Object from, long start, long end, long bytes) {
    if (from == null) {
      Tracker.copied(start, end, bytes);
    } else {
      Tracker.written(end, bytes);
    }
  }

  /// {@return an address, or the position in an array}
  private static long position(@Nullable Object object, long offset) {
    if (object == null) {
      return offset;
    }
    if (object instanceof byte[]) {
      return offset - BYTES;
    }
    Class<?> element = object.getClass().componentType();
    if (element == null || !element.isPrimitive()) {
      throw new IllegalArgumentException("no array of primitives: " + object.getClass().getName());
    }
    return offset - ArrayShape.of(element).base();
  }

  /// Copies whole elements, for which no segment of an array is needed.
  ///
  /// @return whether they are whole, and of one type
  private static boolean copyElements(
      @Nullable Object from, long start, @Nullable Object to, long end, long bytes) {
    Object array = Objects.requireNonNull(from == null ? to : from);
    ArrayShape shape = ArrayShape.of(array.getClass().componentType());
    boolean oneType = from == null || to == null || from.getClass() == to.getClass();
    if (!oneType
        || !shape.isWhole(from == null ? 0 : start)
        || !shape.isWhole(to == null ? 0 : end)
        || !shape.isWhole(bytes)
        || ((from == null || to == null) && array instanceof boolean[])) {
      return false;
    }
    int count = shape.elements(bytes);
    if (from == null) {
      MemorySegment.copy(NativeShape.ALL, shape.layout(), start, array, shape.elements(end), count);
    } else if (to == null) {
      MemorySegment.copy(array, shape.elements(start), NativeShape.ALL, shape.layout(), end, count);
    } else {
      System.arraycopy(from, shape.elements(start), to, shape.elements(end), count);
    }
    return true;
  }

  private static void copyBytes(
      @Nullable Object from, long start, @Nullable Object to, long end, long bytes) {
    if (from instanceof boolean[] || to instanceof boolean[]) {
      copyBooleans(from, start, to, end, bytes);
    } else {
      MemorySegment.copy(segment(from), start, segment(to), end, bytes);
    }
  }

  /// {@return the first index of a run in an array of single bytes}
  ///
  /// @throws IndexOutOfBoundsException if the run is not inside of the array
  private static int index(long position, long bytes, int length) {
    return Math.toIntExact(Objects.checkFromIndexSize(position, bytes, (long) length));
  }

  private static MemorySegment segment(@Nullable Object object) {
    return object == null ? NativeShape.ALL : ArrayShape.segment(object);
  }

  private static void copyBooleans(
      @Nullable Object from, long start, @Nullable Object to, long end, long bytes) {
    if (from instanceof boolean[] a) {
      int first = index(start, bytes, a.length);
      MemorySegment target = segment(to).asSlice(end, bytes);
      for (int i = 0; i < bytes; i++) {
        target.set(ValueLayout.JAVA_BYTE, i, (byte) (a[first + i] ? 1 : 0));
      }
    } else {
      boolean[] b = (boolean[]) Objects.requireNonNull(to);
      int last = index(end, bytes, b.length);
      MemorySegment source = segment(from).asSlice(start, bytes);
      for (int i = 0; i < bytes; i++) {
        truth(source.get(ValueLayout.JAVA_BYTE, i));
      }
      for (int i = 0; i < bytes; i++) {
        b[last + i] = source.get(ValueLayout.JAVA_BYTE, i) != 0;
      }
    }
  }

  private static boolean truth(byte value) {
    if ((value & ~1) != 0) {
      throw new RefusedAccessException("a boolean is 0 or 1: " + value + " is not written");
    }
    return value != 0;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// Reads native memory through a segment, with the checks of the JDK.
public final class SegmentAccess {
  /// The class of native segments, of which mapped ones are a subclass.
  static final Class<?> NATIVE = MemorySegment.NULL.getClass();

  /// Without invoke-exact behavior, whose check makes nodes that C2 counts.
  private static final VarHandle BYTES = ValueLayout.JAVA_BYTE.varHandle();

  private static final VarHandle SHORTS = ValueLayout.JAVA_SHORT_UNALIGNED.varHandle();
  private static final VarHandle CHARS = ValueLayout.JAVA_CHAR_UNALIGNED.varHandle();
  private static final VarHandle INTS = ValueLayout.JAVA_INT_UNALIGNED.varHandle();
  private static final VarHandle LONGS = ValueLayout.JAVA_LONG_UNALIGNED.varHandle();
  private static final VarHandle FLOATS = ValueLayout.JAVA_FLOAT_UNALIGNED.varHandle();
  private static final VarHandle DOUBLES = ValueLayout.JAVA_DOUBLE_UNALIGNED.varHandle();

  private SegmentAccess() {}

  /// Has the JDK link what the methods here call.
  public static void link(MemorySegment word) {
    getBoolean(word, 0);
    getShort(word, 0);
    getChar(word, 0);
    getInt(word, 0);
    getLong(word, 0);
    getFloat(word, 0);
    getDouble(word, 0);
  }

  /// Returns the `boolean` at an offset.
  public static boolean getBoolean(MemorySegment memory, long offset) {
    return getByte(memory, offset) != 0;
  }

  /// Returns the `byte` at an offset.
  public static byte getByte(MemorySegment memory, long offset) {
    return (byte) BYTES.get(memory, offset);
  }

  /// Returns the `short` at an offset.
  public static short getShort(MemorySegment memory, long offset) {
    return (short) SHORTS.get(memory, offset);
  }

  /// Returns the `char` at an offset.
  public static char getChar(MemorySegment memory, long offset) {
    return (char) CHARS.get(memory, offset);
  }

  /// Returns the `int` at an offset.
  public static int getInt(MemorySegment memory, long offset) {
    return (int) INTS.get(memory, offset);
  }

  /// Returns the `long` at an offset.
  public static long getLong(MemorySegment memory, long offset) {
    return (long) LONGS.get(memory, offset);
  }

  /// Returns the `float` at an offset.
  public static float getFloat(MemorySegment memory, long offset) {
    return (float) FLOATS.get(memory, offset);
  }

  /// Returns the `double` at an offset.
  public static double getDouble(MemorySegment memory, long offset) {
    return (double) DOUBLES.get(memory, offset);
  }
}

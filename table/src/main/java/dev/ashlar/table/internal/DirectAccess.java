package dev.ashlar.table.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Reads and writes native memory by its address, without any check. A row that is read as a whole
/// is checked once, by [Chunk#requireDirect], and kept reachable by the caller.
///
/// Nothing initializes this class without native access: it has the module's only restricted call.
public final class DirectAccess {
  @SuppressWarnings("restricted")
  private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /// Under this mask C2 sees that an address is inside of everything, and checks it no more.
  private static final long REACH = (1L << 56) - 1;

  private DirectAccess() {}

  /// Returns the `boolean` at an address.
  public static boolean getBoolean(long address) {
    return EVERYTHING.get(ValueLayout.JAVA_BOOLEAN, address & REACH);
  }

  /// Writes the `boolean` at an address.
  public static void setBoolean(long address, boolean value) {
    EVERYTHING.set(ValueLayout.JAVA_BOOLEAN, address & REACH, value);
  }

  /// Returns the `byte` at an address.
  public static byte getByte(long address) {
    return EVERYTHING.get(ValueLayout.JAVA_BYTE, address & REACH);
  }

  /// Writes the `byte` at an address.
  public static void setByte(long address, byte value) {
    EVERYTHING.set(ValueLayout.JAVA_BYTE, address & REACH, value);
  }

  /// Returns the `short` at an address.
  public static short getShort(long address) {
    return EVERYTHING.get(ValueLayout.JAVA_SHORT_UNALIGNED, address & REACH);
  }

  /// Writes the `short` at an address.
  public static void setShort(long address, short value) {
    EVERYTHING.set(ValueLayout.JAVA_SHORT_UNALIGNED, address & REACH, value);
  }

  /// Returns the `char` at an address.
  public static char getChar(long address) {
    return EVERYTHING.get(ValueLayout.JAVA_CHAR_UNALIGNED, address & REACH);
  }

  /// Writes the `char` at an address.
  public static void setChar(long address, char value) {
    EVERYTHING.set(ValueLayout.JAVA_CHAR_UNALIGNED, address & REACH, value);
  }

  /// Returns the `int` at an address.
  public static int getInt(long address) {
    return EVERYTHING.get(ValueLayout.JAVA_INT_UNALIGNED, address & REACH);
  }

  /// Writes the `int` at an address.
  public static void setInt(long address, int value) {
    EVERYTHING.set(ValueLayout.JAVA_INT_UNALIGNED, address & REACH, value);
  }

  /// Returns the `long` at an address.
  public static long getLong(long address) {
    return EVERYTHING.get(ValueLayout.JAVA_LONG_UNALIGNED, address & REACH);
  }

  /// Writes the `long` at an address.
  public static void setLong(long address, long value) {
    EVERYTHING.set(ValueLayout.JAVA_LONG_UNALIGNED, address & REACH, value);
  }

  /// Returns the `float` at an address.
  public static float getFloat(long address) {
    return EVERYTHING.get(ValueLayout.JAVA_FLOAT_UNALIGNED, address & REACH);
  }

  /// Writes the `float` at an address.
  public static void setFloat(long address, float value) {
    EVERYTHING.set(ValueLayout.JAVA_FLOAT_UNALIGNED, address & REACH, value);
  }

  /// Returns the `double` at an address.
  public static double getDouble(long address) {
    return EVERYTHING.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, address & REACH);
  }

  /// Writes the `double` at an address.
  public static void setDouble(long address, double value) {
    EVERYTHING.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, address & REACH, value);
  }
}

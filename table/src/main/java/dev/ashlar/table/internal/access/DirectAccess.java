// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;

/// Reads and writes native memory by its address, without any check: the caller has checked, and
/// keeps the memory reachable.
///
/// Nothing initializes this class without native access: it has the module's only restricted call.
public final class DirectAccess {
  /// All of memory.
  @SuppressWarnings("restricted")
  static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /// Under these masks C2 sees that an address is inside of all memory, and checks it no more. A
  /// base leaves room for a distance of up to 2^55 bytes.
  public static final long MAX_BASE = (1L << 55) - 1;

  private static final long MAX_ADDRESS = (1L << 56) - 1;

  private DirectAccess() {}

  /// Returns the `boolean` at an address.
  public static boolean getBoolean(long address) {
    return getByte(address) != 0;
  }

  /// Writes the `boolean` at an address.
  public static void setBoolean(long address, boolean value) {
    setByte(address, (byte) (value ? 1 : 0));
  }

  /// Returns the `byte` at an address.
  public static byte getByte(long address) {
    return (byte) SegmentAccess.BYTES.get(MEMORY, address & MAX_ADDRESS);
  }

  /// Writes the `byte` at an address.
  public static void setByte(long address, byte value) {
    SegmentAccess.BYTES.set(MEMORY, address & MAX_ADDRESS, value);
  }

  /// Returns the `short` at an address.
  public static short getShort(long address) {
    return (short) SegmentAccess.SHORTS.get(MEMORY, address & MAX_ADDRESS);
  }

  /// Writes the `short` at an address.
  public static void setShort(long address, short value) {
    SegmentAccess.SHORTS.set(MEMORY, address & MAX_ADDRESS, value);
  }

  /// Returns the `char` at an address.
  public static char getChar(long address) {
    return (char) SegmentAccess.CHARS.get(MEMORY, address & MAX_ADDRESS);
  }

  /// Writes the `char` at an address.
  public static void setChar(long address, char value) {
    SegmentAccess.CHARS.set(MEMORY, address & MAX_ADDRESS, value);
  }

  /// Returns the `int` at an address.
  public static int getInt(long address) {
    return (int) SegmentAccess.INTS.get(MEMORY, address & MAX_ADDRESS);
  }

  /// Writes the `int` at an address.
  public static void setInt(long address, int value) {
    SegmentAccess.INTS.set(MEMORY, address & MAX_ADDRESS, value);
  }

  /// Returns the `long` at an address.
  public static long getLong(long address) {
    return (long) SegmentAccess.LONGS.get(MEMORY, address & MAX_ADDRESS);
  }

  /// Writes the `long` at an address.
  public static void setLong(long address, long value) {
    SegmentAccess.LONGS.set(MEMORY, address & MAX_ADDRESS, value);
  }

  /// Returns the `float` at an address.
  public static float getFloat(long address) {
    return (float) SegmentAccess.FLOATS.get(MEMORY, address & MAX_ADDRESS);
  }

  /// Writes the `float` at an address.
  public static void setFloat(long address, float value) {
    SegmentAccess.FLOATS.set(MEMORY, address & MAX_ADDRESS, value);
  }

  /// Returns the `double` at an address.
  public static double getDouble(long address) {
    return (double) SegmentAccess.DOUBLES.get(MEMORY, address & MAX_ADDRESS);
  }

  /// Writes the `double` at an address.
  public static void setDouble(long address, double value) {
    SegmentAccess.DOUBLES.set(MEMORY, address & MAX_ADDRESS, value);
  }
}

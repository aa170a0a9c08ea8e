package dev.ashlar.table.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Reads and writes values in the native buffers of a [Chunk], in the byte order of the CPU.
///
/// By views, which know their order. The methods of a buffer ask for its order by a branch whose
/// profile is that of all buffers in the JVM (`Unsafe.convEndian`): where a program has read any in
/// big-endian order, the question would stay in loops, at each field.
public final class BufferAccess {
  /// The class of all native buffers. A view calls no method of a buffer, access to bytes does: so
  /// C2 knows which, without a profile.
  static final Class<?> TYPE = ByteBuffer.allocateDirect(0).getClass();

  static final VarHandle SHORTS = view(short[].class);
  static final VarHandle CHARS = view(char[].class);
  static final VarHandle INTS = view(int[].class);
  static final VarHandle LONGS = view(long[].class);
  static final VarHandle FLOATS = view(float[].class);
  static final VarHandle DOUBLES = view(double[].class);

  private BufferAccess() {}

  /// Without invoke-exact behavior, whose check makes nodes that C2 counts.
  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteBufferViewVarHandle(array, ByteOrder.nativeOrder());
  }

  /// Returns the `boolean` at an index.
  public static boolean getBoolean(ByteBuffer buffer, int at) {
    return getByte(buffer, at) != 0;
  }

  /// Writes a `boolean`.
  public static void setBoolean(ByteBuffer buffer, int at, boolean value) {
    setByte(buffer, at, (byte) (value ? 1 : 0));
  }

  /// Returns the `byte` at an index.
  public static byte getByte(ByteBuffer buffer, int at) {
    return ((ByteBuffer) TYPE.cast(buffer)).get(at);
  }

  /// Writes a `byte`.
  public static void setByte(ByteBuffer buffer, int at, byte value) {
    ((ByteBuffer) TYPE.cast(buffer)).put(at, value);
  }

  /// Returns the `short` at an index.
  public static short getShort(ByteBuffer buffer, int at) {
    return (short) SHORTS.get(buffer, at);
  }

  /// Writes a `short`.
  public static void setShort(ByteBuffer buffer, int at, short value) {
    SHORTS.set(buffer, at, value);
  }

  /// Returns the `char` at an index.
  public static char getChar(ByteBuffer buffer, int at) {
    return (char) CHARS.get(buffer, at);
  }

  /// Writes a `char`.
  public static void setChar(ByteBuffer buffer, int at, char value) {
    CHARS.set(buffer, at, value);
  }

  /// Returns the `int` at an index.
  public static int getInt(ByteBuffer buffer, int at) {
    return (int) INTS.get(buffer, at);
  }

  /// Writes an `int`.
  public static void setInt(ByteBuffer buffer, int at, int value) {
    INTS.set(buffer, at, value);
  }

  /// Returns the `long` at an index.
  public static long getLong(ByteBuffer buffer, int at) {
    return (long) LONGS.get(buffer, at);
  }

  /// Writes a `long`.
  public static void setLong(ByteBuffer buffer, int at, long value) {
    LONGS.set(buffer, at, value);
  }

  /// Returns the `float` at an index.
  public static float getFloat(ByteBuffer buffer, int at) {
    return (float) FLOATS.get(buffer, at);
  }

  /// Writes a `float`.
  public static void setFloat(ByteBuffer buffer, int at, float value) {
    FLOATS.set(buffer, at, value);
  }

  /// Returns the `double` at an index.
  public static double getDouble(ByteBuffer buffer, int at) {
    return (double) DOUBLES.get(buffer, at);
  }

  /// Writes a `double`.
  public static void setDouble(ByteBuffer buffer, int at, double value) {
    DOUBLES.set(buffer, at, value);
  }
}

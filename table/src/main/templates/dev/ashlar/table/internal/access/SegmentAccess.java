// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// Reads and writes native memory through a segment, with the checks of the JDK. Where the segment
/// is [all of memory][Permit#memory], the compiler leaves them out.
public final class SegmentAccess {
  /// The class of native segments, of which mapped ones are a subclass.
  static final Class<?> NATIVE = MemorySegment.NULL.getClass();

  /// Without invoke-exact behavior, whose check counts as code.
  static final VarHandle BYTES = ValueLayout.JAVA_BYTE.varHandle();

  static final VarHandle SHORTS = ValueLayout.JAVA_SHORT_UNALIGNED.varHandle();
  static final VarHandle CHARS = ValueLayout.JAVA_CHAR_UNALIGNED.varHandle();
  static final VarHandle INTS = ValueLayout.JAVA_INT_UNALIGNED.varHandle();
  static final VarHandle LONGS = ValueLayout.JAVA_LONG_UNALIGNED.varHandle();
  static final VarHandle FLOATS = ValueLayout.JAVA_FLOAT_UNALIGNED.varHandle();
  static final VarHandle DOUBLES = ValueLayout.JAVA_DOUBLE_UNALIGNED.varHandle();

  private SegmentAccess() {}

  /// Makes the JDK link the methods that this class calls, by an access to eight bytes.
  public static void link(MemorySegment memory, long offset) {
    setBoolean(memory, offset, getBoolean(memory, offset));
    setShort(memory, offset, getShort(memory, offset));
    setChar(memory, offset, getChar(memory, offset));
    setInt(memory, offset, getInt(memory, offset));
    setLong(memory, offset, getLong(memory, offset));
    setFloat(memory, offset, getFloat(memory, offset));
    setDouble(memory, offset, getDouble(memory, offset));
  }

  /// Returns the `boolean` at an offset.
  public static boolean getBoolean(MemorySegment memory, long offset) {
    return getByte(memory, offset) != 0;
  }

  /// Returns the `byte` at an offset.
  public static byte getByte(MemorySegment memory, long offset) {
    return (byte) BYTES.get(memory, offset);
  }

  /// Writes the `boolean` at an offset.
  public static void setBoolean(MemorySegment memory, long offset, boolean value) {
    setByte(memory, offset, (byte) (value ? 1 : 0));
  }

  /// Writes the `byte` at an offset.
  public static void setByte(MemorySegment memory, long offset, byte value) {
    BYTES.set(memory, offset, value);
  }

  //@ for  Name    type    HANDLES
  //@      Short   short   SHORTS
  //@      Char    char    CHARS
  //@      Int     int     INTS
  //@      Long    long    LONGS
  //@      Float   float   FLOATS
  //@      Double  double  DOUBLES
  /// Returns the `$type` at an offset.
  public static $type get$Name(MemorySegment memory, long offset) {
    return ($type) $HANDLES.get(memory, offset);
  }

  /// Writes the `$type` at an offset.
  public static void set$Name(MemorySegment memory, long offset, $type value) {
    $HANDLES.set(memory, offset, value);
  }

  //@ end
}

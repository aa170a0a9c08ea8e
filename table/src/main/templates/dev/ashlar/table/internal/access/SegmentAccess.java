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
  static final VarHandle BYTES = ValueLayout.JAVA_BYTE.varHandle();

  static final VarHandle SHORTS = ValueLayout.JAVA_SHORT_UNALIGNED.varHandle();
  static final VarHandle CHARS = ValueLayout.JAVA_CHAR_UNALIGNED.varHandle();
  static final VarHandle INTS = ValueLayout.JAVA_INT_UNALIGNED.varHandle();
  static final VarHandle LONGS = ValueLayout.JAVA_LONG_UNALIGNED.varHandle();
  static final VarHandle FLOATS = ValueLayout.JAVA_FLOAT_UNALIGNED.varHandle();
  static final VarHandle DOUBLES = ValueLayout.JAVA_DOUBLE_UNALIGNED.varHandle();

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

  //@ end
}

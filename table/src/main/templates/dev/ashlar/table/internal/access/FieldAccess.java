// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.memory.internal.hotspot.Recompile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Objects;

/// The place of a field in a row of each [kind of chunk][Chunk#kind]. There is a pair of methods
/// for each type of field to read and write it.
///
/// Each access checks thread, lifetime and row, because two threads may wrongly use a cursor at
/// once, and a table may be closed between two fields. The caller has checked that the row may be
/// written.
///
/// There is one method for all kinds and all records, so that calls in a user's loop have one
/// receiver. A warm-up runs all branches before a loop is compiled. Memory is reached by methods of
/// the JDK that HotSpot is forced to inline. No other method that is called has more than 35 bytes
/// of bytecode, so that no profile makes a call too rare to be inlined (`InlineFrequencyRatio`,
/// `MaxInlineSize`). For this reason the methods repeat code. The kind is the same for all fields
/// of a row, so C2 unswitches loops by it, at most three times. The number of nodes has to be
/// small: C2 stops inlining at 18,000 (`NodeCountInliningCutoff`), and each field of a loop adds
/// such a method. A caller that passes a constant kind gets the code of that kind alone.
///
/// An address has three terms, because C2 replaces a branch with fewer results by conditional moves
/// (`ConditionalMoveLimit`). Conditional moves stay in loops, branches do not. From the terms'
/// types C2 knows that the address is within all of memory, and leaves out the JDK's check.
///
/// The numbers are constants to C2, which treats the final fields of a record as constants.
///
/// @param index the number of the field in its record
/// @param stride the size of a packed row; `offset` is the field's offset in it
/// @param alignedStride the size of an aligned row; `alignedOffset` is the field's offset in it
/// @param wordStride the size of an aligned row in words; `wordOffset` is the offset of the field's
///   word in it
/// @param shift the distance of the field from the low end of its word, in bits
/// @param column reads the field's address from [ColumnAddresses]
@SuppressWarnings("ReachabilityFenceUsage") // An access that throws has not been one.
public record FieldAccess(
    int index,
    int stride,
    int offset,
    int alignedStride,
    int alignedOffset,
    int wordStride,
    int wordOffset,
    int shift,
    VarHandle column) {
  /// All compiled code that accesses fields depends on this call site. The code is discarded before
  /// a program uses another kind of memory.
  ///
  /// Each method of a cursor is also compiled on its own, without unused kinds. If it hits the trap
  /// in their place, HotSpot counts the trap for the access method, which all fields share. C2 adds
  /// up the counts of the methods that it inlines. Beyond 100 (`PerMethodTrapLimit`) it compiles
  /// each branch of a loop.
  public static final Recompile CODE = new Recompile();

  private static final Class<?> HEAP = MemorySegment.ofArray(new long[0]).getClass();

  /// Returns the `boolean` in a row.
  public boolean getBoolean(Chunk chunk, Ownership owned, int kind, int row) {
    return getByte(chunk, owned, kind, row) != 0;
  }

  /// Writes the `boolean` in a row.
  public void setBoolean(Chunk chunk, Ownership owned, int kind, int row, boolean value) {
    setByte(chunk, owned, kind, row, (byte) (value ? 1 : 0));
  }

  //@ let  word  chunk.words[row * wordStride + wordOffset]
  //@ let  part  ((MemorySegment) HEAP.cast(chunk.memory))
  //@ let  at  (long) row * alignedStride + alignedOffset
  //@ let  bytes  ((ByteBuffer) BufferAccess.TYPE.cast(buffer))
  //@ for  Name    type    log2  HANDLES  ofBuffer                               setBuffer                                 ofWord                                         setWord
  //@      Byte    byte    0     BYTES    $bytes.get(at)                         $bytes.put(at, value)                     (byte) ($word >>> shift)                       $part.set(ValueLayout.JAVA_BYTE, $at, value)
  //@      Short   short   1     SHORTS   (short) BufferAccess.SHORTS.get(buffer, at)  BufferAccess.SHORTS.set(buffer, at, value)  (short) ($word >>> shift)                      $part.set(ValueLayout.JAVA_SHORT_UNALIGNED, $at, value)
  //@      Char    char    1     CHARS    (char) BufferAccess.CHARS.get(buffer, at)  BufferAccess.CHARS.set(buffer, at, value)  (char) ($word >>> shift)                       $part.set(ValueLayout.JAVA_CHAR_UNALIGNED, $at, value)
  //@      Int     int     2     INTS     (int) BufferAccess.INTS.get(buffer, at)  BufferAccess.INTS.set(buffer, at, value)  (int) ($word >>> shift)                        $part.set(ValueLayout.JAVA_INT_UNALIGNED, $at, value)
  //@      Long    long    3     LONGS    (long) BufferAccess.LONGS.get(buffer, at)  BufferAccess.LONGS.set(buffer, at, value)  $word                                          $word = value
  //@      Float   float   2     FLOATS   (float) BufferAccess.FLOATS.get(buffer, at)  BufferAccess.FLOATS.set(buffer, at, value)  Float.intBitsToFloat((int) ($word >>> shift))  $part.set(ValueLayout.JAVA_FLOAT_UNALIGNED, $at, value)
  //@      Double  double  3     DOUBLES  (double) BufferAccess.DOUBLES.get(buffer, at)  BufferAccess.DOUBLES.set(buffer, at, value)  Double.longBitsToDouble($word)                 $word = Double.doubleToRawLongBits(value)
  //@ for  method    parameters             doc                    direct                                                                          result        ofChecked            ofWords           ofColumn
  //@      $type get$Name  int row               Returns the `$type` in a row  $type value = ($type) SegmentAccess.$HANDLES.get(DirectAccess.MEMORY, address)  return value  return $ofBuffer  return $ofWord  return chunk.arraysOf$Name[index][row]
  //@      void set$Name   int row, $type value  Writes the `$type` in a row   SegmentAccess.$HANDLES.set(DirectAccess.MEMORY, address, value)                 return        $setBuffer        $setWord        chunk.arraysOf$Name[index][row] = value
  /// $doc.
  public $method(Chunk chunk, Ownership owned, int kind, $parameters) {
    var _ = CODE.getTarget();
    if (kind <= Chunk.COLUMNS) {
      OwnershipCheck.require(owned, chunk);
      long checked = Objects.checkIndex(row, chunk.limit);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = (long) column.get(chunk.columnAddresses);
        distance = checked << $log2;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & Chunk.MAX_BASE) + distance + offset;
      $direct;
      Reference.reachabilityFence(chunk);
      $result;
    }
    if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << $log2;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      $ofChecked;
    } else if (kind == Chunk.HEAP_ROWS) {
      $ofWords;
    } else {
      $ofColumn;
    }
  }

  //@ end
  //@ end

  //@ for primitives
  /// Returns the `$type` in a row.
  public $type get$Name(Chunk chunk, int kind, int row) {
    return get$Name(chunk, chunk.ownership, kind, row);
  }

  /// Writes the `$type` in a row.
  public void set$Name(Chunk chunk, int kind, int row, $type value) {
    set$Name(chunk, chunk.ownership, kind, row, value);
  }

  //@ end
}

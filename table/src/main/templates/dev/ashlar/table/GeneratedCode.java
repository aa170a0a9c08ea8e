// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.internal.hotspot.InlineLate;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.ColumnArrays;
import dev.ashlar.table.internal.access.CurrentChunks;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.access.Ownership;
import dev.ashlar.table.internal.access.RowIterator;
import dev.ashlar.table.internal.access.RowPlace;
import dev.ashlar.table.internal.access.RowReader;
import dev.ashlar.table.internal.access.SegmentAccess;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.hotspot.UsedKinds;
import dev.ashlar.table.internal.value.Codec;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/// The classes that generated classes extend and call; [TableType] defines generated classes.
/// Source code outside of this package cannot name this class. Generated classes can: to the JVM, a
/// protected nested class is public, whatever its enclosing class is.
///
/// Generated classes are in the packages of records, to which no internal package is exported. So
/// they only pass on objects of internal classes, and pass them to method handles as `Object`. No
/// method hands a chunk to other code. Methods reach only memory of their arguments, and check row,
/// thread and lifetime.
abstract class GeneratedCode {
  private GeneratedCode() {}

  /// The superclass of readers.
  protected abstract static class Reader extends RowReader {
    /// Has as many parts.
    protected Reader(int parts) {
      super(parts);
    }
  }

  /// The superclass of iterators.
  protected abstract static class Rows extends RowIterator<Object> {
    /// Ends before a row.
    protected Rows(long end) {
      super(end);
    }
  }

  /// The look-up of a row's chunk by cursors.
  protected static final class Place extends RowPlace {
    /// Looks up the row.
    public Place(CurrentChunks current, long row) {
      super(current.directory, row);
    }
  }

  /// The methods that generated classes call. Each has the name and the behavior of the method that
  /// it calls.
  @SuppressWarnings("MissingJavadocMethod")
  protected static final class Calls {
    private Calls() {}

    public static void beforeAccess() {
      UsedKinds.beforeAccess();
    }

    public static RuntimeException explained(Table<?> table, RuntimeException thrown, long row) {
      return table.explained(thrown, row);
    }

    public static void requireStack(Table<?> table) {
      table.requireStack();
    }

    public static Record readRow(RowReader reader, Chunk chunk, int row) {
      return RowReader.read(reader, chunk, row);
    }

    public static Chunk toChunk(Object chunk) {
      return (Chunk) chunk;
    }

    public static void requireDirect(Chunk chunk) {
      chunk.requireDirect();
    }

    public static void requireWritable(Chunk chunk, long row) {
      chunk.requireWritable(row);
    }

    public static long offset(Chunk chunk, int row) {
      return chunk.offset(row);
    }

    public static MemorySegment segment(Chunk chunk) {
      return chunk.segment();
    }

    //@ for  type       name
    //@      Ownership  ownership
    //@      int        kind
    //@      int        rowKind
    //@      int        firstLow
    //@      int        reach
    //@      int        limit
    //@      long       first
    //@      long       address
    //@      long[]     addresses
    //@      long[]     starts
    //@      long[]     words
    public static $type $name(Chunk chunk) {
      return chunk.$name;
    }

    //@ end

    //@ for primitives
    public static $type get$Name(Object access, Object chunk, Object owned, int kind, int row) {
      return ((FieldAccess) access).get$Name((Chunk) chunk, (Ownership) owned, kind, row);
    }

    public static void set$Name(
        Object access, Object chunk, Object owned, int kind, int row, $type value) {
      ((FieldAccess) access).set$Name((Chunk) chunk, (Ownership) owned, kind, row, value);
    }

    public static void set$Name(Object access, Object chunk, int kind, int row, $type value) {
      ((FieldAccess) access).set$Name((Chunk) chunk, kind, row, value);
    }

    public static $type get$Name(MemorySegment memory, long offset) {
      return SegmentAccess.get$Name(memory, offset);
    }

    public static void set$Name(MemorySegment memory, long offset, $type value) {
      SegmentAccess.set$Name(memory, offset, value);
    }

    //@ end

    public static void requireArrays(Object[] arrays, int index) {
      ColumnArrays.require(arrays, index);
    }

    //@ for numbers
    public static $type[][] arraysOf$Name(Chunk chunk) {
      return chunk.arraysOf$Name;
    }

    public static $type[] arrayOf$Name($type[][] arrays, int index, int row) {
      return ColumnArrays.of$Name(arrays, index, row);
    }

    //@ end

    public static int encodeInt(Object codec, Object value) {
      return ((Codec.OfInt) codec).encode(value);
    }

    public static long encodeLong(Object codec, Object value) {
      return ((Codec.OfLong) codec).encode(value);
    }

    public static Object decode(Object codec, int stored) {
      return ((Codec.OfInt) codec).decode(stored);
    }

    public static Object decode(Object codec, long stored) {
      return ((Codec.OfLong) codec).decode(stored);
    }

    public static Object zero(Object codec) {
      return ((Codec) codec).zero();
    }

    public static Object encode(Object codec, Object value) {
      return ((Codec.OfRun) codec).encode(value);
    }

    public static Object read(Object codec, Chunk chunk, int row) {
      return ((Codec.OfRun) codec).read(chunk, row);
    }

    public static void write(Object codec, Chunk chunk, int row, @Nullable Object encoded) {
      ((Codec.OfRun) codec).write(chunk, row, encoded);
    }

    public static TextValue readText(Object codec, Chunk chunk, int row) {
      return ((Codec.OfText) codec).value(chunk, row);
    }

    public static long placeText(Object codec, Chunk chunk, int row, @Nullable Object encoded) {
      return ((Codec.OfPlacedText) codec).place(chunk, row, encoded);
    }

    public static void writeText(
        Object codec, Chunk chunk, int row, @Nullable Object encoded, long place) {
      ((Codec.OfPlacedText) codec).write(chunk, row, encoded, place);
    }

    public static void require(int row) {
      InlineLate.require(row);
    }

    public static void require(long address) {
      InlineLate.require(address);
    }

    public static MethodHandle defer(int row, int limit, MethodHandle access) {
      return InlineLate.defer(row, limit, access);
    }

    public static MethodHandle defer(int row, MethodHandle access) {
      return InlineLate.defer(row, access);
    }

    public static MethodHandle defer(long address, MethodHandle access) {
      return InlineLate.defer(address, access);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.memory.Segments;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.cursor.CursorMethod;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Lookups;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Makes method handles that access a field in a mode of a [VarHandle], of arrays or of segments,
/// with all checks. Their parameters are `(Table, long row, values…)`, with ordinals for enums.
/// Each handle looks up the chunk of the row.
@SuppressWarnings("UnusedMethod") // Found by their names.
final class AtomicAccess {
  private static final Lookup LOOKUP = MethodHandles.lookup();

  private final Field field;
  private final AccessMode mode;

  private AtomicAccess(Field field, AccessMode mode) {
    this.field = field;
    this.mode = mode;
  }

  /// @param chunk `Object (Table, long row)`
  static MethodHandle of(MethodHandle chunk, Field field, AccessMode mode) {
    AtomicAccess access = new AtomicAccess(field, mode);
    MethodHandle inChunk =
        MethodHandles.guardWithTest(
            find("isHeapColumns", methodType(boolean.class, Chunk.class)),
            access.arrayElement(),
            MethodHandles.guardWithTest(
                find("isHeapRows", methodType(boolean.class, Chunk.class)),
                access.segmentElement("heapMemory"),
                access.segmentElement("nativeMemory")));
    MethodHandle found = chunk.asType(chunk.type().changeReturnType(Chunk.class));
    return access.withOrdinals(ofTable(found, inChunk));
  }

  private boolean writes() {
    return CursorMethod.Shape.of(mode) != CursorMethod.Shape.GET;
  }

  /// Returns the access `(Chunk, long row, values…)` to an array. A boolean is a byte there, and
  /// any but 0 is true.
  private MethodHandle arrayElement() {
    PrimitiveType primitive = field.primitive();
    MethodHandle element = primitive.arrayElement().toMethodHandle(mode);
    if (primitive == PrimitiveType.BOOLEAN && element.type().returnType() == byte.class) {
      element =
          MethodHandles.filterReturnValue(
              element, find("isTrue", methodType(boolean.class, byte.class)));
    }
    MethodType shape = primitive.segmentElement().toMethodHandle(mode).type();
    MethodHandle array =
        MethodHandles.insertArguments(
                find("array", methodType(Object.class, int.class, Chunk.class)), 0, field.index())
            .asType(methodType(primitive.arrayType(), Chunk.class));
    return MethodHandles.filterArguments(
        MethodHandles.explicitCastArguments(
            element, shape.changeParameterType(0, primitive.arrayType())),
        0,
        array);
  }

  /// Returns the access `(Chunk, long row, values…)` to a segment.
  private MethodHandle segmentElement(String memory) {
    MethodHandle element = field.primitive().segmentElement().toMethodHandle(mode);
    MethodHandle offset =
        MethodHandles.insertArguments(
            find(
                writes() ? "writableOffset" : "offset",
                methodType(long.class, int.class, Chunk.class, long.class)),
            0,
            field.index());
    MethodHandle apart =
        MethodHandles.filterArguments(
            MethodHandles.collectArguments(element, 1, offset),
            0,
            find(memory, methodType(MemorySegment.class, Chunk.class)));
    return joined(apart, 1);
  }

  /// Returns the access `(Table, long row, values…)` to the chunk that the row is in.
  private static MethodHandle ofTable(MethodHandle chunk, MethodHandle inChunk) {
    MethodHandle inAll =
        joined(
            MethodHandles.collectArguments(
                inChunk, 1, find("rowIn", methodType(long.class, Chunk.class, long.class))),
            1);
    MethodType type = inAll.type().changeParameterType(0, chunk.type().parameterType(0));
    int[] order = new int[type.parameterCount() + 1];
    Arrays.setAll(order, parameter -> parameter < 2 ? parameter : parameter - 1);
    return MethodHandles.permuteArguments(
        MethodHandles.collectArguments(inAll, 0, chunk), type, order);
  }

  /// Makes the first `count` parameters one with as many that follow them.
  private static MethodHandle joined(MethodHandle access, int count) {
    int[] order =
        IntStream.range(0, access.type().parameterCount())
            .map(parameter -> parameter < count ? parameter : parameter - count)
            .toArray();
    return MethodHandles.permuteArguments(
        access, access.type().dropParameterTypes(0, count), order);
  }

  private MethodHandle withOrdinals(MethodHandle access) {
    Class<?> primitive = field.primitive().type();
    if (!field.isEnum()) {
      return access;
    }
    MethodType ordinals = access.type();
    for (int i = 2; i < ordinals.parameterCount(); i++) {
      ordinals = ordinals.changeParameterType(i, int.class);
    }
    if (ordinals.returnType() != primitive) {
      return MethodHandles.explicitCastArguments(access, ordinals);
    }
    return MethodHandles.filterReturnValue(
        MethodHandles.explicitCastArguments(access, ordinals.changeReturnType(int.class)),
        field.ordinals());
  }

  private static MethodHandle find(String name, MethodType shape) {
    return Lookups.findStatic(LOOKUP, AtomicAccess.class, name, shape);
  }

  private static long rowIn(Chunk chunk, long row) {
    return row - chunk.first;
  }

  private static boolean isHeapColumns(Chunk chunk) {
    return chunk.kind == Chunk.HEAP_COLUMNS;
  }

  private static boolean isHeapRows(Chunk chunk) {
    return chunk.kind == Chunk.HEAP_ROWS;
  }

  private static Object array(int field, Chunk chunk) {
    return chunk.arrays[field];
  }

  private static long offset(int field, Chunk chunk, long row) {
    return chunk.offset(field, (int) row);
  }

  private static long writableOffset(int field, Chunk chunk, long row) {
    chunk.requireWritable(row);
    return chunk.offset(field, (int) row);
  }

  private static MemorySegment heapMemory(Chunk chunk) {
    return Segments.ofLongs(chunk.memory);
  }

  private static MemorySegment nativeMemory(Chunk chunk) {
    return Segments.ofNative(chunk.memory);
  }

  private static boolean isTrue(byte stored) {
    return stored != 0;
  }
}

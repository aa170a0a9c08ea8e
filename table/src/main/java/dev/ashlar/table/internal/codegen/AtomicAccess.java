// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.memory.Segments;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.MemoryKind;
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
import java.util.stream.IntStream;

/// Makes method handles that access a field in a mode of a [VarHandle], of arrays or of segments,
/// with all checks. Their parameters are `(Object chunk, long row, values…)`, with ordinals for
/// enums. The caller has checked that the table has the row.
@SuppressWarnings("UnusedMethod") // Found by their names.
final class AtomicAccess {
  private static final Lookup LOOKUP = MethodHandles.lookup();

  private final Field field;
  private final AccessMode mode;

  private AtomicAccess(Field field, AccessMode mode) {
    this.field = field;
    this.mode = mode;
  }

  static MethodHandle of(MemoryKind kind, Field field, AccessMode mode) {
    AtomicAccess access = new AtomicAccess(field, mode);
    MethodHandle inChunk =
        kind == MemoryKind.HEAP_COLUMNS
            ? access.arrayElement()
            : access.segmentElement(kind.isNative() ? "nativeMemory" : "heapMemory");
    return access.withOrdinals(inChunk.asType(inChunk.type().changeParameterType(0, Object.class)));
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
    int[] order =
        IntStream.range(0, apart.type().parameterCount())
            .map(parameter -> parameter == 0 ? 0 : parameter - 1)
            .toArray();
    return MethodHandles.permuteArguments(apart, apart.type().dropParameterTypes(0, 1), order);
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

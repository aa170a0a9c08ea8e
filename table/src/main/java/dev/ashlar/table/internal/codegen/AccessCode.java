// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.access.Ownership;
import dev.ashlar.table.internal.access.SegmentAccess;
import dev.ashlar.table.internal.schema.Lookups;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/// What generated classes do with a [Chunk] and a [FieldAccess].
final class AccessCode {
  static final ClassDesc CHUNK = desc(Chunk.class);
  static final ClassDesc OWNERSHIP = desc(Ownership.class);

  private static final ClassDesc SEGMENT = desc(MemorySegment.class);
  static final ClassDesc ACCESS = desc(FieldAccess.class);

  /// What an access of a field takes: a chunk, its kind and a row.
  static final List<Class<?>> PLACE = List.of(Chunk.class, int.class, int.class);

  /// Likewise, with the ownership of the table behind the chunk.
  static final List<Class<?>> OWNED_PLACE =
      List.of(Chunk.class, Ownership.class, int.class, int.class);

  /// Stands for the kind that a chunk has.
  static final int ANY_KIND = -1;

  private AccessCode() {}

  /// Finds a chunk and puts it into a local.
  ///
  /// @param lookUp a method of `table`; the table and a row are on the stack
  static void loadChunk(CodeBuilder code, ClassDesc table, String lookUp, int chunk) {
    code.invokevirtual(table, lookUp, MethodTypeDesc.of(CD_Object, CD_long));
    code.checkcast(CHUNK).astore(chunk);
  }

  /// Puts a chunk and its kind on the stack, between a field's access and a row. The kind is a
  /// constant unless it is [#ANY_KIND].
  static void loadPlace(CodeBuilder code, int chunk, int kind) {
    code.aload(chunk);
    if (kind == ANY_KIND) {
      code.aload(chunk).getfield(CHUNK, "kind", CD_int);
    } else {
      code.loadConstant(kind);
    }
  }

  /// Puts the place of a table's row in its chunk into a new local.
  static int storeRowIn(CodeBuilder code, int chunk, int tableRow) {
    int row = code.allocateLocal(TypeKind.INT);
    code.lload(tableRow).aload(chunk).getfield(CHUNK, "first", CD_long).lsub().l2i().istore(row);
    return row;
  }

  static void requireWritable(CodeBuilder code, int chunk, int row) {
    code.aload(chunk).iload(row).i2l();
    code.invokevirtual(CHUNK, "requireWritable", MethodTypeDesc.of(CD_void, CD_long));
  }

  /// Returns the method of [FieldAccess] that reads or writes values of a primitive.
  ///
  /// @param place [#PLACE] or [#OWNED_PLACE]
  static MethodHandle handle(PrimitiveType primitive, boolean reads, List<Class<?>> place) {
    MethodType type = type(primitive, reads, place);
    return Lookups.findVirtual(
        MethodHandles.lookup(), FieldAccess.class, name(primitive, reads), type);
  }

  private static MethodType type(PrimitiveType primitive, boolean reads, List<Class<?>> place) {
    MethodType type = MethodType.methodType(reads ? primitive.type() : void.class, place);
    return reads ? type : type.appendParameterTypes(primitive.type());
  }

  private static String name(PrimitiveType primitive, boolean reads) {
    return (reads ? "get" : "set") + primitive.suffix();
  }

  /// Has C2 see that the address on the stack is inside of all memory.
  static void mask(CodeBuilder code) {
    code.loadConstant(Chunk.MAX_ADDRESS).land();
  }

  /// Replaces a segment and an offset by the value.
  static void getFromSegment(CodeBuilder code, PrimitiveType primitive) {
    MethodTypeDesc type = MethodTypeDesc.of(desc(primitive.type()), SEGMENT, CD_long);
    code.invokestatic(desc(SegmentAccess.class), name(primitive, true), type);
  }

  /// Writes the value on the stack, above a segment and an offset.
  static void setInSegment(CodeBuilder code, PrimitiveType primitive) {
    MethodTypeDesc type = MethodTypeDesc.of(CD_void, SEGMENT, CD_long, desc(primitive.type()));
    code.invokestatic(desc(SegmentAccess.class), name(primitive, false), type);
  }

  /// Returns the method that [#setInSegment] calls.
  static MethodHandle segmentSetter(PrimitiveType primitive) {
    MethodType type =
        MethodType.methodType(void.class, MemorySegment.class, long.class, primitive.type());
    return Lookups.findStatic(
        MethodHandles.lookup(), SegmentAccess.class, name(primitive, false), type);
  }

  /// Replaces a field's access, a chunk, its kind and a row by the value.
  static void get(CodeBuilder code, PrimitiveType primitive) {
    access(code, primitive, true, PLACE);
  }

  /// Writes the value on the stack, above what [#get] takes.
  static void set(CodeBuilder code, PrimitiveType primitive) {
    access(code, primitive, false, PLACE);
  }

  /// Calls the method of which [#handle] is; what it takes is on the stack.
  static void access(
      CodeBuilder code, PrimitiveType primitive, boolean reads, List<Class<?>> place) {
    MethodTypeDesc type = type(primitive, reads, place).describeConstable().orElseThrow();
    code.invokevirtual(ACCESS, name(primitive, reads), type);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.Text;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.Ownership;
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

/// Code with which generated classes use a [Chunk] and the fields in it.
final class AccessCode {
  static final ClassDesc CHUNK = desc(Chunk.class);
  static final ClassDesc OWNERSHIP = desc(Ownership.class);

  /// The class whose methods generated classes call. It is in the exported package; see
  /// `GeneratedCode`.
  static final ClassDesc CALLS = exported("Calls");

  static final ClassDesc READER = exported("Reader");

  private static final ClassDesc SEGMENT = desc(MemorySegment.class);

  /// The parameters of an access to a field: the access, a chunk, its kind and a row.
  static final List<Class<?>> PLACE = List.of(Object.class, Object.class, int.class, int.class);

  /// The same parameters, with the ownership of the table behind the chunk.
  static final List<Class<?>> OWNED_PLACE =
      List.of(Object.class, Object.class, Object.class, int.class, int.class);

  /// Stands for the kind that a chunk has.
  static final int ANY_KIND = -1;

  private AccessCode() {}

  /// Returns a class that generated classes extend or call.
  static ClassDesc exported(String name) {
    return ClassDesc.of(Text.class.getPackageName(), "GeneratedCode$" + name);
  }

  /// Calls a method of [#CALLS].
  static void call(CodeBuilder code, String method, ClassDesc returned, ClassDesc... parameters) {
    code.invokestatic(CALLS, method, MethodTypeDesc.of(returned, parameters));
  }

  /// Returns a method of [#CALLS].
  static MethodHandle handle(String method, MethodType type) {
    return Lookups.findStatic(MethodHandles.lookup(), resolve(CALLS), method, type);
  }

  static Class<?> resolve(ClassDesc exported) {
    try {
      return (Class<?>) exported.resolveConstantDesc(MethodHandles.lookup());
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError(missing.getMessage(), missing);
    }
  }

  /// Puts the value of a field of [Chunk] on the stack.
  static void loadField(CodeBuilder code, int chunk, String name, ClassDesc type) {
    code.aload(chunk);
    call(code, name, type, CHUNK);
  }

  /// Finds a chunk and puts it into a local.
  ///
  /// @param lookUp a method of `table`; the table and a row are on the stack
  static void loadChunk(CodeBuilder code, ClassDesc table, String lookUp, int chunk) {
    code.invokevirtual(table, lookUp, MethodTypeDesc.of(CD_Object, CD_long));
    toChunk(code);
    code.astore(chunk);
  }

  static void toChunk(CodeBuilder code) {
    call(code, "toChunk", CHUNK, CD_Object);
  }

  /// Puts a chunk and its kind on the stack, between a field's access and a row. The kind is a
  /// constant unless it is [#ANY_KIND].
  static void loadPlace(CodeBuilder code, int chunk, int kind) {
    code.aload(chunk);
    if (kind == ANY_KIND) {
      loadField(code, chunk, "kind", CD_int);
    } else {
      code.loadConstant(kind);
    }
  }

  /// Puts the place of a table's row in its chunk into a new local.
  static int storeRowIn(CodeBuilder code, int chunk, int tableRow) {
    int row = code.allocateLocal(TypeKind.INT);
    code.lload(tableRow);
    loadField(code, chunk, "first", CD_long);
    code.lsub().l2i().istore(row);
    return row;
  }

  static void requireWritable(CodeBuilder code, int chunk, int row) {
    code.aload(chunk).iload(row).i2l();
    call(code, "requireWritable", CD_void, CHUNK, CD_long);
  }

  /// Returns the method that reads or writes values of a primitive.
  ///
  /// @param place [#PLACE], of setters only, or [#OWNED_PLACE]
  static MethodHandle handle(PrimitiveType primitive, boolean reads, List<Class<?>> place) {
    return handle(name(primitive, reads), type(primitive, reads, place));
  }

  private static MethodType type(PrimitiveType primitive, boolean reads, List<Class<?>> place) {
    MethodType type = MethodType.methodType(reads ? primitive.type() : void.class, place);
    return reads ? type : type.appendParameterTypes(primitive.type());
  }

  private static String name(PrimitiveType primitive, boolean reads) {
    return (reads ? "get" : "set") + primitive.suffix();
  }

  /// Makes the compiler know that the address on the stack is inside of all memory, so that it is
  /// not checked again.
  static void mask(CodeBuilder code) {
    code.loadConstant(Chunk.MAX_ADDRESS).land();
  }

  /// Replaces a segment and an offset by the value.
  static void getFromSegment(CodeBuilder code, PrimitiveType primitive) {
    call(code, name(primitive, true), desc(primitive.type()), SEGMENT, CD_long);
  }

  /// Writes the value on the stack, above a segment and an offset.
  static void setInSegment(CodeBuilder code, PrimitiveType primitive) {
    call(code, name(primitive, false), CD_void, SEGMENT, CD_long, desc(primitive.type()));
  }

  /// Returns the method that [#setInSegment] calls.
  static MethodHandle segmentSetter(PrimitiveType primitive) {
    return handle(
        name(primitive, false),
        MethodType.methodType(void.class, MemorySegment.class, long.class, primitive.type()));
  }

  /// Calls the method of [#handle]. Its arguments are on the stack.
  static void access(
      CodeBuilder code, PrimitiveType primitive, boolean reads, List<Class<?>> place) {
    MethodTypeDesc type = type(primitive, reads, place).describeConstable().orElseThrow();
    code.invokestatic(CALLS, name(primitive, reads), type);
  }
}

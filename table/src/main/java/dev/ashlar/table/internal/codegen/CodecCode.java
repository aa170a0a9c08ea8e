// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.schema.Field;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/// Calls of the [Codec] of a field. The codec is on the stack below the arguments.
final class CodecCode {
  private static final ClassDesc CALLS =
      ClassDesc.of(AccessCode.TABLE.packageName(), "GeneratedCodecs$Calls");

  private CodecCode() {}

  private static void call(
      CodeBuilder code, String method, ClassDesc returned, ClassDesc... parameters) {
    code.invokestatic(CALLS, method, MethodTypeDesc.of(returned, parameters));
  }

  /// Replaces codec and value by the primitive, or by what is written into the run.
  static void encode(CodeBuilder code, Field field) {
    String method =
        field.isRun() ? "encode" : field.type() == int.class ? "encodeInt" : "encodeLong";
    ClassDesc encoded = field.isRun() ? CD_Object : desc(field.type());
    call(code, method, encoded, CD_Object, CD_Object);
  }

  /// Replaces codec and primitive by the value.
  static void decode(CodeBuilder code, Field field) {
    call(code, "decode", CD_Object, CD_Object, desc(field.type()));
  }

  /// Replaces the codec by the value whose fields are all zero.
  static void zero(CodeBuilder code) {
    call(code, "zero", CD_Object, CD_Object);
  }

  /// Replaces codec, chunk and row by the value of a run.
  static void read(CodeBuilder code) {
    call(code, "read", CD_Object, CD_Object, AccessCode.CHUNK, CD_int);
  }

  /// Replaces codec, chunk and row by a `Text`.
  static void readText(CodeBuilder code) {
    call(code, "readText", desc(TextValue.class), CD_Object, AccessCode.CHUNK, CD_int);
  }

  /// Replaces codec, chunk, row and what a text was encoded to by its place.
  static void place(CodeBuilder code) {
    call(code, "placeText", CD_long, CD_Object, AccessCode.CHUNK, CD_int, CD_Object);
  }

  /// Writes a run. Codec, chunk, row and what the value was encoded to are on the stack; of a text,
  /// also its place.
  static void write(CodeBuilder code, Field field) {
    if (field.refersToText()) {
      call(code, "writeText", CD_void, CD_Object, AccessCode.CHUNK, CD_int, CD_Object, CD_long);
    } else {
      call(code, "write", CD_void, CD_Object, AccessCode.CHUNK, CD_int, CD_Object);
    }
  }
}

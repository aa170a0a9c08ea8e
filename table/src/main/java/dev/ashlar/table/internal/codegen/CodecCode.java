// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.value.Codec;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/// Calls of the [Codec] of a field, which is on the stack below what a call takes.
final class CodecCode {
  private CodecCode() {}

  /// The interface of the codec.
  static ClassDesc type(Field field) {
    if (field.isPlace()) {
      return desc(Codec.OfPlacedText.class);
    }
    if (field.isRun()) {
      return desc(Codec.OfRun.class);
    }
    return desc(field.type() == int.class ? Codec.OfInt.class : Codec.OfLong.class);
  }

  /// Replaces codec and value by the primitive, or by what is written into the run.
  static void encode(CodeBuilder code, Field field) {
    ClassDesc encoded = field.isRun() ? CD_Object : desc(field.type());
    code.invokeinterface(type(field), "encode", MethodTypeDesc.of(encoded, CD_Object));
  }

  /// Replaces codec and primitive by the value.
  static void decode(CodeBuilder code, Field field) {
    code.invokeinterface(type(field), "decode", MethodTypeDesc.of(CD_Object, desc(field.type())));
  }

  /// Replaces codec, chunk and row by the value of a run.
  static void read(CodeBuilder code, Field field) {
    code.invokeinterface(
        type(field), "read", MethodTypeDesc.of(CD_Object, AccessCode.CHUNK, CD_int));
  }

  /// Replaces codec, chunk and row by a `Text`.
  static void readText(CodeBuilder code) {
    code.invokeinterface(
        desc(Codec.OfText.class),
        "value",
        MethodTypeDesc.of(desc(TextValue.class), AccessCode.CHUNK, CD_int));
  }

  /// Replaces codec, chunk, row and what a text was encoded to by its place.
  static void place(CodeBuilder code, Field field) {
    MethodTypeDesc shape = MethodTypeDesc.of(CD_long, AccessCode.CHUNK, CD_int, CD_Object);
    code.invokeinterface(type(field), "place", shape);
  }

  /// Writes a run. Codec, chunk, row and what the value was encoded to are on the stack; of a text,
  /// also its place.
  static void write(CodeBuilder code, Field field) {
    MethodTypeDesc shape = MethodTypeDesc.of(CD_void, AccessCode.CHUNK, CD_int, CD_Object);
    code.invokeinterface(
        type(field), "write", field.isPlace() ? shape.insertParameterTypes(3, CD_long) : shape);
  }
}

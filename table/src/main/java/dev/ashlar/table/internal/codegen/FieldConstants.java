// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;

import dev.ashlar.table.internal.memory.DirectMemory;
import dev.ashlar.table.internal.schema.Component.Content;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.Codec;
import java.lang.classfile.CodeBuilder;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// What the class data of a record's tables begins with: three constants for each field, then the
/// codecs of components that are not in the file, and then all of memory, if that may be reached
/// directly. Nobody but the generated class can read its class data.
final class FieldConstants {
  /// Its [FieldAccess],
  private static final int ACCESS = 0;

  /// the constants of an enum, or the codec of a field that has one,
  private static final int VALUES = 1;

  /// and [Field#ordinals], of an enum.
  private static final int ORDINALS = 2;

  private static final int PER_FIELD = 3;

  private FieldConstants() {}

  static List<Object> of(Schema schema) {
    List<Object> data = new ArrayList<>();
    for (Field field : schema.fields()) {
      Codec codec = schema.codec(field);
      data.add(schema.access(field));
      data.add(codec == null ? field.constants().toArray() : codec);
      data.add(field.isEnum() ? field.ordinals() : field);
    }
    data.addAll(schema.zeros());
    data.add(DirectMemory.isGranted() ? schema.permit().memory() : MemorySegment.NULL);
    return data;
  }

  /// The number of constants there are.
  static int count(Schema schema) {
    return PER_FIELD * schema.fields().size() + schema.zeros().size() + 1;
  }

  private static int index(Field field, int constant) {
    return PER_FIELD * field.index() + constant;
  }

  static void loadAccess(CodeBuilder code, Field field) {
    Bytecode.constant(code, AccessCode.ACCESS, index(field, ACCESS));
  }

  static void loadCodec(CodeBuilder code, Field field) {
    Bytecode.constant(code, CodecCode.type(field), index(field, VALUES));
  }

  static void loadCodec(CodeBuilder code, Schema schema, Content.ZeroOf content) {
    int index = PER_FIELD * schema.fields().size() + content.index();
    Bytecode.constant(code, Bytecode.desc(Codec.class), index);
  }

  /// Puts all of memory on the stack.
  static void loadMemory(CodeBuilder code, Schema schema) {
    Bytecode.constant(code, desc(MemorySegment.class), count(schema) - 1);
  }

  static void loadEnum(CodeBuilder code, Field field) {
    Bytecode.constant(code, CD_Object.arrayType(), index(field, VALUES));
    Bytecode.constant(code, CD_MethodHandle, index(field, ORDINALS));
  }
}

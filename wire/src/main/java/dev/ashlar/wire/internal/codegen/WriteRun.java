// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.codegen;

import static dev.ashlar.wire.internal.codegen.Emit.WRITER;
import static dev.ashlar.wire.internal.codegen.Emit.desc;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.memory.Bytes;
import dev.ashlar.wire.FieldType;
import dev.ashlar.wire.internal.encoding.Wire;
import dev.ashlar.wire.internal.schema.Field;
import dev.ashlar.wire.internal.schema.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Generates the code for a run: adjacent fields whose values are stored to an array, with one
/// check of the room. Array and index stay in registers; without a run, the writer's fields are
/// read and written for each value.
final class WriteRun {
  /// A run is not longer, so that a small buffer can hold it.
  private static final int MAX_BYTES = 512;

  private static final ClassDesc ARRAY = desc(byte[].class);

  private static final int OUT = WriteGenerator.OUT;

  private final CodeBuilder code;
  private final int array;
  private final int at;

  /// Bytes that there is room for behind the field that is stored next, or -1 outside of a run.
  private int room = -1;

  WriteRun(CodeBuilder code) {
    this.code = code;
    this.array = code.allocateLocal(TypeKind.REFERENCE);
    this.at = code.allocateLocal(TypeKind.INT);
  }

  private static boolean isText(Field field) {
    return field.requireValue().type().wireType() == Wire.LENGTH;
  }

  /// {@return the most bytes of the fields in front that belong to one run}
  private static int following(List<Field> fields) {
    int most = 0;
    for (Field field : fields) {
      int more = includes(field) ? mostBytes(field) : MAX_BYTES;
      if (most + more > MAX_BYTES) {
        break;
      }
      most += more;
    }
    return most;
  }

  void continueWith(List<Field> fields) {
    int needed = mostBytes(fields.getFirst());
    if (room >= 0 && room < needed) {
      end();
    }
    if (room < 0) {
      room = following(fields);
      code.aload(OUT).loadConstant(room);
      Emit.support(code, "beginRun", ARRAY, WRITER, CD_int);
      code.astore(array).aload(OUT).aload(array);
      Emit.support(code, "runStart", CD_int, WRITER, ARRAY);
      code.istore(at);
    }
    room -= needed;
  }

  void end() {
    if (room >= 0) {
      code.aload(OUT).aload(array).iload(at);
      Emit.support(code, "endRun", CD_void, WRITER, ARRAY, CD_int);
      room = -1;
    }
  }

  void put(Field field, Value value, int local) {
    int tag = Wire.tag(field.number(), value.type().wireType());
    if (isText(field)) {
      boolean text = value.type() == FieldType.STRING;
      code.aload(OUT).aload(array).iload(at).loadConstant(tag).aload(local).loadConstant(room);
      Emit.support(
          code,
          text ? "putText" : "putBytes",
          CD_int,
          WRITER,
          ARRAY,
          CD_int,
          CD_int,
          text ? CD_String : ARRAY,
          CD_int);
      code.istore(at).aload(OUT);
      Emit.support(code, "run", ARRAY, WRITER);
      code.astore(array);
      return;
    }
    code.aload(array).iload(at).loadConstant(tag);
    code.loadLocal(kindOf(value), local);
    ClassDesc bits = toBits(value);
    String put = "put" + (value.type().wireType() == Wire.VARINT ? "Varint" : "Fixed");
    Emit.support(code, put, CD_int, ARRAY, CD_int, CD_int, bits);
    code.istore(at);
  }

  /// Replaces the value on the stack by its stored form.
  private ClassDesc toBits(Value value) {
    return switch (value.type()) {
      case BOOL, INT32, ENUM -> {
        code.i2l();
        yield CD_long;
      }
      case UINT32 -> {
        code.i2l().loadConstant(0xFFFF_FFFFL).land();
        yield CD_long;
      }
      case SINT32 -> {
        Emit.support(code, "zigZag", CD_long, CD_int);
        yield CD_long;
      }
      case SINT64 -> {
        Emit.support(code, "zigZag", CD_long, CD_long);
        yield CD_long;
      }
      case FLOAT -> {
        MethodTypeDesc bits = MethodTypeDesc.of(CD_int, CD_float);
        code.invokestatic(desc(Float.class), "floatToRawIntBits", bits);
        yield CD_int;
      }
      case DOUBLE -> {
        MethodTypeDesc bits = MethodTypeDesc.of(CD_long, CD_double);
        code.invokestatic(desc(Double.class), "doubleToRawLongBits", bits);
        yield CD_long;
      }
      case FIXED32, SFIXED32 -> CD_int;
      case INT64, UINT64, FIXED64, SFIXED64 -> CD_long;
      case STRING, BYTES, MESSAGE, BY_JAVA_TYPE -> throw new AssertionError(value);
    };
  }

  /// {@return whether a field is stored to the array of a run, without the writer}
  static boolean includes(Field field) {
    return switch (field.shape()) {
      case PLAIN, NULLABLE -> {
        Value value = field.requireValue();
        yield !value.isMessage() && value.javaType() != Bytes.class;
      }
      default -> false;
    };
  }

  /// {@return the most bytes of a field in a run; none of text and bytes, which ask for their room
  /// when their size is known}
  private static int mostBytes(Field field) {
    int tag = Wire.size(field.number() << Wire.TYPE_BITS);
    return switch (field.requireValue().type().wireType()) {
      case Wire.VARINT -> tag + Wire.MAX_VARINT64;
      case Wire.FIXED32 -> tag + Integer.BYTES;
      case Wire.FIXED64 -> tag + Long.BYTES;
      default -> 0;
    };
  }

  /// {@return the type of the local variable with the value to write; for an enum, that of its
  /// number}
  static TypeKind kindOf(Value value) {
    return value.isEnum() ? TypeKind.INT : Emit.kind(value);
  }
}

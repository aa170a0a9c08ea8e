// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.codegen;

import static dev.ashlar.wire.internal.codegen.Emit.LIST;
import static dev.ashlar.wire.internal.codegen.Emit.OPTIONAL;
import static dev.ashlar.wire.internal.codegen.Emit.READER;
import static dev.ashlar.wire.internal.codegen.Emit.UNKNOWN_FIELDS;
import static dev.ashlar.wire.internal.codegen.Emit.desc;
import static java.lang.constant.ConstantDescs.CD_Map;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.wire.FieldType;
import dev.ashlar.wire.internal.encoding.Wire;
import dev.ashlar.wire.internal.schema.Field;
import dev.ashlar.wire.internal.schema.MessageSchema;
import dev.ashlar.wire.internal.schema.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Generates the code that reads the value of each field of one message into a local variable.
final class ReadFields {
  private static final int IN = ReadGenerator.IN;

  private final ReadGenerator reading;
  private final CodeBuilder code;
  private final MessageSchema message;

  private final int tag;

  /// The local variable of the unknown fields, or -1.
  private final int unknown;

  ReadFields(ReadGenerator reading, CodeBuilder code, MessageSchema message, int tag, int unknown) {
    this.reading = reading;
    this.code = code;
    this.message = message;
    this.tag = tag;
    this.unknown = unknown;
  }

  /// One tag of a field.
  ///
  /// @param oneof the case of a oneof with this tag
  /// @param packed whether this is the tag of packed values, in a field that may also have single
  ///   values
  record Tagged(int tag, Field field, Field.@Nullable Case oneof, boolean packed) {}

  static List<Tagged> tags(Field field) {
    List<Tagged> tags = new ArrayList<>();
    switch (field.shape()) {
      case UNKNOWN -> {}
      case MAP -> tags.add(new Tagged(Wire.tag(field.number(), Wire.LENGTH), field, null, false));
      case ONEOF -> {
        for (Field.Case each : field.cases()) {
          int wireType = each.field().requireValue().type().wireType();
          tags.add(new Tagged(Wire.tag(each.field().number(), wireType), field, each, false));
        }
      }
      default -> {
        FieldType type = field.requireValue().type();
        tags.add(new Tagged(Wire.tag(field.number(), type.wireType()), field, null, false));
        if (field.isRepeated() && type.isPackable()) {
          tags.add(new Tagged(Wire.tag(field.number(), Wire.LENGTH), field, null, true));
        }
      }
    }
    return tags;
  }

  static TypeKind kind(Field field) {
    return field.shape() == Field.Shape.PLAIN
        ? Emit.kind(field.requireValue())
        : TypeKind.REFERENCE;
  }

  /// Reads the value after a tag into the local variable of its field.
  void read(Tagged tagged, int local) {
    Field field = tagged.field();
    if (tagged.oneof() != null) {
      oneof(tagged.oneof(), desc(field.type()), local);
    } else if (field.shape() == Field.Shape.MAP) {
      map(field, local);
    } else if (tagged.packed()) {
      packed(field, local);
    } else {
      single(field, local);
    }
  }

  /// Pushes the value of the component if the field, in the local variable, is absent.
  void absent(Field field) {
    switch (field.shape()) {
      case PLAIN -> reading.defaultOf(code, field.requireValue());
      case OPTIONAL -> {
        ClassDesc type = desc(field.type());
        code.invokestatic(type, "empty", MethodTypeDesc.of(type));
      }
      default -> code.aconst_null();
    }
  }

  /// Keeps or skips a field without a component.
  void other() {
    if (unknown < 0) {
      code.aload(IN).iload(tag);
      code.invokevirtual(READER, "skipField", MethodTypeDesc.of(CD_void, CD_int));
    } else {
      code.aload(unknown).aload(IN).iload(tag);
      Emit.support(code, "unknown", CD_Object, CD_Object, READER, CD_int);
      code.astore(unknown);
    }
  }

  private void single(Field field, int local) {
    Value value = field.requireValue();
    switch (field.shape()) {
      case PLAIN -> read(field, value, -1, () -> code.storeLocal(Emit.kind(value), local));
      case NULLABLE ->
          read(
              field,
              value,
              value.isMessage() ? local : -1,
              () -> {
                Emit.box(code, value);
                code.astore(local);
              });
      case OPTIONAL -> optional(field, value, local);
      case LIST -> {
        code.aload(local).aload(IN).iload(tag);
        Emit.support(code, "list", CD_Object, CD_Object, READER, CD_int);
        code.astore(local);
        read(field, value, -1, () -> add(value, local));
      }
      case ARRAY -> array(field, local);
      case MAP, ONEOF, UNKNOWN -> throw new AssertionError(field);
    }
  }

  /// Reads a value to the stack and uses it. A number that no constant has is an unknown field.
  private void read(Field field, Value value, int base, Runnable use) {
    if (!value.isEnum() || value.open()) {
      reading.value(code, value, base);
      use.run();
      return;
    }
    int number = code.allocateLocal(TypeKind.INT);
    Label missing = code.newLabel();
    Label done = code.newLabel();
    int constant = code.allocateLocal(TypeKind.REFERENCE);
    reading.value(code, value, base);
    code.istore(number);
    reading.emit().constant(code, value.requireNumbers());
    code.iload(number);
    Emit.support(code, "constant", CD_Object, CD_Object, CD_int);
    code.astore(constant).aload(constant).ifnull(missing);
    code.aload(constant).checkcast(desc(value.javaType()));
    use.run();
    code.goto_(done);
    code.labelBinding(missing);
    if (unknown >= 0) {
      code.aload(unknown).loadConstant(Wire.tag(field.number(), Wire.VARINT)).iload(number);
      Emit.support(code, "unknownEnum", CD_Object, CD_Object, CD_int, CD_int);
      code.astore(unknown);
    }
    code.labelBinding(done);
  }

  private void add(Value value, int local) {
    Emit.box(code, value);
    int element = code.allocateLocal(TypeKind.REFERENCE);
    code.astore(element).aload(local).aload(element);
    Emit.support(code, "add", CD_void, CD_Object, CD_Object);
  }

  private void optional(Field field, Value value, int local) {
    ClassDesc type = desc(field.type());
    if (!type.equals(OPTIONAL)) {
      reading.value(code, value, -1);
      code.invokestatic(type, "of", MethodTypeDesc.of(type, desc(value.javaType())));
      code.astore(local);
      return;
    }
    int base = -1;
    if (value.isMessage()) {
      base = code.allocateLocal(TypeKind.REFERENCE);
      code.aload(local).aconst_null();
      code.invokevirtual(OPTIONAL, "orElse", MethodTypeDesc.of(CD_Object, CD_Object));
      code.checkcast(desc(value.javaType())).astore(base);
    }
    read(
        field,
        value,
        base,
        () -> {
          Emit.box(code, value);
          code.invokestatic(OPTIONAL, "of", MethodTypeDesc.of(OPTIONAL, CD_Object));
          code.astore(local);
        });
  }

  private void array(Field field, int local) {
    code.aload(local).aload(IN).iload(tag);
    reading.emit().constant(code, field.requireValue().type());
    Emit.support(code, "array", CD_Object, CD_Object, READER, CD_int, CD_Object);
    code.astore(local);
  }

  private void packed(Field field, int local) {
    if (field.shape() == Field.Shape.ARRAY) {
      array(field, local);
      return;
    }
    Value value = field.requireValue();
    int begun = code.allocateLocal(TypeKind.LONG);
    Label next = code.newLabel();
    Label done = code.newLabel();
    Emit.begin(code, IN, "Packed");
    code.lstore(begun);
    code.aload(local).aload(IN).loadConstant(width(value));
    Emit.support(code, "packedList", CD_Object, CD_Object, READER, CD_int);
    code.astore(local);
    code.labelBinding(next);
    Emit.hasRemaining(code, IN);
    code.ifeq(done);
    read(field, value, -1, () -> add(value, local));
    code.goto_(next);
    code.labelBinding(done);
    Emit.end(code, IN, begun, "Packed");
  }

  /// {@return the bytes of each value, or 0 for varints}
  private static int width(Value value) {
    return switch (value.type().wireType()) {
      case Wire.FIXED32 -> Integer.BYTES;
      case Wire.FIXED64 -> Long.BYTES;
      default -> 0;
    };
  }

  private void map(Field field, int local) {
    code.aload(local);
    Emit.support(code, "map", CD_Map, CD_Object);
    code.astore(local).aload(IN).aload(local).checkcast(CD_Map);
    MethodTypeDesc shape = MethodTypeDesc.of(CD_void, READER, CD_Map);
    code.invokestatic(reading.emit().self(), ReadGenerator.entryMethod(message, field), shape);
  }

  private void oneof(Field.Case each, ClassDesc oneof, int local) {
    Value value = each.field().requireValue();
    ClassDesc type = desc(each.type());
    int base = -1;
    if (value.isMessage()) {
      base = code.allocateLocal(TypeKind.REFERENCE);
      Label other = code.newLabel();
      Label done = code.newLabel();
      code.aload(local).instanceOf(type).ifeq(other);
      code.aload(local).checkcast(type);
      Emit.accessor(code, each.type(), each.field());
      code.astore(base).goto_(done);
      code.labelBinding(other);
      code.aconst_null().astore(base);
      code.labelBinding(done);
    }
    TypeKind kind = Emit.kind(value);
    int read = code.allocateLocal(kind);
    read(
        each.field(),
        value,
        base,
        () -> {
          code.storeLocal(kind, read);
          code.new_(type).dup().loadLocal(kind, read);
          code.invokespecial(
              type, INIT_NAME, MethodTypeDesc.of(CD_void, desc(each.field().type())));
          code.checkcast(oneof).astore(local);
        });
  }

  /// Converts the collected values of a field, which are on the stack, to the value of the
  /// component.
  void finish(Field field) {
    switch (field.shape()) {
      case LIST -> Emit.support(code, "list", LIST, CD_Object);
      case MAP -> Emit.support(code, "finishedMap", desc(Map.class), CD_Object);
      case ARRAY -> {
        reading.emit().constant(code, field.requireValue().type());
        Emit.support(code, "finishedArray", CD_Object, CD_Object, CD_Object);
        code.checkcast(desc(field.type()));
      }
      case UNKNOWN -> Emit.support(code, "unknown", UNKNOWN_FIELDS, CD_Object);
      case PLAIN, NULLABLE, OPTIONAL, ONEOF -> {}
    }
  }
}

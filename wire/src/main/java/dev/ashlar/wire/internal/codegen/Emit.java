// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.codegen;

import static java.lang.constant.ConstantDescs.BSM_CLASS_DATA_AT;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;

import dev.ashlar.wire.FieldType;
import dev.ashlar.wire.internal.schema.Field;
import dev.ashlar.wire.internal.schema.MessageSchema;
import dev.ashlar.wire.internal.schema.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Generates code that both halves of a generated class need, the writing and the reading one:
/// names, constants, boxes, and calls of the writer, the reader and `GeneratedCode`.
final class Emit {
  /// The names of classes that depend on this package, which cannot refer to them.
  static final ClassDesc TYPE = api("ProtoType");

  static final ClassDesc WRITER = api("ProtoWriter");
  static final ClassDesc READER = api("ProtoReader");
  static final ClassDesc SUPPORT = ClassDesc.of("dev.ashlar.wire.GeneratedCode$Calls");
  static final ClassDesc UNKNOWN_FIELDS = api("UnknownFields");
  static final ClassDesc LIST = desc(List.class);
  static final ClassDesc OPTIONAL = desc(Optional.class);

  private final ClassDesc self;
  private final List<Object> classData = new ArrayList<>();

  Emit(ClassDesc self) {
    this.self = self;
  }

  ClassDesc self() {
    return self;
  }

  List<Object> classData() {
    return List.copyOf(classData);
  }

  private static ClassDesc api(String name) {
    return ClassDesc.of(FieldType.class.getPackageName(), name);
  }

  /// {@return the suffix of the methods for a type, as in `writeSint32`}
  static String suffix(FieldType type) {
    return type.name().charAt(0) + type.name().substring(1).toLowerCase(Locale.ROOT);
  }

  static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  /// Pushes an object that the JIT compiler treats as a constant.
  void constant(CodeBuilder code, Object constant) {
    int index = classData.indexOf(constant);
    if (index < 0) {
      index = classData.size();
      classData.add(constant);
    }
    code.ldc(DynamicConstantDesc.ofNamed(BSM_CLASS_DATA_AT, DEFAULT_NAME, CD_Object, index));
  }

  static void support(CodeBuilder code, String name, ClassDesc returned, ClassDesc... parameters) {
    code.invokestatic(SUPPORT, name, MethodTypeDesc.of(returned, parameters));
  }

  /// Generates a check that throws if the reference on the stack is null.
  static void required(CodeBuilder code, Field field, Class<?> type) {
    code.ldc(field.path());
    support(code, "required", CD_Object, CD_Object, CD_String);
    code.checkcast(desc(type));
  }

  static TypeKind kind(Value value) {
    return TypeKind.from(value.javaType());
  }

  static Class<?> boxOf(Class<?> type) {
    return java.lang.invoke.MethodType.methodType(type).wrap().returnType();
  }

  static void box(CodeBuilder code, Value value) {
    Class<?> type = value.javaType();
    if (type.isPrimitive()) {
      ClassDesc box = desc(boxOf(type));
      code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, desc(type)));
    }
  }

  /// Unboxes the value on the stack, whose static type is Object.
  static void unbox(CodeBuilder code, Value value) {
    Class<?> type = value.javaType();
    ClassDesc box = desc(boxOf(type));
    code.checkcast(box);
    if (type.isPrimitive()) {
      code.invokevirtual(box, type.getName() + "Value", MethodTypeDesc.of(desc(type)));
    }
  }

  static void accessor(CodeBuilder code, Class<?> record, Field field) {
    code.invokevirtual(desc(record), field.name(), MethodTypeDesc.of(desc(field.type())));
  }

  static String writeMethod(MessageSchema message) {
    return "write" + message.index();
  }

  static String readMethod(MessageSchema message) {
    return "read" + message.index();
  }

  static String writeNestedMethod(MessageSchema message) {
    return "writeNested" + message.index();
  }

  static String readNestedMethod(MessageSchema message) {
    return "readNested" + message.index();
  }

  static MethodTypeDesc writeShape(MessageSchema message) {
    return MethodTypeDesc.of(CD_void, desc(message.type()), WRITER);
  }

  static MethodTypeDesc writeNestedShape(MessageSchema message) {
    return MethodTypeDesc.of(CD_void, WRITER, CD_int, desc(message.type()));
  }

  static MethodTypeDesc readShape(MessageSchema message) {
    return MethodTypeDesc.of(desc(message.type()), READER, desc(message.type()));
  }

  static void readTag(CodeBuilder code, int reader) {
    code.aload(reader).invokevirtual(READER, "readTag", MethodTypeDesc.of(CD_int));
  }

  static void begin(CodeBuilder code, int reader, String what) {
    code.aload(reader).invokevirtual(READER, "begin" + what, MethodTypeDesc.of(CD_long));
  }

  static void end(CodeBuilder code, int reader, int begun, String what) {
    code.aload(reader).lload(begun);
    code.invokevirtual(READER, "end" + what, MethodTypeDesc.of(CD_void, CD_long));
  }

  static void hasRemaining(CodeBuilder code, int reader) {
    code.aload(reader).invokevirtual(READER, "hasRemaining", MethodTypeDesc.of(CD_boolean));
  }
}

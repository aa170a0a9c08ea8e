// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.codegen;

import static dev.ashlar.wire.internal.codegen.Emit.READER;
import static dev.ashlar.wire.internal.codegen.Emit.SUPPORT;
import static dev.ashlar.wire.internal.codegen.Emit.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Map;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.memory.Bytes;
import dev.ashlar.wire.ProtoEnum;
import dev.ashlar.wire.internal.encoding.Wire;
import dev.ashlar.wire.internal.schema.Field;
import dev.ashlar.wire.internal.schema.MessageSchema;
import dev.ashlar.wire.internal.schema.Value;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Generates the half of a class that reads messages: a [loop][ReadLoop] over the tags of each
/// message, or [several methods][WideRead], and a method for the entries of each map.
final class ReadGenerator {
  static final int IN = 0;
  static final int BASE = 1;
  static final int STATIC = ACC_PRIVATE | ACC_STATIC;

  private final Emit emit;

  ReadGenerator(Emit emit) {
    this.emit = emit;
  }

  Emit emit() {
    return emit;
  }

  /// @param wide whether one method would be too large
  void write(ClassBuilder type, MessageSchema message, boolean wide) {
    if (wide) {
      new WideRead(this, message).write(type);
    } else {
      type.withMethodBody(
          Emit.readMethod(message),
          Emit.readShape(message),
          STATIC,
          code -> new ReadLoop(this, code, message).write());
    }
    type.withMethodBody(
        Emit.readNestedMethod(message),
        Emit.readShape(message),
        STATIC,
        code -> nested(code, message));
    for (Field field : message.fields()) {
      if (field.shape() == Field.Shape.MAP) {
        MethodTypeDesc shape = MethodTypeDesc.of(CD_void, READER, CD_Map);
        type.withMethodBody(entryMethod(message, field), shape, STATIC, code -> entry(code, field));
      }
    }
  }

  static String entryMethod(MessageSchema message, Field field) {
    return "read" + message.index() + "$" + field.name();
  }

  private void nested(CodeBuilder code, MessageSchema message) {
    int begun = code.allocateLocal(TypeKind.LONG);
    Emit.begin(code, IN, "Message");
    code.lstore(begun);
    code.aload(IN).aload(BASE);
    code.invokestatic(emit.self(), Emit.readMethod(message), Emit.readShape(message));
    Emit.end(code, IN, begun, "Message");
    code.areturn();
  }

  /// Reads a value and pushes it; for an enum that is not a [ProtoEnum], pushes its number.
  ///
  /// @param base the local variable of the message to merge into, or -1
  void value(CodeBuilder code, Value value, int base) {
    if (value.isMessage()) {
      MessageSchema message = value.requireMessage();
      code.aload(IN);
      if (base < 0) {
        code.aconst_null();
      } else {
        code.aload(base);
      }
      code.invokestatic(emit.self(), Emit.readNestedMethod(message), Emit.readShape(message));
      return;
    }
    if (value.isEnum() && value.open()) {
      emit.constant(code, value.requireNumbers());
    }
    code.aload(IN);
    if (value.javaType() == byte[].class) {
      code.invokevirtual(READER, "readByteArray", MethodTypeDesc.of(desc(byte[].class)));
      return;
    }
    ClassDesc type = value.isEnum() ? CD_int : desc(value.javaType());
    code.invokevirtual(READER, "read" + Emit.suffix(value.type()), MethodTypeDesc.of(type));
    if (value.isEnum() && value.open()) {
      Emit.support(code, "value", desc(ProtoEnum.class), CD_Object, CD_int);
    }
  }

  void defaultOf(CodeBuilder code, Value value) {
    switch (value.type()) {
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
      case STRING -> code.ldc("");
      case BYTES -> {
        boolean array = value.javaType() == byte[].class;
        String name = array ? "NO_BYTE_ARRAY" : "NO_BYTES";
        code.getstatic(SUPPORT, name, desc(array ? byte[].class : Bytes.class));
      }
      case MESSAGE -> code.aconst_null();
      case ENUM -> {
        emit.constant(code, value.requireNumbers());
        code.iconst_0();
        if (value.open()) {
          Emit.support(code, "value", desc(ProtoEnum.class), CD_Object, CD_int);
        } else {
          Emit.support(code, "constant", CD_Object, CD_Object, CD_int);
          code.checkcast(desc(value.javaType()));
        }
      }
      default -> {
        if (value.javaType() == long.class) {
          code.lconst_0();
        } else {
          code.iconst_0();
        }
      }
    }
  }

  /// Reads an entry of a map, a message with two fields, and puts it into the map.
  private void entry(CodeBuilder code, Field field) {
    Value key = field.requireKey();
    Value value = field.requireValue();
    int begun = code.allocateLocal(TypeKind.LONG);
    int keyLocal = code.allocateLocal(Emit.kind(key));
    int valueLocal = code.allocateLocal(Emit.kind(value));
    Label loop = code.newLabel();
    Label other = code.newLabel();
    Label end = code.newLabel();
    Label ofKey = code.newLabel();
    Label ofValue = code.newLabel();
    int tag = code.allocateLocal(TypeKind.INT);
    Emit.begin(code, IN, "Message");
    code.lstore(begun);
    defaultOf(code, key);
    code.storeLocal(Emit.kind(key), keyLocal);
    defaultOf(code, value);
    code.storeLocal(Emit.kind(value), valueLocal);
    code.labelBinding(loop);
    Emit.readTag(code, IN);
    code.istore(tag).iload(tag);
    code.lookupswitch(
        other,
        List.of(
            SwitchCase.of(0, end),
            SwitchCase.of(Wire.tag(1, key.type().wireType()), ofKey),
            SwitchCase.of(Wire.tag(2, value.type().wireType()), ofValue)));
    code.labelBinding(ofKey);
    value(code, key, -1);
    code.storeLocal(Emit.kind(key), keyLocal).goto_(loop);
    code.labelBinding(ofValue);
    value(code, value, value.isMessage() ? valueLocal : -1);
    code.storeLocal(Emit.kind(value), valueLocal).goto_(loop);
    code.labelBinding(other);
    code.aload(IN).iload(tag);
    code.invokevirtual(READER, "skipField", MethodTypeDesc.of(CD_void, CD_int)).goto_(loop);
    code.labelBinding(end);
    if (value.isMessage()) {
      absentMessage(code, value.requireMessage(), valueLocal);
    }
    Emit.end(code, IN, begun, "Message");
    code.aload(BASE).loadLocal(Emit.kind(key), keyLocal);
    Emit.box(code, key);
    code.loadLocal(Emit.kind(value), valueLocal);
    Emit.box(code, value);
    code.invokeinterface(CD_Map, "put", MethodTypeDesc.of(CD_Object, CD_Object, CD_Object));
    code.pop().return_();
  }

  /// At the end of an entry nothing is left to be read, which is a message without fields.
  private void absentMessage(CodeBuilder code, MessageSchema message, int local) {
    Label there = code.newLabel();
    code.aload(local).ifnonnull(there);
    code.aload(IN).aconst_null();
    code.invokestatic(emit.self(), Emit.readMethod(message), Emit.readShape(message));
    code.astore(local);
    code.labelBinding(there);
  }
}

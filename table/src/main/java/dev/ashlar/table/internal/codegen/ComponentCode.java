// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import static dev.ashlar.table.internal.codegen.Bytecode.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Component.Content;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.value.Codec;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;

/// Writes the conversion of components to and from the values of their fields. An optional value
/// becomes a boolean and the value, a record its components, a date an `int`.
///
/// The value of a field is the primitive, the ordinal of an enum, or an object that a codec writes
/// into a run.
abstract class ComponentCode {
  private static final ClassDesc OPTIONAL = desc(Optional.class);
  private static final String OR_NULL = ": annotate it with @OrNull if it may be null";

  final CodeBuilder code;
  private final Constants constants;

  ComponentCode(CodeBuilder code, Constants constants) {
    this.code = code;
    this.constants = constants;
  }

  /// Puts the primitive of a field on the stack, or what a run is a value of.
  abstract void loadField(Field field);

  /// Puts the value of a component on the stack.
  final void load(Component component) {
    Field presence = component.presence();
    if (presence == null) {
      loadPresent(component);
      return;
    }
    Label absent = code.newLabel();
    Label end = code.newLabel();
    loadField(presence);
    code.ifeq(absent);
    loadPresent(component);
    code.goto_(end).labelBinding(absent);
    loadAbsent(component);
    code.labelBinding(end);
  }

  private void loadPresent(Component component) {
    if (component.content() instanceof Content.Absent) {
      loadAbsent(component);
      return;
    }
    loadContent(component);
    if (component.isOptional()) {
      code.invokestatic(OPTIONAL, "of", MethodTypeDesc.of(OPTIONAL, CD_Object));
    }
  }

  private void loadAbsent(Component component) {
    if (component.isOptional()) {
      code.invokestatic(OPTIONAL, "empty", MethodTypeDesc.of(OPTIONAL));
    } else {
      code.aconst_null();
    }
  }

  private void loadContent(Component component) {
    if (component.content() instanceof Content.Plain(Field field)
        && field.type() == component.valueType()
        && !field.isEnum()) {
      loadField(field);
      return;
    }
    ClassDesc type = desc(component.valueType());
    switch (component.content()) {
      case Content.Plain(Field field) when field.isEnum() -> {
        constants.loadEnum(code, field);
        loadField(field);
        Bytecode.invokeExact(code, MethodTypeDesc.of(CD_int, CD_int));
        code.aaload().checkcast(type);
      }
      case Content.Plain(Field field) -> {
        loadField(field);
        Class<?> primitive = component.primitiveType();
        if (field.type() != primitive) {
          code.conversion(TypeKind.from(field.type()), TypeKind.from(primitive));
        }
        if (!component.valueType().isPrimitive()) {
          code.invokestatic(type, "valueOf", MethodTypeDesc.of(type, desc(primitive)));
        }
      }
      case Content.Converted(Field field, Codec codec) -> {
        if (field.isRun()) {
          loadField(field);
        } else {
          constants.loadCodec(code, field);
          loadField(field);
          CodecCode.decode(code, field);
        }
        code.checkcast(type);
      }
      case Content.Nested(List<Component> components) -> make(component.valueType(), components);
      case Content.Zero() when component.valueType().isEnum() ->
          code.getstatic(type, component.firstConstant(), type);
      case Content.Zero() -> loadZero(TypeKind.from(component.valueType()));
      case Content.ZeroOf zero -> {
        constants.load(code, zero.codec());
        CodecCode.zero(code);
        code.checkcast(type);
      }
      case Content.Absent() -> throw new AssertionError(component);
    }
  }

  /// Puts a new record on the stack.
  final void make(Class<?> record, List<Component> components) {
    code.new_(desc(record)).dup();
    ClassDesc[] types = new ClassDesc[components.size()];
    for (int i = 0; i < types.length; i++) {
      load(components.get(i));
      types[i] = desc(components.get(i).type());
    }
    code.invokespecial(desc(record), INIT_NAME, MethodTypeDesc.of(CD_void, types));
  }

  /// Puts the fields of a component into locals, from the record on the stack that has it. All that
  /// can be refused is refused here.
  ///
  /// @param locals of all fields, by their index
  final void takeApart(Component component, int[] locals) {
    callAccessor(code, component);
    store(component, locals);
  }

  /// Replaces a record by the value of its component.
  static void callAccessor(CodeBuilder code, Component component) {
    code.invokevirtual(
        desc(component.declaration().getDeclaringRecord()),
        component.declaration().getName(),
        MethodTypeDesc.of(desc(component.type())));
  }

  /// Puts the fields of a component into locals. Its value is on the stack.
  final void store(Component component, int[] locals) {
    if (component.isOptional()) {
      requireValue(component, "an Optional: it is empty where there is no value");
      code.checkcast(OPTIONAL).aconst_null();
      code.invokevirtual(OPTIONAL, "orElse", MethodTypeDesc.of(CD_Object, CD_Object));
      code.checkcast(desc(component.valueType()));
    }
    Field presence = component.presence();
    if (presence == null) {
      storeContent(component, locals);
      return;
    }
    Label absent = code.newLabel();
    Label end = code.newLabel();
    int value = code.allocateLocal(TypeKind.REFERENCE);
    code.dup().astore(value).ifnull(absent);
    code.iconst_1().istore(locals[presence.index()]).aload(value);
    storeContent(component, locals);
    code.goto_(end).labelBinding(absent);
    for (Field field : component.fields()) {
      storeZero(field, locals[field.index()]);
    }
    code.labelBinding(end);
  }

  private void storeZero(Field field, int local) {
    loadZero(kind(field));
    code.storeLocal(kind(field), local);
  }

  private void loadZero(TypeKind kind) {
    switch (kind) {
      case LONG -> code.lconst_0();
      case FLOAT -> code.fconst_0();
      case DOUBLE -> code.dconst_0();
      case REFERENCE -> code.aconst_null();
      default -> code.iconst_0();
    }
  }

  private void storeContent(Component component, int[] locals) {
    if (component.content() instanceof Content.Plain(Field field)
        && component.valueType().isPrimitive()) {
      code.storeLocal(kind(field), locals[field.index()]);
      return;
    }
    switch (component.content()) {
      case Content.Plain(Field field) -> {
        if (field.isEnum()) {
          Bytecode.loadOrdinal(code, field);
        } else {
          ClassDesc primitive = desc(field.type());
          code.invokevirtual(
              desc(component.valueType()),
              field.type().getName() + "Value",
              MethodTypeDesc.of(primitive));
        }
        code.storeLocal(kind(field), locals[field.index()]);
      }
      case Content.Converted(Field field, Codec codec) -> {
        requireValue(component, "a " + component.valueType().getTypeName() + OR_NULL);
        int value = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(value);
        constants.loadCodec(code, field);
        code.aload(value);
        CodecCode.encode(code, field);
        code.storeLocal(kind(field), locals[field.index()]);
      }
      case Content.Nested(List<Component> components) -> {
        requireValue(component, "a " + component.valueType().getTypeName() + OR_NULL);
        int value = code.allocateLocal(TypeKind.REFERENCE);
        code.checkcast(desc(component.valueType())).astore(value);
        for (Component each : components) {
          code.aload(value);
          takeApart(each, locals);
        }
      }
      case Content.Absent _, Content.Zero _, Content.ZeroOf _ ->
          throw new AssertionError(component + " is not stored");
    }
  }

  private void requireValue(Component component, String stored) {
    Bytecode.requireNonNull(
        code,
        "%s.%s is null, and a table stores %s"
            .formatted(
                component.declaration().getDeclaringRecord().getName(),
                component.declaration().getName(),
                stored));
  }

  /// The type of a local variable with the value of a field.
  static TypeKind kind(Field field) {
    return TypeKind.from(field.valueType());
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.codegen;

import static dev.ashlar.wire.internal.codegen.Emit.LIST;
import static dev.ashlar.wire.internal.codegen.Emit.OPTIONAL;
import static dev.ashlar.wire.internal.codegen.Emit.UNKNOWN_FIELDS;
import static dev.ashlar.wire.internal.codegen.Emit.WRITER;
import static dev.ashlar.wire.internal.codegen.Emit.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.ashlar.memory.Bytes;
import dev.ashlar.wire.ProtoEnum;
import dev.ashlar.wire.internal.schema.Field;
import dev.ashlar.wire.internal.schema.MessageSchema;
import dev.ashlar.wire.internal.schema.Value;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Generates the half of a class that writes messages. Each message has one method with a test for
/// each field. A field of several values has its own method; otherwise the message's method would
/// be too large to be compiled well.
final class WriteGenerator {
  /// A method's parameters: the record and the writer, or the component's value and the writer.
  private static final int VALUE = 0;

  static final int OUT = 1;

  /// Fields that one method writes at most, and cases of a oneof: with more it would be too large
  /// to be compiled.
  private static final int GROUP = 64;

  private static final int STATIC = ACC_PRIVATE | ACC_STATIC;

  private final Emit emit;

  WriteGenerator(Emit emit) {
    this.emit = emit;
  }

  void write(ClassBuilder type, MessageSchema message) {
    List<Part> parts = parts(message);
    List<String> methods = new ArrayList<>();
    for (int from = 0; from < parts.size(); from += GROUP) {
      List<Part> some = parts.subList(from, Math.min(from + GROUP, parts.size()));
      String name = Emit.writeMethod(message) + (parts.size() <= GROUP ? "" : "$part" + from);
      methods.add(name);
      type.withMethodBody(
          name, Emit.writeShape(message), STATIC, code -> fields(code, message, some));
    }
    if (methods.size() != 1) {
      type.withMethodBody(
          Emit.writeMethod(message),
          Emit.writeShape(message),
          STATIC,
          code -> {
            for (String name : methods) {
              code.aload(VALUE).aload(OUT);
              code.invokestatic(emit.self(), name, Emit.writeShape(message));
            }
            code.return_();
          });
    }
    type.withMethodBody(
        Emit.writeNestedMethod(message),
        Emit.writeNestedShape(message),
        STATIC,
        code -> nested(code, message));
    for (Field field : message.fields()) {
      if (hasMethod(field)) {
        MethodTypeDesc shape = MethodTypeDesc.of(CD_void, desc(field.type()), WRITER);
        type.withMethodBody(method(message, field), shape, STATIC, code -> component(code, field));
      }
    }
    for (Part part : parts) {
      if (!part.cases().isEmpty()) {
        MethodTypeDesc shape = MethodTypeDesc.of(CD_void, desc(part.field().type()), WRITER);
        type.withMethodBody(part.method(message), shape, STATIC, code -> oneof(code, part.cases()));
      }
    }
  }

  /// A field, or the cases of a oneof between whose numbers no other field has one.
  private record Part(Field field, int number, List<Field.Case> cases) {
    String method(MessageSchema message) {
      return WriteGenerator.method(message, field) + "$" + number;
    }
  }

  /// {@return the fields in the order of their numbers}
  private static List<Part> parts(MessageSchema message) {
    List<Part> single = new ArrayList<>();
    for (Field field : message.fields()) {
      if (field.shape() == Field.Shape.ONEOF) {
        field
            .cases()
            .forEach(each -> single.add(new Part(field, each.field().number(), List.of(each))));
      } else {
        single.add(new Part(field, field.number(), List.of()));
      }
    }
    single.sort(Comparator.comparingInt(Part::number));
    List<Part> parts = new ArrayList<>();
    for (Part next : single) {
      Part last = parts.isEmpty() ? null : parts.getLast();
      if (last != null
          && !next.cases().isEmpty()
          && last.field().equals(next.field())
          && last.cases().size() < GROUP) {
        List<Field.Case> cases = new ArrayList<>(last.cases());
        cases.addAll(next.cases());
        parts.set(parts.size() - 1, new Part(last.field(), last.number(), cases));
      } else {
        parts.add(next);
      }
    }
    return parts;
  }

  private static boolean hasMethod(Field field) {
    return switch (field.shape()) {
      case LIST, MAP, OPTIONAL -> true;
      case PLAIN, NULLABLE, ARRAY, ONEOF, UNKNOWN -> false;
    };
  }

  private static String method(MessageSchema message, Field field) {
    return "write" + message.index() + "$" + field.name();
  }

  private void nested(CodeBuilder code, MessageSchema message) {
    MethodTypeDesc begin = MethodTypeDesc.of(CD_void, CD_int);
    code.aload(0).iload(1).invokevirtual(WRITER, "beginMessage", begin);
    code.aload(2).aload(0);
    code.invokestatic(emit.self(), Emit.writeMethod(message), Emit.writeShape(message));
    code.aload(0).invokevirtual(WRITER, "endMessage", MethodTypeDesc.of(CD_void)).return_();
  }

  private void fields(CodeBuilder code, MessageSchema message, List<Part> parts) {
    WriteRun run = new WriteRun(code);
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      Field field = part.field();
      if (WriteRun.includes(field)) {
        run.continueWith(parts.subList(i, parts.size()).stream().map(Part::field).toList());
      } else {
        run.end();
      }
      code.aload(VALUE);
      Emit.accessor(code, message.type(), field);
      switch (field.shape()) {
        case PLAIN -> plain(code, field, run);
        case NULLABLE -> nullable(code, field, run);
        case ARRAY -> {
          code.aload(OUT).loadConstant(field.number());
          emit.constant(code, field.requireValue().type());
          code.ldc(field.path());
          String name = field.packed() ? "writeArray" : "writeUnpacked";
          Emit.support(code, name, CD_void, CD_Object, WRITER, CD_int, CD_Object, CD_String);
        }
        case UNKNOWN -> {
          code.aload(OUT).ldc(field.path());
          Emit.support(code, "writeUnknown", CD_void, UNKNOWN_FIELDS, WRITER, CD_String);
        }
        case LIST, MAP, OPTIONAL, ONEOF -> {
          MethodTypeDesc shape = MethodTypeDesc.of(CD_void, desc(field.type()), WRITER);
          String name = part.cases().isEmpty() ? method(message, field) : part.method(message);
          code.aload(OUT).invokestatic(emit.self(), name, shape);
        }
      }
    }
    run.end();
    code.return_();
  }

  /// Writes the value on the stack unless it is the default.
  private void plain(CodeBuilder code, Field field, WriteRun run) {
    Value value = field.requireValue();
    TypeKind kind = Emit.kind(value);
    Label skip = code.newLabel();
    if (kind == TypeKind.REFERENCE && !(value.isEnum() && !value.open())) {
      Emit.required(code, field, value.javaType());
    }
    code.block(block -> {
      int local = block.allocateLocal(WriteRun.kindOf(value));
      if (value.isEnum()) {
        number(block, value, field);
      }
      block.storeLocal(WriteRun.kindOf(value), local);
      skipDefault(block, value, local, skip);
      if (WriteRun.includes(field)) {
        run.put(field, value, local);
      } else {
        block.aload(OUT).loadConstant(field.number());
        block.loadLocal(WriteRun.kindOf(value), local);
        call(block, value);
      }
    });
    code.labelBinding(skip);
  }

  private static void skipDefault(CodeBuilder code, Value value, int local, Label skip) {
    switch (value.type()) {
      case FLOAT -> {
        MethodTypeDesc bits = MethodTypeDesc.of(CD_int, CD_float);
        code.fload(local).invokestatic(desc(Float.class), "floatToRawIntBits", bits).ifeq(skip);
      }
      case DOUBLE -> {
        MethodTypeDesc bits = MethodTypeDesc.of(CD_long, CD_double);
        code.dload(local).invokestatic(desc(Double.class), "doubleToRawLongBits", bits);
        code.lconst_0().lcmp().ifeq(skip);
      }
      case STRING ->
          code.aload(local)
              .invokevirtual(CD_String, "isEmpty", MethodTypeDesc.of(CD_boolean))
              .ifne(skip);
      case BYTES -> {
        if (value.javaType() == Bytes.class) {
          code.aload(local)
              .invokevirtual(desc(Bytes.class), "byteSize", MethodTypeDesc.of(CD_long))
              .lconst_0()
              .lcmp()
              .ifeq(skip);
        } else {
          code.aload(local).arraylength().ifeq(skip);
        }
      }
      default -> {
        if (value.javaType() == long.class) {
          code.lload(local).lconst_0().lcmp().ifeq(skip);
        } else {
          code.iload(local).ifeq(skip);
        }
      }
    }
  }

  /// Writes the reference on the stack unless it is null.
  private void nullable(CodeBuilder code, Field field, WriteRun run) {
    Value value = field.requireValue();
    Label skip = code.newLabel();
    code.block(block -> {
      int local = block.allocateLocal(TypeKind.REFERENCE);
      block.astore(local).aload(local).ifnull(skip);
      if (WriteRun.includes(field)) {
        int unboxed = block.allocateLocal(WriteRun.kindOf(value));
        block.aload(local);
        Emit.unbox(block, value);
        if (value.isEnum()) {
          number(block, value, field);
        }
        block.storeLocal(WriteRun.kindOf(value), unboxed);
        run.put(field, value, unboxed);
      } else {
        one(block, field, value, field.number(), local);
      }
    });
    code.labelBinding(skip);
  }

  /// Writes the value that is in a local variable, in its box.
  private void one(CodeBuilder code, Field field, Value value, int number, int local) {
    code.aload(OUT).loadConstant(number).aload(local);
    Emit.unbox(code, value);
    if (value.isEnum()) {
      number(code, value, field);
    }
    call(code, value);
  }

  private void number(CodeBuilder code, Value value, Field field) {
    if (value.open()) {
      code.invokevirtual(desc(ProtoEnum.class), "number", MethodTypeDesc.of(CD_int));
    } else {
      int constant = code.allocateLocal(TypeKind.REFERENCE);
      code.astore(constant);
      emit.constant(code, value.requireNumbers());
      code.aload(constant).ldc(field.path());
      Emit.support(code, "number", CD_int, CD_Object, CD_Object, CD_String);
    }
  }

  /// Calls the method that takes the writer, the field's number and the value.
  private void call(CodeBuilder code, Value value) {
    if (value.isMessage()) {
      MessageSchema message = value.requireMessage();
      code.invokestatic(
          emit.self(), Emit.writeNestedMethod(message), Emit.writeNestedShape(message));
    } else {
      ClassDesc type = value.isEnum() ? CD_int : desc(value.javaType());
      MethodTypeDesc shape = MethodTypeDesc.of(CD_void, CD_int, type);
      code.invokevirtual(WRITER, "write" + Emit.suffix(value.type()), shape);
    }
  }

  private void component(CodeBuilder code, Field field) {
    switch (field.shape()) {
      case OPTIONAL -> optional(code, field);
      case LIST -> list(code, field);
      case MAP -> map(code, field);
      case PLAIN, NULLABLE, ARRAY, ONEOF, UNKNOWN -> throw new AssertionError(field);
    }
    code.return_();
  }

  private void optional(CodeBuilder code, Field field) {
    Value value = field.requireValue();
    Label skip = code.newLabel();
    code.aload(VALUE);
    Emit.required(code, field, field.type());
    code.pop();
    ClassDesc type = desc(field.type());
    code.aload(VALUE).invokevirtual(type, "isPresent", MethodTypeDesc.of(CD_boolean)).ifeq(skip);
    if (type.equals(OPTIONAL)) {
      int local = code.allocateLocal(TypeKind.REFERENCE);
      code.aload(VALUE).invokevirtual(type, "orElseThrow", MethodTypeDesc.of(CD_Object));
      code.astore(local);
      one(code, field, value, field.number(), local);
    } else {
      String name = value.javaType().getName();
      String get = "getAs" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
      code.aload(OUT).loadConstant(field.number()).aload(VALUE);
      code.invokevirtual(type, get, MethodTypeDesc.of(desc(value.javaType())));
      call(code, value);
    }
    code.labelBinding(skip);
  }

  private void list(CodeBuilder code, Field field) {
    Value value = field.requireValue();
    int list = code.allocateLocal(TypeKind.REFERENCE);
    int size = code.allocateLocal(TypeKind.INT);
    int i = code.allocateLocal(TypeKind.INT);
    int element = code.allocateLocal(TypeKind.REFERENCE);
    Label loop = code.newLabel();
    Label end = code.newLabel();
    boolean packed = field.packed();
    code.aload(VALUE).ldc(field.path());
    Emit.support(code, "indexed", LIST, LIST, CD_String);
    code.astore(list);
    code.aload(list).invokeinterface(LIST, "size", MethodTypeDesc.of(CD_int)).istore(size);
    if (packed) {
      code.iload(size).ifeq(end);
      code.aload(OUT).loadConstant(field.number());
      code.invokevirtual(WRITER, "beginPacked", MethodTypeDesc.of(CD_void, CD_int));
    }
    Label done = code.newLabel();
    code.iconst_0().istore(i);
    code.labelBinding(loop).iload(i).iload(size).if_icmpge(done);
    code.aload(list).iload(i);
    code.invokeinterface(LIST, "get", MethodTypeDesc.of(CD_Object, CD_int));
    Emit.required(code, field, Emit.boxOf(value.javaType()));
    code.astore(element);
    if (packed) {
      code.aload(OUT).aload(element);
      Emit.unbox(code, value);
      if (value.isEnum()) {
        number(code, value, field);
      }
      ClassDesc type = value.isEnum() ? CD_int : desc(value.javaType());
      String add = "add" + Emit.suffix(value.type());
      code.invokevirtual(WRITER, add, MethodTypeDesc.of(CD_void, type));
    } else {
      one(code, field, value, field.number(), element);
    }
    code.iinc(i, 1).goto_(loop);
    code.labelBinding(done);
    if (packed) {
      code.aload(OUT).invokevirtual(WRITER, "endPacked", MethodTypeDesc.of(CD_void));
    }
    code.labelBinding(end);
  }

  private void map(CodeBuilder code, Field field) {
    ClassDesc iterators = desc(Iterator.class);
    ClassDesc entries = desc(Map.Entry.class);
    int iterator = code.allocateLocal(TypeKind.REFERENCE);
    int entry = code.allocateLocal(TypeKind.REFERENCE);
    Label loop = code.newLabel();
    Label end = code.newLabel();
    code.aload(VALUE);
    Emit.required(code, field, Map.class);
    code.invokeinterface(desc(Map.class), "entrySet", MethodTypeDesc.of(desc(Set.class)));
    code.invokeinterface(desc(Set.class), "iterator", MethodTypeDesc.of(iterators));
    code.astore(iterator);
    code.labelBinding(loop);
    code.aload(iterator).invokeinterface(iterators, "hasNext", MethodTypeDesc.of(CD_boolean));
    code.ifeq(end);
    code.aload(iterator).invokeinterface(iterators, "next", MethodTypeDesc.of(CD_Object));
    code.checkcast(entries).astore(entry);
    code.aload(OUT).loadConstant(field.number());
    code.invokevirtual(WRITER, "beginMessage", MethodTypeDesc.of(CD_void, CD_int));
    part(code, field, field.requireKey(), entry, "getKey", 1);
    part(code, field, field.requireValue(), entry, "getValue", 2);
    code.aload(OUT).invokevirtual(WRITER, "endMessage", MethodTypeDesc.of(CD_void));
    code.goto_(loop);
    code.labelBinding(end);
  }

  /// The key or the value of an entry, written even if it is the default.
  private void part(CodeBuilder code, Field field, Value value, int entry, String get, int number) {
    code.block(block -> {
      int local = block.allocateLocal(TypeKind.REFERENCE);
      block.aload(entry);
      block.invokeinterface(desc(Map.Entry.class), get, MethodTypeDesc.of(CD_Object));
      Emit.required(block, field, Emit.boxOf(value.javaType()));
      block.astore(local);
      one(block, field, value, number, local);
    });
  }

  private void oneof(CodeBuilder code, List<Field.Case> cases) {
    for (Field.Case each : cases) {
      Label next = code.newLabel();
      Field inner = each.field();
      Value value = inner.requireValue();
      ClassDesc type = desc(each.type());
      code.aload(VALUE).instanceOf(type).ifeq(next);
      code.aload(OUT).loadConstant(inner.number());
      code.aload(VALUE).checkcast(type);
      Emit.accessor(code, each.type(), inner);
      if (Emit.kind(value) == TypeKind.REFERENCE) {
        Emit.required(code, inner, value.javaType());
      }
      if (value.isEnum()) {
        number(code, value, inner);
      }
      call(code, value);
      code.return_();
      code.labelBinding(next);
    }
    code.return_();
  }
}

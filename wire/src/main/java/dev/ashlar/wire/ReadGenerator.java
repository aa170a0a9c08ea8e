package dev.ashlar.wire;

import static dev.ashlar.wire.Emit.LIST;
import static dev.ashlar.wire.Emit.OPTIONAL;
import static dev.ashlar.wire.Emit.READER;
import static dev.ashlar.wire.Emit.SUPPORT;
import static dev.ashlar.wire.Emit.desc;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_Map;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.memory.Bytes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes the half of a generated class that reads messages: for each message a loop over its tags,
/// which keeps what was read in local variables and makes the record at the end.
final class ReadGenerator {
  private static final int IN = 0;
  private static final int BASE = 1;
  private static final int STATIC = ACC_PRIVATE | ACC_STATIC;

  private final Emit emit;

  ReadGenerator(Emit emit) {
    this.emit = emit;
  }

  void write(ClassBuilder type, MessageSchema message) {
    type.withMethodBody(
        Emit.readMethod(message),
        Emit.readShape(message),
        STATIC,
        code -> new Loop(code, message).write());
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

  private static String entryMethod(MessageSchema message, Field field) {
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

  /// Puts a value that is read on the stack; of an enum whose constants are the values, its number.
  ///
  /// @param base the local variable of the message to merge into, or -1
  private void value(CodeBuilder code, Value value, int base) {
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
    code.invokevirtual(READER, "read" + value.type().methodSuffix(), MethodTypeDesc.of(type));
    if (value.isEnum() && value.open()) {
      Emit.support(code, "value", desc(ProtoEnum.class), CD_Object, CD_int);
    }
  }

  /// Puts the default on the stack.
  private void defaultOf(CodeBuilder code, Value value) {
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
            SwitchCase.of(Wire.tag(1, key.type().wireType), ofKey),
            SwitchCase.of(Wire.tag(2, value.type().wireType), ofValue)));
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

  /// The method that reads one message.
  private final class Loop {
    private final CodeBuilder code;
    private final MessageSchema message;
    private final int[] locals;
    private final int tag;
    private final Label loop;
    private final int unknown;

    Loop(CodeBuilder code, MessageSchema message) {
      this.code = code;
      this.message = message;
      this.loop = code.newLabel();
      this.tag = code.allocateLocal(TypeKind.INT);
      List<Field> fields = message.fields();
      this.locals = new int[fields.size()];
      int unknownLocal = -1;
      for (int i = 0; i < locals.length; i++) {
        locals[i] = code.allocateLocal(kind(fields.get(i)));
        if (fields.get(i).shape() == Field.Shape.UNKNOWN) {
          unknownLocal = locals[i];
        }
      }
      this.unknown = unknownLocal;
    }

    private static TypeKind kind(Field field) {
      return field.shape() == Field.Shape.PLAIN
          ? Emit.kind(field.requireValue())
          : TypeKind.REFERENCE;
    }

    void write() {
      Label merging = code.newLabel();
      code.aload(BASE).ifnonnull(merging);
      for (int i = 0; i < locals.length; i++) {
        absent(message.fields().get(i));
        code.storeLocal(kind(message.fields().get(i)), locals[i]);
      }
      code.goto_(loop);
      code.labelBinding(merging);
      for (int i = 0; i < locals.length; i++) {
        code.aload(BASE);
        Emit.accessor(code, message.type(), message.fields().get(i));
        code.storeLocal(kind(message.fields().get(i)), locals[i]);
      }
      code.labelBinding(loop);
      Emit.readTag(code, IN);
      code.istore(tag).iload(tag);
      Label end = code.newLabel();
      Label other = code.newLabel();
      List<SwitchCase> cases = new ArrayList<>(List.of(SwitchCase.of(0, end)));
      List<Runnable> bodies = new ArrayList<>();
      for (int i = 0; i < locals.length; i++) {
        addCases(message.fields().get(i), locals[i], cases, bodies);
      }
      code.lookupswitch(other, cases);
      bodies.forEach(Runnable::run);
      code.labelBinding(other);
      other();
      code.goto_(loop);
      code.labelBinding(end);
      result();
    }

    /// Puts what an absent field leaves in the local variable on the stack.
    private void absent(Field field) {
      switch (field.shape()) {
        case PLAIN -> defaultOf(code, field.requireValue());
        case OPTIONAL -> {
          ClassDesc type = desc(field.type());
          code.invokestatic(type, "empty", MethodTypeDesc.of(type));
        }
        default -> code.aconst_null();
      }
    }

    private void other() {
      if (unknown < 0) {
        code.aload(IN).iload(tag);
        code.invokevirtual(READER, "skipField", MethodTypeDesc.of(CD_void, CD_int));
      } else {
        code.aload(unknown).aload(IN).iload(tag);
        Emit.support(code, "unknown", CD_Object, CD_Object, READER, CD_int);
        code.astore(unknown);
      }
    }

    private void addCases(Field field, int local, List<SwitchCase> cases, List<Runnable> bodies) {
      if (field.shape() == Field.Shape.UNKNOWN) {
        return;
      }
      if (field.shape() == Field.Shape.ONEOF) {
        for (Field.Case each : field.cases()) {
          int wireType = each.field().requireValue().type().wireType;
          int tagOfCase = Wire.tag(each.field().number(), wireType);
          addCase(tagOfCase, () -> oneof(each, desc(field.type()), local), cases, bodies);
        }
        return;
      }
      int number = field.number();
      if (field.shape() == Field.Shape.MAP) {
        addCase(Wire.tag(number, Wire.LENGTH), () -> map(field, local), cases, bodies);
        return;
      }
      FieldType type = field.requireValue().type();
      addCase(Wire.tag(number, type.wireType), () -> single(field, local), cases, bodies);
      if (field.isRepeated() && type.isPackable()) {
        addCase(Wire.tag(number, Wire.LENGTH), () -> packed(field, local), cases, bodies);
      }
    }

    private void addCase(int tag, Runnable body, List<SwitchCase> cases, List<Runnable> bodies) {
      Label label = code.newLabel();
      cases.add(SwitchCase.of(tag, label));
      bodies.add(() -> {
        code.labelBinding(label);
        body.run();
        code.goto_(loop);
      });
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
        value(code, value, base);
        use.run();
        return;
      }
      int number = code.allocateLocal(TypeKind.INT);
      Label missing = code.newLabel();
      Label done = code.newLabel();
      int constant = code.allocateLocal(TypeKind.REFERENCE);
      value(code, value, base);
      code.istore(number);
      emit.constant(code, value.requireNumbers());
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

    /// Adds the value on the stack to the list.
    private void add(Value value, int local) {
      Emit.box(code, value);
      int element = code.allocateLocal(TypeKind.REFERENCE);
      code.astore(element).aload(local).aload(element);
      Emit.support(code, "add", CD_void, CD_Object, CD_Object);
    }

    private void optional(Field field, Value value, int local) {
      ClassDesc type = desc(field.type());
      if (!type.equals(OPTIONAL)) {
        value(code, value, -1);
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
      emit.constant(code, field.requireValue().type());
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
      return switch (value.type().wireType) {
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
      code.invokestatic(emit.self(), entryMethod(message, field), shape);
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

    private void result() {
      ClassDesc type = desc(message.type());
      code.new_(type).dup();
      List<ClassDesc> parameters = new ArrayList<>();
      for (int i = 0; i < locals.length; i++) {
        Field field = message.fields().get(i);
        parameters.add(desc(field.type()));
        code.loadLocal(kind(field), locals[i]);
        switch (field.shape()) {
          case LIST -> Emit.support(code, "list", LIST, CD_Object);
          case MAP -> Emit.support(code, "finishedMap", desc(Map.class), CD_Object);
          case ARRAY -> {
            emit.constant(code, field.requireValue().type());
            Emit.support(code, "finishedArray", CD_Object, CD_Object, CD_Object);
            code.checkcast(desc(field.type()));
          }
          case UNKNOWN -> Emit.support(code, "unknown", desc(UnknownFields.class), CD_Object);
          case PLAIN, NULLABLE, OPTIONAL, ONEOF -> {}
        }
      }
      code.invokespecial(type, INIT_NAME, MethodTypeDesc.of(CD_void, parameters)).areturn();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.codegen;

import static dev.ashlar.wire.internal.codegen.Emit.READER;
import static dev.ashlar.wire.internal.codegen.Emit.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.wire.internal.schema.Field;
import dev.ashlar.wire.internal.schema.MessageSchema;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/// Generates the methods that read a message with very many fields. One method for all would be too
/// large to be compiled. Two arrays of the reader hold the values, and each method handles some of
/// the tags.
final class WideRead {
  /// Fields, or tags, that one method is for.
  private static final int GROUP = 32;

  private static final ClassDesc OBJECTS = CD_Object.arrayType();
  private static final ClassDesc BITS = CD_long.arrayType();

  private final ReadGenerator reading;
  private final MessageSchema message;
  private final ClassDesc type;

  /// The index of each component in its array.
  private final int[] slots;

  private final int objectCount;
  private final int bitsCount;

  WideRead(ReadGenerator reading, MessageSchema message) {
    this.reading = reading;
    this.message = message;
    this.type = desc(message.type());
    List<Field> fields = message.fields();
    this.slots = new int[fields.size()];
    int objects = 0;
    int bits = 0;
    for (int i = 0; i < slots.length; i++) {
      slots[i] = isObject(fields.get(i)) ? objects++ : bits++;
    }
    this.objectCount = objects;
    this.bitsCount = bits;
  }

  private static boolean isObject(Field field) {
    return ReadFields.kind(field) == TypeKind.REFERENCE;
  }

  private String method(String part, int group) {
    return Emit.readMethod(message) + part + group;
  }

  private static int groups(int count) {
    return (count + GROUP - 1) / GROUP;
  }

  private List<ReadFields.Tagged> tags() {
    List<ReadFields.Tagged> tags = new ArrayList<>();
    message.fields().forEach(field -> tags.addAll(ReadFields.tags(field)));
    return tags;
  }

  void write(ClassBuilder builder) {
    MethodTypeDesc begin = MethodTypeDesc.of(CD_void, type, OBJECTS, BITS);
    for (int group = 0; group < groups(slots.length); group++) {
      int from = group * GROUP;
      int to = Math.min(from + GROUP, slots.length);
      builder.withMethodBody(
          method("$begin", group), begin, ReadGenerator.STATIC, code -> begin(code, from, to));
    }
    List<ReadFields.Tagged> tags = tags();
    MethodTypeDesc part = MethodTypeDesc.of(CD_void, READER, CD_int, OBJECTS, BITS);
    for (int group = 0; group < groups(tags.size()); group++) {
      List<ReadFields.Tagged> some =
          tags.subList(group * GROUP, Math.min((group + 1) * GROUP, tags.size()));
      builder.withMethodBody(
          method("$part", group), part, ReadGenerator.STATIC, code -> part(code, some));
    }
    builder.withMethodBody(
        method("$end", 0),
        MethodTypeDesc.of(type, OBJECTS, BITS),
        ReadGenerator.STATIC,
        this::result);
    builder.withMethodBody(
        Emit.readMethod(message),
        Emit.readShape(message),
        ReadGenerator.STATIC,
        code -> loop(code, tags));
  }

  /// Sets the components to those of the base, or to the values of absent fields.
  private void begin(CodeBuilder code, int from, int to) {
    Arrays arrays = new Arrays(code, 1);
    ReadFields reads = new ReadFields(reading, code, message, -1, -1);
    Label merging = code.newLabel();
    code.aload(0).ifnonnull(merging);
    for (int i = from; i < to; i++) {
      Field field = message.fields().get(i);
      reads.absent(field);
      arrays.store(field, slots[i]);
    }
    code.return_();
    code.labelBinding(merging);
    for (int i = from; i < to; i++) {
      Field field = message.fields().get(i);
      code.aload(0);
      Emit.accessor(code, message.type(), field);
      arrays.store(field, slots[i]);
    }
    code.return_();
  }

  private void part(CodeBuilder code, List<ReadFields.Tagged> tags) {
    Arrays arrays = new Arrays(code, 2);
    Field unknownField = message.unknown();
    int unknown = code.allocateLocal(TypeKind.REFERENCE);
    ReadFields reads =
        new ReadFields(reading, code, message, 1, unknownField == null ? -1 : unknown);
    Label none = code.newLabel();
    List<SwitchCase> cases = new ArrayList<>();
    List<Runnable> bodies = new ArrayList<>();
    for (ReadFields.Tagged tagged : tags) {
      Label label = code.newLabel();
      Field field = tagged.field();
      int slot = slots[message.fields().indexOf(field)];
      cases.add(SwitchCase.of(tagged.tag(), label));
      bodies.add(() -> {
        code.labelBinding(label);
        int local = code.allocateLocal(ReadFields.kind(field));
        arrays.load(field, slot);
        code.storeLocal(ReadFields.kind(field), local);
        if (unknownField != null) {
          arrays.load(unknownField, slots[message.fields().indexOf(unknownField)]);
          code.astore(unknown);
        }
        reads.read(tagged, local);
        code.loadLocal(ReadFields.kind(field), local);
        arrays.store(field, slot);
        if (unknownField != null) {
          code.aload(unknown);
          arrays.store(unknownField, slots[message.fields().indexOf(unknownField)]);
        }
        code.return_();
      });
    }
    code.iload(1).lookupswitch(none, cases);
    bodies.forEach(Runnable::run);
    code.labelBinding(none).return_();
  }

  private void result(CodeBuilder code) {
    Arrays arrays = new Arrays(code, 0);
    ReadFields reads = new ReadFields(reading, code, message, -1, -1);
    code.new_(type).dup();
    List<ClassDesc> parameters = new ArrayList<>();
    for (int i = 0; i < slots.length; i++) {
      Field field = message.fields().get(i);
      parameters.add(desc(field.type()));
      arrays.load(field, slots[i]);
      reads.finish(field);
    }
    code.invokespecial(type, INIT_NAME, MethodTypeDesc.of(CD_void, parameters)).areturn();
  }

  private void loop(CodeBuilder code, List<ReadFields.Tagged> tags) {
    int tag = code.allocateLocal(TypeKind.INT);
    int objects = code.allocateLocal(TypeKind.REFERENCE);
    int bits = code.allocateLocal(TypeKind.REFERENCE);
    ClassDesc self = reading.emit().self();
    code.aload(ReadGenerator.IN).loadConstant(objectCount).loadConstant(bitsCount);
    Emit.support(code, "beginWide", OBJECTS, READER, CD_int, CD_int);
    code.astore(objects).aload(ReadGenerator.IN);
    Emit.support(code, "wideBits", BITS, READER);
    code.astore(bits);
    MethodTypeDesc begin = MethodTypeDesc.of(CD_void, type, OBJECTS, BITS);
    for (int group = 0; group < groups(slots.length); group++) {
      code.aload(ReadGenerator.BASE).aload(objects).aload(bits);
      code.invokestatic(self, method("$begin", group), begin);
    }
    Label loop = code.newLabel();
    Label end = code.newLabel();
    Label other = code.newLabel();
    List<SwitchCase> cases = new ArrayList<>(List.of(SwitchCase.of(0, end)));
    List<Label> labels = new ArrayList<>();
    for (int i = 0; i < tags.size(); i++) {
      if (i % GROUP == 0) {
        labels.add(code.newLabel());
      }
      cases.add(SwitchCase.of(tags.get(i).tag(), labels.getLast()));
    }
    code.labelBinding(loop);
    Emit.readTag(code, ReadGenerator.IN);
    code.istore(tag).iload(tag).lookupswitch(other, cases);
    MethodTypeDesc part = MethodTypeDesc.of(CD_void, READER, CD_int, OBJECTS, BITS);
    for (int group = 0; group < labels.size(); group++) {
      code.labelBinding(labels.get(group));
      code.aload(ReadGenerator.IN).iload(tag).aload(objects).aload(bits);
      code.invokestatic(self, method("$part", group), part).goto_(loop);
    }
    code.labelBinding(other);
    other(code, tag, objects);
    code.goto_(loop);
    code.labelBinding(end);
    code.aload(objects).aload(bits);
    code.invokestatic(self, method("$end", 0), MethodTypeDesc.of(type, OBJECTS, BITS));
    code.aload(ReadGenerator.IN);
    Emit.support(code, "endWide", CD_void, READER);
    code.areturn();
  }

  private void other(CodeBuilder code, int tag, int objects) {
    Field unknownField = message.unknown();
    if (unknownField == null) {
      new ReadFields(reading, code, message, tag, -1).other();
      return;
    }
    int slot = slots[message.fields().indexOf(unknownField)];
    int unknown = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(objects).loadConstant(slot).aaload().astore(unknown);
    new ReadFields(reading, code, message, tag, unknown).other();
    code.aload(objects).loadConstant(slot).aload(unknown).aastore();
  }

  /// The two arrays, in adjacent local variables.
  private record Arrays(CodeBuilder code, int objects) {
    void load(Field field, int slot) {
      if (isObject(field)) {
        code.aload(objects).loadConstant(slot).aaload();
        switch (field.shape()) {
          case PLAIN, NULLABLE, OPTIONAL, ONEOF -> code.checkcast(desc(field.type()));
          case LIST, ARRAY, MAP, UNKNOWN -> {}
        }
        return;
      }
      code.aload(objects + 1).loadConstant(slot).laload();
      switch (ReadFields.kind(field)) {
        case INT, BOOLEAN -> code.l2i();
        case FLOAT -> {
          code.l2i();
          code.invokestatic(
              desc(Float.class), "intBitsToFloat", MethodTypeDesc.of(CD_float, CD_int));
        }
        case DOUBLE ->
            code.invokestatic(
                desc(Double.class), "longBitsToDouble", MethodTypeDesc.of(CD_double, CD_long));
        default -> {}
      }
    }

    /// Stores the value on the stack.
    void store(Field field, int slot) {
      TypeKind kind = ReadFields.kind(field);
      code.block(block -> {
        int local = block.allocateLocal(kind);
        block.storeLocal(kind, local);
        if (isObject(field)) {
          block.aload(objects).loadConstant(slot).aload(local).aastore();
          return;
        }
        block.aload(objects + 1).loadConstant(slot).loadLocal(kind, local);
        switch (kind) {
          case INT, BOOLEAN -> block.i2l();
          case FLOAT ->
              block
                  .invokestatic(
                      desc(Float.class), "floatToRawIntBits", MethodTypeDesc.of(CD_int, CD_float))
                  .i2l();
          case DOUBLE ->
              block.invokestatic(
                  desc(Double.class), "doubleToRawLongBits", MethodTypeDesc.of(CD_long, CD_double));
          default -> {}
        }
        block.lastore();
      });
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.codegen;

import static dev.ashlar.wire.internal.codegen.Emit.desc;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.wire.internal.schema.Field;
import dev.ashlar.wire.internal.schema.MessageSchema;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/// Generates the method that reads one message: a loop over its tags that keeps the values in local
/// variables, and makes the record at the end.
final class ReadLoop {
  private static final int BASE = ReadGenerator.BASE;

  private final CodeBuilder code;
  private final MessageSchema message;
  private final int[] locals;
  private final int tag;
  private final ReadFields reads;

  ReadLoop(ReadGenerator reading, CodeBuilder code, MessageSchema message) {
    this.code = code;
    this.message = message;
    this.tag = code.allocateLocal(TypeKind.INT);
    List<Field> fields = message.fields();
    this.locals = new int[fields.size()];
    int unknown = -1;
    for (int i = 0; i < locals.length; i++) {
      locals[i] = code.allocateLocal(ReadFields.kind(fields.get(i)));
      if (fields.get(i).shape() == Field.Shape.UNKNOWN) {
        unknown = locals[i];
      }
    }
    this.reads = new ReadFields(reading, code, message, tag, unknown);
  }

  void write() {
    List<Field> fields = message.fields();
    Label loop = code.newLabel();
    Label merging = code.newLabel();
    code.aload(BASE).ifnonnull(merging);
    for (int i = 0; i < locals.length; i++) {
      reads.absent(fields.get(i));
      code.storeLocal(ReadFields.kind(fields.get(i)), locals[i]);
    }
    code.goto_(loop);
    code.labelBinding(merging);
    for (int i = 0; i < locals.length; i++) {
      code.aload(BASE);
      Emit.accessor(code, message.type(), fields.get(i));
      code.storeLocal(ReadFields.kind(fields.get(i)), locals[i]);
    }
    code.labelBinding(loop);
    Emit.readTag(code, ReadGenerator.IN);
    code.istore(tag).iload(tag);
    Label end = code.newLabel();
    Label other = code.newLabel();
    List<SwitchCase> cases = new ArrayList<>(List.of(SwitchCase.of(0, end)));
    List<Runnable> bodies = new ArrayList<>();
    for (int i = 0; i < locals.length; i++) {
      int local = locals[i];
      for (ReadFields.Tagged tagged : ReadFields.tags(fields.get(i))) {
        Label label = code.newLabel();
        cases.add(SwitchCase.of(tagged.tag(), label));
        bodies.add(() -> {
          code.labelBinding(label);
          reads.read(tagged, local);
          code.goto_(loop);
        });
      }
    }
    code.lookupswitch(other, cases);
    bodies.forEach(Runnable::run);
    code.labelBinding(other);
    reads.other();
    code.goto_(loop);
    code.labelBinding(end);
    result();
  }

  private void result() {
    ClassDesc type = desc(message.type());
    code.new_(type).dup();
    List<ClassDesc> parameters = new ArrayList<>();
    for (int i = 0; i < locals.length; i++) {
      Field field = message.fields().get(i);
      parameters.add(desc(field.type()));
      code.loadLocal(ReadFields.kind(field), locals[i]);
      reads.finish(field);
    }
    code.invokespecial(type, INIT_NAME, MethodTypeDesc.of(CD_void, parameters)).areturn();
  }
}

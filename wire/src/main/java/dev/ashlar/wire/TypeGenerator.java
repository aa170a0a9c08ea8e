package dev.ashlar.wire;

import static dev.ashlar.wire.Emit.READER;
import static dev.ashlar.wire.Emit.WRITER;
import static dev.ashlar.wire.Emit.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Writes the class of a type: static methods that write and read each of its messages, called from
/// one another, and the two methods of [ProtoType] in front of them.
final class TypeGenerator {
  private static final ClassDesc TYPE = desc(ProtoType.class);
  private static final ClassDesc RECORD = desc(Record.class);

  private final ClassDesc self;
  private final List<MessageSchema> messages;
  private final Emit emit;

  TypeGenerator(ClassDesc self, List<MessageSchema> messages) {
    this.self = self;
    this.messages = messages;
    this.emit = new Emit(self);
  }

  byte[] classFile() {
    // No two classes of users ever meet in a local variable, so that none has to be found.
    ClassHierarchyResolver resolver = ClassHierarchyResolver.defaultResolver();
    return ClassFile.of(ClassHierarchyResolverOption.of(resolver)).build(self, this::write);
  }

  /// The constants of the class file that was written last.
  List<Object> classData() {
    return emit.classData();
  }

  private void write(ClassBuilder type) {
    MessageSchema root = messages.getFirst();
    ClassDesc record = desc(root.type());
    type.withFlags(ACC_FINAL);
    type.withSuperclass(TYPE);
    type.with(SourceFileAttribute.of(root.type().getSimpleName()));
    MethodTypeDesc constructor = MethodTypeDesc.of(CD_void, CD_Object);
    type.withMethodBody(
        INIT_NAME,
        constructor,
        ACC_PRIVATE,
        code -> code.aload(0).aload(1).invokespecial(TYPE, INIT_NAME, constructor).return_());
    type.withMethodBody(
        "encode",
        MethodTypeDesc.of(CD_void, RECORD, WRITER),
        ACC_PROTECTED,
        code -> {
          code.aload(1).checkcast(record).aload(2);
          code.invokestatic(self, Emit.writeMethod(root), Emit.writeShape(root)).return_();
        });
    type.withMethodBody(
        "decode",
        MethodTypeDesc.of(RECORD, READER, RECORD),
        ACC_PROTECTED,
        code -> {
          code.aload(1).aload(2).checkcast(record);
          code.invokestatic(self, Emit.readMethod(root), Emit.readShape(root)).areturn();
        });
    WriteGenerator writing = new WriteGenerator(emit);
    ReadGenerator reading = new ReadGenerator(emit);
    for (MessageSchema message : messages) {
      writing.write(type, message);
      reading.write(type, message);
    }
  }
}

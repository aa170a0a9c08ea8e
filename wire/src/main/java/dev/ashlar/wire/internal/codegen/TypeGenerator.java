// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.codegen;

import static dev.ashlar.wire.internal.codegen.Emit.READER;
import static dev.ashlar.wire.internal.codegen.Emit.TYPE;
import static dev.ashlar.wire.internal.codegen.Emit.WRITER;
import static dev.ashlar.wire.internal.codegen.Emit.desc;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PROTECTED;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.wire.internal.schema.MessageSchema;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Generates the class of a type. Its static methods write and read each message, and call one
/// another. The two methods of `ProtoType` call those of the record.
public final class TypeGenerator {
  private static final ClassDesc RECORD = desc(Record.class);

  /// Bytes of code up to which methods are compiled: `HugeMethodLimit`, in `compilationPolicy.cpp`.
  private static final int HUGE_METHOD = 8_000;

  private final ClassDesc self;
  private final List<MessageSchema> messages;
  private final Emit emit;

  public TypeGenerator(ClassDesc self, List<MessageSchema> messages) {
    this.self = self;
    this.messages = messages;
    this.emit = new Emit(self);
  }

  public byte[] classFile() {
    byte[] classFile = build(Set.of());
    Set<String> huge = hugeMethods(classFile);
    return huge.isEmpty() ? classFile : build(huge);
  }

  /// @param huge the methods that have to be split
  private byte[] build(Set<String> huge) {
    // Two classes of a user meet in a local variable only where it is not used again, so that
    // nothing has to be known of them. Their loader need not be the system's.
    ClassHierarchyResolver resolver =
        ClassHierarchyResolver.defaultResolver()
            .orElse(_ -> ClassHierarchyResolver.ClassHierarchyInfo.ofClass(CD_Object));
    return ClassFile.of(ClassHierarchyResolverOption.of(resolver))
        .build(self, type -> write(type, huge));
  }

  /// {@return the methods that are too large for HotSpot to compile}
  static Set<String> hugeMethods(byte[] classFile) {
    Set<String> huge = new HashSet<>();
    for (MethodModel method : ClassFile.of().parse(classFile).methods()) {
      CodeAttribute code = method.findAttribute(Attributes.code()).orElse(null);
      if (code != null && code.codeLength() > HUGE_METHOD) {
        huge.add(method.methodName().stringValue());
      }
    }
    return huge;
  }

  /// The constants of the class file that was written last.
  public List<Object> classData() {
    return emit.classData();
  }

  private void write(ClassBuilder type, Set<String> huge) {
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
      reading.write(type, message, huge.contains(Emit.readMethod(message)));
    }
  }
}

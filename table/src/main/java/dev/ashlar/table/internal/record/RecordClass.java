// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.record;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.ashlar.table.internal.record.GeneratedRecord.Source;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.TypeDescriptor;
import java.lang.runtime.ObjectMethods;
import java.util.ArrayList;
import java.util.List;

/// Writes the class file of a record, as javac compiles one without a body. A static method returns
/// its lookup.
final class RecordClass {
  static final String LOOKUP = "lookup";

  private static final ClassDesc RECORD = Record.class.describeConstable().orElseThrow();
  private static final ClassDesc HANDLES = MethodHandles.class.describeConstable().orElseThrow();
  private static final ClassDesc LOOKUP_TYPE =
      MethodHandles.Lookup.class.describeConstable().orElseThrow();
  private static final DirectMethodHandleDesc OBJECT_METHODS =
      MethodHandleDesc.ofMethod(
          DirectMethodHandleDesc.Kind.STATIC,
          ObjectMethods.class.describeConstable().orElseThrow(),
          "bootstrap",
          MethodTypeDesc.of(
              CD_Object,
              LOOKUP_TYPE,
              CD_String,
              TypeDescriptor.class.describeConstable().orElseThrow(),
              CD_Class,
              CD_String,
              CD_MethodHandle.arrayType()));

  private final ClassDesc self;
  private final List<Source> components;

  private RecordClass(ClassDesc self, List<Source> components) {
    this.self = self;
    this.components = components;
  }

  static byte[] of(ClassDesc self, List<Source> components) {
    return ClassFile.of().build(self, new RecordClass(self, components)::write);
  }

  private void write(ClassBuilder type) {
    type.withFlags(ACC_PUBLIC | ACC_FINAL | ACC_SUPER).withSuperclass(RECORD);
    type.with(
        RecordAttribute.of(
            components.stream()
                .map(component ->
                    RecordComponentInfo.of(
                        component.name(), descriptor(component), annotations(component)))
                .toList()));
    for (Source component : components) {
      ClassDesc value = descriptor(component);
      type.withField(component.name(), value, ACC_PRIVATE | ACC_FINAL);
      type.withMethodBody(
          component.name(),
          MethodTypeDesc.of(value),
          ACC_PUBLIC,
          code ->
              code.aload(0).getfield(self, component.name(), value).return_(TypeKind.from(value)));
    }
    MethodTypeDesc constructor =
        MethodTypeDesc.of(CD_void, components.stream().map(RecordClass::descriptor).toList());
    type.withMethodBody(INIT_NAME, constructor, ACC_PUBLIC, this::construct);
    objectMethod(type, "toString", MethodTypeDesc.of(CD_String));
    objectMethod(type, "hashCode", MethodTypeDesc.of(CD_int));
    objectMethod(type, "equals", MethodTypeDesc.of(CD_boolean, CD_Object));
    MethodTypeDesc lookup = MethodTypeDesc.of(LOOKUP_TYPE);
    type.withMethodBody(
        LOOKUP,
        lookup,
        ACC_PUBLIC | ACC_STATIC,
        code -> code.invokestatic(HANDLES, "lookup", lookup).areturn());
  }

  private static ClassDesc descriptor(Source component) {
    return component.type().descriptor();
  }

  private static RuntimeVisibleAnnotationsAttribute annotations(Source component) {
    return RuntimeVisibleAnnotationsAttribute.of(
        component.type().marks().stream().map(Mark::annotation).toList());
  }

  private void construct(CodeBuilder code) {
    code.aload(0).invokespecial(RECORD, INIT_NAME, MTD_void);
    for (int i = 0; i < components.size(); i++) {
      Source component = components.get(i);
      code.aload(0)
          .loadLocal(TypeKind.from(descriptor(component)), code.parameterSlot(i))
          .putfield(self, component.name(), descriptor(component));
    }
    code.return_();
  }

  private void objectMethod(ClassBuilder type, String name, MethodTypeDesc shape) {
    List<ConstantDesc> arguments = new ArrayList<>();
    arguments.add(self);
    arguments.add(String.join(";", components.stream().map(Source::name).toList()));
    for (Source component : components) {
      arguments.add(
          MethodHandleDesc.ofField(
              DirectMethodHandleDesc.Kind.GETTER, self, component.name(), descriptor(component)));
    }
    DynamicCallSiteDesc call =
        DynamicCallSiteDesc.of(
            OBJECT_METHODS,
            name,
            shape.insertParameterTypes(0, self),
            arguments.toArray(ConstantDesc[]::new));
    type.withMethodBody(
        name,
        shape,
        ACC_PUBLIC | ACC_FINAL,
        code -> {
          code.aload(0);
          if (shape.parameterCount() > 0) {
            code.aload(1);
          }
          code.invokedynamic(call).return_(TypeKind.from(shape.returnType()));
        });
  }
}

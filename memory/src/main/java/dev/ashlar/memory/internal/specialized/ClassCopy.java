// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static dev.ashlar.memory.internal.specialized.Implementation.SEGMENT;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.Attribute;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Writes the class file of a copy: the same code under another name, in which
///
/// - segments are cast to their class, at the start of a method or behind the load of a field,
/// - calls of methods with segments are `invokedynamic`, see [DispatchSite],
/// - static final fields have the original's values, and `<clinit>` sets them,
/// - nothing is private, so that classes of the same package can call it.
final class ClassCopy implements Consumer<ClassBuilder> {
  /// Behind the name of a method whose own name is taken by the one that method handles refer to.
  private static final String BODY = "$body";

  private static final String KIND = "$kind";

  private final Implementation implementation;
  private final ClassModel model;
  private final ClassDesc name;
  private final Renaming renaming;
  private final Kinds kinds;
  private final List<Class<?>> distinctKinds;
  private final List<String> segmentFields;
  private final SupportCode support;

  ClassCopy(Implementation implementation, ClassDesc name, Kinds kinds, SupportCode support) {
    this.implementation = implementation;
    this.model = implementation.model;
    this.name = name;
    this.renaming = new Renaming(implementation.name, name);
    this.kinds = kinds;
    this.distinctKinds = kinds.distinct();
    this.segmentFields =
        implementation.hasState && !kinds.ofFields().isEmpty()
            ? implementation.segmentFields()
            : List.of();
    this.support = support;
  }

  /// Returns the name of the method that has the code of a method with segments.
  ///
  /// @param key its name and descriptor
  static String bodyName(Implementation implementation, String key, String method) {
    return implementation.handles.contains(key) ? method + BODY : method;
  }

  byte[] classFile() {
    ClassHierarchyResolver hierarchy =
        ClassHierarchyResolver.of(List.of(), Map.of(name, superclass().asSymbol()))
            .orElse(ClassHierarchyResolver.ofClassLoading(implementation.lookup));
    return ClassFile.of(ClassHierarchyResolverOption.of(hierarchy)).build(name, this);
  }

  private ClassEntry superclass() {
    return model.superclass().orElseThrow();
  }

  @Override
  public void accept(ClassBuilder out) {
    // Dispatch needs nest-free access to methods that were private, and invokedynamic.
    out.withVersion(Math.max(model.majorVersion(), ClassFile.JAVA_11_VERSION), 0);
    out.withFlags(model.flags().flagsMask() | ClassFile.ACC_SYNTHETIC);
    out.withSuperclass(superclass());
    out.withInterfaces(model.interfaces());
    SourceFileAttribute source = model.findAttribute(Attributes.sourceFile()).orElse(null);
    if (source != null) {
      out.with(source);
    }
    RecordAttribute record = model.findAttribute(Attributes.record()).orElse(null);
    if (record != null) {
      List<RecordComponentInfo> components = new ArrayList<>();
      for (RecordComponentInfo each : record.components()) {
        components.add(
            RecordComponentInfo.of(
                each.name().stringValue(), renaming.of(each.descriptorSymbol())));
      }
      out.with(RecordAttribute.of(components));
    }
    for (FieldModel field : model.fields()) {
      if (!field.flags().has(AccessFlag.STATIC)) {
        out.withField(
            field.fieldName().stringValue(),
            renaming.of(field.fieldTypeSymbol()),
            shared(field.flags().flagsMask()));
      }
    }
    writeConstants(out);
    for (MethodModel method : model.methods()) {
      writeMethod(out, method);
    }
  }

  private static int shared(int flags) {
    return flags & ~ClassFile.ACC_PRIVATE;
  }

  private void writeConstants(ClassBuilder out) {
    List<String> names = new ArrayList<>();
    List<ClassDesc> types = new ArrayList<>();
    for (Map.Entry<String, Field> constant : implementation.constants.entrySet()) {
      names.add(constant.getKey());
      types.add(ClassDesc.ofDescriptor(constant.getValue().getType().descriptorString()));
    }
    for (int i = 0; i < distinctKinds.size(); i++) {
      names.add(KIND + i);
      types.add(CD_Class);
    }
    support.withConstants(out, name, names, types);
  }

  private void writeMethod(ClassBuilder out, MethodModel method) {
    String methodName = method.methodName().stringValue();
    MethodTypeDesc type = renaming.of(method.methodTypeSymbol());
    int flags = method.flags().flagsMask();
    boolean isConstructor = methodName.equals(INIT_NAME);
    if (!isConstructor && (flags & (ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE)) != 0) {
      flags |= ClassFile.ACC_FINAL; // It could not be overridden, and nothing overrides it now.
    }
    flags = shared(flags);
    boolean isSpecialized = implementation.isSpecialized(method);
    if (methodName.equals(CLASS_INIT_NAME)) {
      return; // Static fields have the original's values.
    }
    if (isSpecialized
        && (kinds == Kinds.FRONT || implementation.handles.contains(Implementation.key(method)))) {
      out.withMethodBody(methodName, type, flags, new Entry(method));
      methodName = bodyName(implementation, Implementation.key(method), methodName);
    }
    if (!isSpecialized || kinds != Kinds.FRONT) {
      if (method.code().isPresent()) {
        out.withMethodBody(methodName, type, flags, new Body(method, isSpecialized));
      }
    }
  }

  private void loadKind(CodeBuilder to, Class<?> kind) {
    to.getstatic(name, KIND + distinctKinds.indexOf(kind), CD_Class);
  }

  /// Casts the segment on the stack to a class that the compiler then knows.
  private void cast(CodeBuilder to, Class<?> kind) {
    loadKind(to, kind);
    to.swap()
        .invokevirtual(CD_Class, "cast", MethodTypeDesc.of(CD_Object, CD_Object))
        .checkcast(SEGMENT);
  }

  /// The code of a method that calls the copy for the kinds of its segments.
  private final class Entry implements Consumer<CodeBuilder> {
    private final MethodModel method;

    Entry(MethodModel method) {
      this.method = method;
    }

    @Override
    public void accept(CodeBuilder to) {
      MethodTypeDesc type = method.methodTypeSymbol();
      boolean isStatic = method.flags().has(AccessFlag.STATIC);
      if (!isStatic) {
        to.aload(0);
      }
      for (int i = 0; i < type.parameterCount(); i++) {
        to.loadLocal(TypeKind.from(type.parameterType(i)), to.parameterSlot(i));
      }
      support.dispatch(to, method.methodName().stringValue(), type, isStatic);
      to.return_(TypeKind.from(type.returnType()));
    }
  }

  /// The code of a method of the original.
  private final class Body implements Consumer<CodeBuilder> {
    private final MethodModel method;
    private final boolean isSpecialized;

    Body(MethodModel method, boolean isSpecialized) {
      this.method = method;
      this.isSpecialized = isSpecialized;
    }

    @Override
    public void accept(CodeBuilder to) {
      if (isSpecialized) {
        castParameters(to);
      }
      for (CodeElement element : method.code().orElseThrow()) {
        copy(to, element);
      }
    }

    private void castParameters(CodeBuilder to) {
      List<ClassDesc> parameters = method.methodTypeSymbol().parameterList();
      int count = 0;
      for (ClassDesc parameter : parameters) {
        count += parameter.equals(SEGMENT) ? 1 : 0;
      }
      int segment = 0;
      for (int i = 0; i < parameters.size(); i++) {
        if (parameters.get(i).equals(SEGMENT)) {
          Class<?> kind = kinds.ofParameter(segment++, count);
          if (kind != null) {
            int slot = to.parameterSlot(i);
            to.aload(slot);
            cast(to, kind);
            to.astore(slot);
          }
        }
      }
    }

    private void copy(CodeBuilder to, CodeElement element) {
      if (element instanceof FieldInstruction access) {
        copyAccess(to, access);
      } else if (element instanceof InvokeInstruction call) {
        copyCall(to, call);
      } else if (element instanceof InvokeDynamicInstruction call) {
        to.invokedynamic(
            DynamicCallSiteDesc.of(
                renaming.of(call.bootstrapMethod()),
                call.name().stringValue(),
                renaming.of(call.typeSymbol()),
                renaming.of(call.bootstrapArgs())));
      } else if (element instanceof LoadConstantInstruction load) {
        to.ldc(renaming.of(load.constantValue()));
      } else if (element instanceof NewObjectInstruction create) {
        to.new_(renaming.of(create.className().asSymbol()));
      } else if (element instanceof NewReferenceArrayInstruction create) {
        to.anewarray(renaming.of(create.componentType().asSymbol()));
      } else if (element instanceof NewMultiArrayInstruction create) {
        to.multianewarray(renaming.of(create.arrayType().asSymbol()), create.dimensions());
      } else if (element instanceof TypeCheckInstruction check) {
        ClassDesc type = renaming.of(check.type().asSymbol());
        if (check.opcode() == Opcode.CHECKCAST) {
          to.checkcast(type);
        } else {
          to.instanceOf(type);
        }
      } else if (element instanceof LocalVariable variable) {
        to.localVariable(
            variable.slot(),
            variable.name().stringValue(),
            renaming.of(variable.typeSymbol()),
            variable.startScope(),
            variable.endScope());
      } else if (!(element instanceof LocalVariableType || element instanceof Attribute)) {
        to.with(element);
      }
    }

    private void copyCall(CodeBuilder to, InvokeInstruction call) {
      ClassDesc owner = call.owner().asSymbol();
      String called = call.name().stringValue();
      MethodTypeDesc type = call.typeSymbol();
      if (implementation.isThis(owner) && implementation.isSpecialized(called, type)) {
        support.dispatch(to, called, type, call.opcode() == Opcode.INVOKESTATIC);
      } else {
        to.invoke(call.opcode(), renaming.of(owner), called, renaming.of(type), call.isInterface());
      }
    }

    private void copyAccess(CodeBuilder to, FieldInstruction access) {
      String field = access.name().stringValue();
      ClassDesc owner = access.owner().asSymbol();
      String constant = implementation.constantName(owner, field);
      if (implementation.constants.containsKey(constant)) {
        to.getstatic(name, constant, access.typeSymbol());
        return;
      }
      to.fieldAccess(access.opcode(), renaming.of(owner), field, renaming.of(access.typeSymbol()));
      int segment = segmentFields.indexOf(field);
      if (segment >= 0
          && access.opcode() == Opcode.GETFIELD
          && implementation.isThis(owner)
          && !method.methodName().equalsString(INIT_NAME)) { // It is checked after construction.
        Class<?> kind = kinds.ofFields().get(segment);
        if (kind != null) {
          cast(to, kind);
        }
      }
    }
  }
}

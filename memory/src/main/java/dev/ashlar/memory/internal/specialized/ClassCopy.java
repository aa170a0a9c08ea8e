// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the class file of a copy.
///
/// For the one object of an implementation, a copy has static methods. What was `this` is their
/// first parameter, of the type of the original. So locks, fields and types stay those of the
/// original. The copy for the front has the methods whose arguments do not decide, and those of
/// [Front].
///
/// For a factory, the copy for all kinds is the original under another name. The copies for kinds
/// extend it, and override each method in which they know more.
///
/// In both, what decides is cast to its class, at the start of a method or behind the load of a
/// field: see [CopiedCode].
final class ClassCopy implements Consumer<ClassBuilder> {
  private static final String KIND = "$kind";

  /// Stands for classes that are not there. If they are needed, the copy does not verify.
  private static final ClassHierarchyResolver MISSING =
      new ClassHierarchyResolver() {
        @Override
        public ClassHierarchyInfo getClassInfo(ClassDesc missing) {
          return ClassHierarchyInfo.ofClass(CD_Object);
        }
      };

  final Implementation implementation;
  final ClassDesc name;
  final Kinds kinds;
  final SupportCode support;
  private final ClassModel model;
  private final List<Class<?>> distinctKinds;
  private final ClassDesc superclass;

  /// Whether it is a factory's copy for all kinds.
  private final boolean isFirst;

  /// @param name of the copy
  /// @param base the copy for all kinds, which a factory's other copies extend
  ClassCopy(
      Implementation implementation,
      ClassDesc name,
      Kinds kinds,
      @Nullable ClassDesc base,
      SupportCode support) {
    this.implementation = implementation;
    this.model = implementation.model;
    this.name = name;
    this.kinds = kinds;
    this.distinctKinds = kinds.distinct();
    this.support = support;
    this.isFirst = base == null;
    this.superclass =
        base != null
            ? base
            : implementation.isFactory ? model.superclass().orElseThrow().asSymbol() : CD_Object;
  }

  byte[] classFile() {
    ClassHierarchyResolver hierarchy =
        ClassHierarchyResolver.of(List.of(), Map.of(name, superclass))
            .orElse(ClassHierarchyResolver.ofClassLoading(implementation.lookup))
            .orElse(MISSING);
    return ClassFile.of(ClassHierarchyResolverOption.of(hierarchy)).build(name, this);
  }

  @Override
  public void accept(ClassBuilder out) {
    boolean isOld =
        model.majorVersion() < ClassFile.JAVA_11_VERSION; // It has no dynamic constants.
    out.withVersion(
        isOld ? ClassFile.JAVA_11_VERSION : model.majorVersion(), isOld ? 0 : model.minorVersion());
    SourceFileAttribute source = model.findAttribute(Attributes.sourceFile()).orElse(null);
    if (source != null) {
      out.with(source);
    }
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
    if (kinds == Kinds.FRONT) {
      names.add(Front.ORIGINAL);
      types.add(implementation.name);
    }
    support.withConstants(out, name, names, types);
    out.withSuperclass(superclass);
    if (implementation.isFactory) {
      writeObjects(out);
      return;
    }
    out.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
    for (MethodModel method : model.methods()) {
      writeStatic(out, method);
    }
    if (kinds == Kinds.FRONT) {
      new Front(this).write(out);
    }
  }

  private void writeStatic(ClassBuilder out, MethodModel method) {
    MethodTypeDesc type = implementation.staticType(method);
    if (implementation.hasEntry(method)) {
      out.withMethodBody(
          implementation.handleName(method), type, ClassFile.ACC_STATIC, new Calling(method));
    }
    boolean isFront = kinds == Kinds.FRONT;
    if (implementation.isSpecialized(method)
        ? !isFront
        : implementation.isCopied(method) && (isFront || implementation.isBoundHere(method))) {
      out.withMethodBody(
          implementation.bodyName(method),
          type,
          ClassFile.ACC_STATIC,
          new CopiedCode(this, method, new Renaming(implementation.name, implementation.name)));
    }
  }

  /// The code of a method that calls the one with the code, or of a constructor that calls that of
  /// the superclass.
  private final class Calling implements Consumer<CodeBuilder> {
    private final MethodModel method;

    Calling(MethodModel method) {
      this.method = method;
    }

    @Override
    public void accept(CodeBuilder to) {
      if (implementation.isFactory) {
        MethodTypeDesc type = method.methodTypeSymbol();
        to.aload(0);
        loadParameters(to, type);
        to.invokespecial(superclass, INIT_NAME, type).return_();
      } else {
        MethodTypeDesc type = implementation.staticType(method);
        loadParameters(to, type);
        call(to, method);
        to.return_(TypeKind.from(type.returnType()));
      }
    }
  }

  /// Calls a method of the class. The object and the arguments are on the stack.
  void call(CodeBuilder to, MethodModel method) {
    String called = method.methodName().stringValue();
    MethodTypeDesc type = implementation.staticType(method);
    if (implementation.isSpecialized(method)) {
      support.dispatch(to, called, type, Implementation.isStatic(method));
    } else if (implementation.isBoundHere(method)) {
      to.invokestatic(name, implementation.bodyName(method), type);
    } else {
      callOriginal(to, method);
    }
  }

  /// Calls a method as the original does.
  void callOriginal(CodeBuilder to, MethodModel method) {
    Opcode opcode = Implementation.isStatic(method) ? Opcode.INVOKESTATIC : Opcode.INVOKEVIRTUAL;
    MethodRefEntry called =
        to.constantPool()
            .methodRefEntry(
                implementation.name, method.methodName().stringValue(), method.methodTypeSymbol());
    InvokeInstruction direct = InvokeInstruction.of(opcode, called);
    use(to, Members.Member.of(direct), direct);
  }

  /// Uses a member as the original does.
  ///
  /// @param direct the instruction
  void use(CodeBuilder to, Members.Member member, CodeElement direct) {
    if (implementation.members.access(member) == Members.Access.HANDLE) {
      support.use(to, member);
    } else {
      to.with(direct);
    }
  }

  static void loadParameters(CodeBuilder to, MethodTypeDesc type) {
    for (int i = 0; i < type.parameterCount(); i++) {
      to.loadLocal(TypeKind.from(type.parameterType(i)), to.parameterSlot(i));
    }
  }

  private void writeObjects(ClassBuilder out) {
    int flags = (model.flags().flagsMask() & ~ClassFile.ACC_FINAL) | ClassFile.ACC_SYNTHETIC;
    out.withFlags(isFirst ? flags : flags | ClassFile.ACC_FINAL);
    Renaming renaming = new Renaming(implementation.name, name);
    if (isFirst) {
      out.withInterfaces(model.interfaces());
      for (FieldModel field : model.fields()) {
        if (!field.flags().has(AccessFlag.STATIC)) {
          out.withField(
              field.fieldName().stringValue(),
              renaming.of(field.fieldTypeSymbol()),
              shared(field.flags().flagsMask()));
        }
      }
    }
    for (MethodModel method : model.methods()) {
      MethodTypeDesc type = method.methodTypeSymbol();
      int methodFlags = shared(method.flags().flagsMask());
      if (!isFirst && method.methodName().equalsString(INIT_NAME)) {
        out.withMethodBody(INIT_NAME, type, methodFlags, new Calling(method));
      } else if (implementation.isCopied(method)
          && (isFirst || !implementation.general.contains(Implementation.key(method)))) {
        out.withMethodBody(
            method.methodName().stringValue(),
            renaming.of(type),
            methodFlags & ~ClassFile.ACC_FINAL,
            new CopiedCode(this, method, renaming));
      }
    }
  }

  private static int shared(int flags) {
    return flags & ~ClassFile.ACC_PRIVATE;
  }

  /// Casts the object on the stack to a class that the compiler then knows. The class may be
  /// hidden, so code has the object as of its declared type.
  void cast(CodeBuilder to, Class<?> kind, ClassDesc declared) {
    to.getstatic(name, KIND + distinctKinds.indexOf(kind), CD_Class)
        .swap()
        .invokevirtual(CD_Class, "cast", MethodTypeDesc.of(CD_Object, CD_Object))
        .checkcast(declared);
  }
}

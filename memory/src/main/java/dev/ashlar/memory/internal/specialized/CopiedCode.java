// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.ashlar.memory.internal.specialized.Members.Member;
import java.lang.classfile.Attribute;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
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
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.function.Consumer;

/// The code of a method of the original, in a copy.
final class CopiedCode implements Consumer<CodeBuilder> {
  private final ClassCopy copy;
  private final Implementation implementation;
  private final MethodModel method;

  /// Of the original to the class whose objects `this` is.
  private final Renaming renaming;

  /// The names of the fields whose classes are known, in the order of the kinds.
  private final List<String> knownFields;

  CopiedCode(ClassCopy copy, MethodModel method, Renaming renaming) {
    this.copy = copy;
    this.implementation = copy.implementation;
    this.method = method;
    this.renaming = renaming;
    this.knownFields =
        implementation.isFactory && copy.kinds != Kinds.OTHERS
            ? List.copyOf(implementation.decidingFields().keySet())
            : List.of();
  }

  @Override
  public void accept(CodeBuilder to) {
    if (implementation.isSpecialized(method)) {
      castParameters(to);
    }
    for (CodeElement element : method.code().orElseThrow()) {
      copy(to, element);
    }
  }

  private void castParameters(CodeBuilder to) {
    List<ClassDesc> parameters = implementation.staticType(method).parameterList();
    int count = 0;
    for (ClassDesc parameter : parameters) {
      count += implementation.deciding.includes(parameter) ? 1 : 0;
    }
    int index = 0;
    for (int i = 0; i < parameters.size(); i++) {
      if (implementation.deciding.includes(parameters.get(i))) {
        Class<?> kind = copy.kinds.ofParameter(index++, count);
        if (kind != null) {
          int slot = to.parameterSlot(i);
          to.aload(slot);
          copy.cast(to, kind, parameters.get(i));
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
      copyDynamic(to, call);
    } else if (element instanceof NewObjectInstruction create) {
      ClassDesc type = create.className().asSymbol();
      if (implementation.createdByHandle.contains(type)) {
        to.aconst_null(); // In place of the object, which the handle makes.
      } else {
        to.new_(renaming.of(type));
      }
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
    } else if (element instanceof ExceptionCatch handler && handler.catchType().isPresent()) {
      to.exceptionCatch(
          handler.tryStart(),
          handler.tryEnd(),
          handler.handler(),
          renaming.of(handler.catchType().get().asSymbol()));
    } else if (element instanceof LoadConstantInstruction load
        && !(load.constantValue() instanceof ClassDesc)) {
      to.ldc(constant(load.constantValue()));
    } else if (!(element instanceof LocalVariableType || element instanceof Attribute)) {
      to.with(element);
    }
  }

  private void copyDynamic(CodeBuilder to, InvokeDynamicInstruction call) {
    String called = call.name().stringValue();
    List<ConstantDesc> arguments = call.bootstrapArgs();
    ConstantDesc[] constants = new ConstantDesc[arguments.size()];
    for (int i = 0; i < constants.length; i++) {
      constants[i] = constant(arguments.get(i));
    }
    to.invokedynamic(
        DynamicCallSiteDesc.of(
            call.bootstrapMethod(), called, renaming.of(call.typeSymbol()), constants));
    if (CopyCheck.isOfRecord(call.bootstrapMethod()) && called.equals("toString")) {
      MethodTypeDesc substring = MethodTypeDesc.of(CD_String, CD_int); // It starts with the name.
      to.loadConstant(copy.name.displayName().length())
          .invokevirtual(CD_String, "substring", substring)
          .ldc(implementation.original.getSimpleName())
          .swap()
          .invokevirtual(CD_String, "concat", MethodTypeDesc.of(CD_String, CD_String));
    }
  }

  private void copyCall(CodeBuilder to, InvokeInstruction call) {
    ClassDesc owner = call.owner().asSymbol();
    String called = call.name().stringValue();
    MethodTypeDesc type = call.typeSymbol();
    MethodModel own = implementation.isThis(owner) ? implementation.method(called, type) : null;
    boolean isConstructor = called.equals(INIT_NAME);
    if (implementation.isFactory) {
      boolean isPrivate = own != null && call.opcode() == Opcode.INVOKESPECIAL && !isConstructor;
      Opcode opcode = isPrivate ? Opcode.INVOKEVIRTUAL : call.opcode(); // Copies override it.
      if (implementation.isThis(owner)) {
        to.invoke(opcode, renaming.of(owner), called, renaming.of(type), false);
        return;
      }
      if (call.opcode() == Opcode.INVOKESPECIAL && !isConstructor) {
        to.with(call);
        return;
      }
    } else if (own != null && !isConstructor) {
      copy.call(to, own);
      return;
    }
    if (isConstructor && implementation.createdByHandle.contains(owner)) {
      copy.support.use(to, Member.of(call));
    } else {
      copy.use(to, Member.of(call), call);
    }
  }

  private void copyAccess(CodeBuilder to, FieldInstruction access) {
    String field = access.name().stringValue();
    ClassDesc owner = access.owner().asSymbol();
    String constant = implementation.constantName(owner, field);
    boolean isOfObject = access.opcode() == Opcode.GETFIELD || access.opcode() == Opcode.PUTFIELD;
    if (access.opcode() == Opcode.GETSTATIC && implementation.constants.containsKey(constant)) {
      to.getstatic(copy.name, constant, access.typeSymbol());
    } else if (implementation.isFactory && isOfObject && implementation.isThis(owner)) {
      to.fieldAccess(access.opcode(), renaming.of(owner), field, renaming.of(access.typeSymbol()));
      int index = knownFields.indexOf(field);
      Class<?> kind =
          index < 0 || access.opcode() == Opcode.PUTFIELD ? null : copy.kinds.classes().get(index);
      if (kind != null) {
        copy.cast(to, kind, access.typeSymbol());
      }
    } else {
      copy.use(to, Member.of(access), access);
    }
  }

  private ConstantDesc constant(ConstantDesc value) {
    if (!(value instanceof DirectMethodHandleDesc handle) || implementation.isFactory) {
      return renaming.of(value);
    }
    String descriptor = handle.lookupDescriptor();
    MethodModel own =
        implementation.isThis(handle.owner()) && descriptor.startsWith("(")
            ? implementation.method(handle.methodName(), MethodTypeDesc.ofDescriptor(descriptor))
            : null;
    return own == null || !implementation.hasStaticHandle(own)
        ? value
        : MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC,
            copy.name,
            implementation.handleName(own),
            implementation.staticType(own));
  }
}

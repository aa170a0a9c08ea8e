// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.CodeElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds code that would behave differently in a copy of a class, or would not work there. A copy
/// is an ordinary class of the same package: it has copies of the private members, and no access to
/// private members of other classes in the nest.
final class CopyCheck {
  private final Implementation implementation;
  private final Set<String> reasons = new LinkedHashSet<>();

  /// The method that is being checked.
  private String method = "";

  /// The members that an agent has added, if any.
  private @Nullable String instrumentation;

  CopyCheck(Implementation implementation) {
    this.implementation = implementation;
  }

  void check() throws NotCopiedException {
    checkType();
    for (MethodModel each : implementation.model.methods()) {
      method = each.methodName().stringValue();
      boolean isStatic = each.flags().has(AccessFlag.STATIC);
      if (each.flags().has(AccessFlag.NATIVE)) {
        reasons.add(method + " is native");
      }
      if (each.flags().has(AccessFlag.SYNCHRONIZED) && (isStatic || !implementation.hasState)) {
        reasons.add(method + " is synchronized: each copy would have a lock of its own");
      }
      if (!method.equals(CLASS_INIT_NAME) && each.code().isPresent()) {
        for (CodeElement element : each.code().get()) {
          check(element);
        }
      }
    }
    if (instrumentation != null) {
      throw new NotCopiedException(
          "its class file has been instrumented: " + instrumentation + " is synthetic, not final");
    }
    if (!reasons.isEmpty()) {
      throw new IllegalArgumentException(
          "Copies of "
              + implementation.original.getName()
              + " would not do the same:\n  "
              + String.join("\n  ", reasons));
    }
  }

  private void checkType() {
    Class<?> original = implementation.original;
    if (Modifier.isAbstract(original.getModifiers()) || original.isEnum()) {
      reasons.add("it is abstract or an enum");
    }
    checkSealed(original.getSuperclass());
    for (Class<?> type : original.getInterfaces()) {
      checkSealed(type);
    }
  }

  private void checkSealed(@Nullable Class<?> type) {
    if (type != null && type.isSealed()) {
      reasons.add(type.getName() + " is sealed, and does not permit copies");
    }
  }

  private void check(CodeElement element) {
    if (element instanceof FieldInstruction access) {
      checkField(access);
    } else if (element instanceof InvokeInstruction call) {
      checkCall(call.owner().asSymbol(), call.name().stringValue(), call.typeSymbol());
    } else if (element instanceof InvokeDynamicInstruction call) {
      for (ConstantDesc argument : call.bootstrapArgs()) {
        checkConstant(argument);
      }
    } else if (element instanceof LoadConstantInstruction load) {
      checkConstant(load.constantValue());
    }
  }

  private void checkConstant(ConstantDesc constant) {
    if (constant instanceof DynamicConstantDesc<?> dynamic) {
      for (ConstantDesc argument : dynamic.bootstrapArgsList()) {
        checkConstant(argument);
      }
    } else if (constant instanceof DirectMethodHandleDesc handle) {
      if (implementation.isThis(handle.owner())) {
        implementation.handles.add(handle.methodName() + handle.lookupDescriptor());
      } else if (handle.lookupDescriptor().startsWith("(")) {
        checkCall(
            handle.owner(),
            handle.methodName(),
            MethodTypeDesc.ofDescriptor(handle.lookupDescriptor()));
      }
    }
  }

  private void checkCall(ClassDesc owner, String called, MethodTypeDesc type) {
    if (implementation.isThis(owner)) {
      return;
    }
    if (implementation.mentionsThis(type)) {
      reasons.add(
          method
              + " calls "
              + owner.displayName()
              + "."
              + called
              + " with the class itself in its type, as inner classes have it: use an interface, a"
              + " lambda or a static nested class");
    }
    Class<?> mate = nestMate(owner);
    if (mate != null) {
      String parameters = type.changeReturnType(CD_void).descriptorString();
      if (called.equals(INIT_NAME)) {
        for (Constructor<?> each : mate.getDeclaredConstructors()) {
          checkExecutable(each, parameters);
        }
      } else {
        for (Method each : mate.getDeclaredMethods()) {
          if (each.getName().equals(called)) {
            checkExecutable(each, parameters);
          }
        }
      }
    }
  }

  private void checkExecutable(Executable member, String parameters) {
    MethodType type = MethodType.methodType(void.class, member.getParameterTypes());
    if (type.descriptorString().equals(parameters)) {
      checkPrivate(member);
    }
  }

  private void checkField(FieldInstruction access) {
    String name = access.name().stringValue();
    ClassDesc owner = access.owner().asSymbol();
    if (!implementation.isThis(owner)) {
      Field declared = declared(nestMate(owner), name);
      if (declared == null || !Modifier.isPrivate(declared.getModifiers())) {
        return;
      }
      if (access.opcode() == Opcode.GETSTATIC && Modifier.isFinal(declared.getModifiers())) {
        implementation.constants.put(implementation.constantName(owner, name), declared);
      } else {
        checkPrivate(declared);
      }
      return;
    }
    FieldModel field = implementation.field(name);
    if (field == null) {
      return; // Inherited: copies inherit it too.
    }
    if (!field.flags().has(AccessFlag.STATIC)) {
      if (!implementation.hasState
          && access.opcode() == Opcode.PUTFIELD
          && !method.equals(INIT_NAME)) {
        reasons.add(
            method
                + " writes the field "
                + name
                + ", but one object of each copy serves all calls: use a factory");
      }
    } else if (!field.flags().has(AccessFlag.FINAL)) {
      if (field.flags().has(AccessFlag.SYNTHETIC)) {
        instrumentation = name;
      }
      reasons.add(
          "the static field " + name + " is not final: each copy would have one of its own");
    } else if (implementation.isThis(access.typeSymbol())) {
      reasons.add("the static field " + name + " has an object of the class itself");
    } else {
      Field declared = declared(implementation.original, name);
      if (declared == null) {
        reasons.add("the class that was loaded has no field " + name + ", its class file has");
      } else {
        implementation.constants.put(name, declared);
      }
    }
  }

  private static @Nullable Field declared(@Nullable Class<?> owner, String name) {
    for (Field each : owner == null ? new Field[0] : owner.getDeclaredFields()) {
      if (each.getName().equals(name)) {
        return each;
      }
    }
    return null;
  }

  private @Nullable Class<?> nestMate(ClassDesc owner) {
    for (Class<?> mate : implementation.original.getNestMembers()) {
      if (mate.descriptorString().equals(owner.descriptorString())) {
        return mate;
      }
    }
    return null;
  }

  private void checkPrivate(Member member) {
    if (Modifier.isPrivate(member.getModifiers())) {
      reasons.add(
          method
              + " uses "
              + member.getDeclaringClass().getName()
              + "."
              + member.getName()
              + ", which is private: make it package-private");
    }
  }
}

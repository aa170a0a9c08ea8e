// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;

/// Finds the places where code gets an object of its own class from elsewhere. A method without
/// such a place has one such object, `this`: the verifier of the JVM sees to it.
record OwnType(ClassDesc type) {
  /// Whether that is the class, or an array of it.
  boolean isIn(ClassDesc other) {
    return other.isArray() ? isIn(other.componentType()) : other.equals(type);
  }

  /// Whether a parameter or the result is of the class.
  boolean isIn(MethodTypeDesc other) {
    for (ClassDesc parameter : other.parameterList()) {
      if (isIn(parameter)) {
        return true;
      }
    }
    return isIn(other.returnType());
  }

  /// @param isStatic whether the method has no `this`
  boolean isIn(CodeElement element, boolean isStatic) {
    if (element instanceof FieldInstruction access) {
      return isIn(access.typeSymbol());
    }
    if (element instanceof InvokeInstruction call) {
      return isIn(call.typeSymbol());
    }
    if (element instanceof InvokeDynamicInstruction call) { // What it captures is there already.
      return isIn(call.typeSymbol().returnType()) || isIn(call.bootstrapArgs());
    }
    if (element instanceof LoadConstantInstruction load) {
      return load.constantValue() instanceof DynamicConstantDesc<?> dynamic && isIn(dynamic);
    }
    if (element instanceof NewObjectInstruction create) {
      return isIn(create.className().asSymbol());
    }
    if (element instanceof NewReferenceArrayInstruction create) {
      return isIn(create.componentType().asSymbol());
    }
    if (element instanceof NewMultiArrayInstruction create) {
      return isIn(create.arrayType().asSymbol());
    }
    if (element instanceof TypeCheckInstruction check) {
      return isIn(check.type().asSymbol());
    }
    if (element instanceof ExceptionCatch handler) {
      return handler.catchType().isPresent() && isIn(handler.catchType().get().asSymbol());
    }
    return element instanceof LocalVariable variable
        && (isStatic || variable.slot() != 0)
        && isIn(variable.typeSymbol());
  }

  private boolean isIn(Iterable<ConstantDesc> constants) {
    for (ConstantDesc constant : constants) {
      if (isIn(constant)) {
        return true;
      }
    }
    return false;
  }

  private boolean isIn(ConstantDesc constant) {
    if (constant instanceof DynamicConstantDesc<?> dynamic) {
      return isIn(dynamic.constantType()) || isIn(dynamic.bootstrapArgsList());
    }
    return constant instanceof ClassDesc other
        ? isIn(other)
        : constant instanceof MethodTypeDesc method && isIn(method);
  }
}

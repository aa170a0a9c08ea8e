// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/// Replaces one class by another one in types and constants.
record Renaming(ClassDesc from, ClassDesc to) {
  ClassDesc of(ClassDesc type) {
    if (type.isArray()) {
      return of(type.componentType()).arrayType();
    }
    return type.equals(from) ? to : type;
  }

  MethodTypeDesc of(MethodTypeDesc type) {
    List<ClassDesc> parameters = new ArrayList<>();
    for (ClassDesc parameter : type.parameterList()) {
      parameters.add(of(parameter));
    }
    return MethodTypeDesc.of(of(type.returnType()), parameters);
  }

  DirectMethodHandleDesc of(DirectMethodHandleDesc handle) {
    String type = handle.lookupDescriptor();
    return MethodHandleDesc.of(
        handle.kind(),
        of(handle.owner()),
        handle.methodName(),
        type.startsWith("(")
            ? of(MethodTypeDesc.ofDescriptor(type)).descriptorString()
            : of(ClassDesc.ofDescriptor(type)).descriptorString());
  }

  ConstantDesc of(ConstantDesc value) {
    if (value instanceof ClassDesc type) {
      return of(type);
    }
    if (value instanceof MethodTypeDesc type) {
      return of(type);
    }
    if (value instanceof DirectMethodHandleDesc handle) {
      return of(handle);
    }
    if (value instanceof DynamicConstantDesc<?> dynamic) {
      return DynamicConstantDesc.ofNamed(
          of(dynamic.bootstrapMethod()),
          dynamic.constantName(),
          of(dynamic.constantType()),
          of(dynamic.bootstrapArgsList()));
    }
    return value;
  }

  ConstantDesc[] of(List<ConstantDesc> values) {
    ConstantDesc[] renamed = new ConstantDesc[values.size()];
    for (int i = 0; i < renamed.length; i++) {
      renamed[i] = of(values.get(i));
    }
    return renamed;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.stream.Collectors;

/// A method, a field or a class, with its name in class files.
///
/// @param owner binary name of the class, as in `sun.misc.Unsafe`
/// @param name empty for the class itself
/// @param descriptor types of a method's parameters and of its result, as in `(J)B`; empty for
///   fields and classes
public record Member(String owner, String name, String descriptor) {
  /// {@return class and name, as in `sun.misc.Unsafe::getByte`}
  public String qualifiedName() {
    return name.isEmpty() ? owner : owner + "::" + name;
  }

  /// {@return name and parameters, as in `getByte(Object, long)`}
  public String signature() {
    if (!descriptor.startsWith("(")) {
      return name.isEmpty() ? owner : name;
    }
    try {
      return MethodTypeDesc.ofDescriptor(descriptor).parameterList().stream()
          .map(ClassDesc::displayName)
          .collect(Collectors.joining(", ", name + "(", ")"));
    } catch (IllegalArgumentException e) {
      // A class file may have any text as a descriptor.
      return name + descriptor;
    }
  }

  @Override
  public String toString() {
    return qualifiedName() + descriptor;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.rewrite;

import dev.ashlar.unsafe.agent.runtime.Elements;
import dev.ashlar.unsafe.agent.runtime.Packages;
import dev.ashlar.unsafe.agent.runtime.Reflection;
import dev.ashlar.unsafe.agent.runtime.Replacements;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.HashSet;
import java.util.Set;

/// The methods that are added to a rewritten class: the bootstrap method, and one for each handle
/// of a replaced method.
final class AddedMethods {
  /// The start of the name of a method that stands for a handle; the rest is the method's name.
  static final String HANDLE = "$unsafe$call";

  static final int FLAGS = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

  private AddedMethods() {}

  /// {@return the handle of a method that is added to a class}
  static DirectMethodHandleDesc handle(
      ClassDesc owner, boolean isInterface, String name, MethodTypeDesc type) {
    return MethodHandleDesc.ofMethod(
        isInterface
            ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC
            : DirectMethodHandleDesc.Kind.STATIC,
        owner,
        name,
        type);
  }

  /// {@return the methods that were added to a loaded class; empty if it was not rewritten}
  ///
  /// Each is asked for by its name and type. A list of all methods would load the types in their
  /// signatures, and fail if one is missing.
  static Set<DirectMethodHandleDesc> of(Class<?> type) {
    Set<DirectMethodHandleDesc> found = new HashSet<>();
    try {
      Packages.open(type);
      Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      add(lookup, Bootstrap.NAME, Bootstrap.TYPE.descriptorString(), found);
      if (!found.isEmpty()) {
        for (String method : Replacements.all()) {
          addHandle(lookup, "L" + Elements.UNSAFE.replace('.', '/') + ";", method, found);
        }
        for (String method : Reflection.all()) {
          int dot = method.indexOf('.');
          addHandle(lookup, "L" + method.substring(0, dot) + ";", method.substring(dot + 1), found);
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException("its methods are not accessible", e);
    }
    return found;
  }

  /// @param method the name and descriptor
  private static void addHandle(
      Lookup lookup, String receiver, String method, Set<DirectMethodHandleDesc> found) {
    int at = method.indexOf('(');
    add(lookup, HANDLE + method.substring(0, at), "(" + receiver + method.substring(at + 1), found);
  }

  private static void add(
      Lookup lookup, String name, String descriptor, Set<DirectMethodHandleDesc> found) {
    Class<?> type = lookup.lookupClass();
    try {
      MethodHandle method =
          lookup.findStatic(type, name, MethodType.fromMethodDescriptorString(descriptor, null));
      if (lookup.revealDirect(method).getDeclaringClass() != type) {
        return; // It is of a superclass in the same nest.
      }
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return; // There is none, or one of a superclass elsewhere.
    }
    found.add(
        handle(
            ClassDesc.ofDescriptor(type.descriptorString()),
            type.isInterface(),
            name,
            MethodTypeDesc.ofDescriptor(descriptor)));
  }
}

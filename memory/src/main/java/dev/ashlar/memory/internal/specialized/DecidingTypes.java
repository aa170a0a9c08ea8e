// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.specialized;

import java.lang.annotation.Annotation;
import java.lang.annotation.AnnotationFormatError;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The types of parameters and fields in a class whose objects decide which copy is called:
/// `MemorySegment`, and those that have the annotation, or a supertype with it.
///
/// The class itself is none of them, as a factory's copies replace its objects. All are resolved at
/// once with the lookup of the class, so a type stays what it is.
final class DecidingTypes {
  /// For messages.
  static final String NAME = "type MemorySegment, or of one with @DecidesCopies";

  private final Lookup lookup;
  private final Class<? extends Annotation> annotation;
  private final ClassDesc original;
  private final Set<String> descriptors = new HashSet<>();

  DecidingTypes(Lookup lookup, Class<? extends Annotation> annotation, ClassModel model) {
    this.lookup = lookup;
    this.annotation = annotation;
    this.original = model.thisClass().asSymbol();
    for (MethodModel method : model.methods()) {
      for (ClassDesc parameter : method.methodTypeSymbol().parameterList()) {
        learn(parameter);
      }
    }
    for (FieldModel field : model.fields()) {
      learn(field.fieldTypeSymbol());
    }
  }

  /// A type that is missing, or out of reach, decides nothing: the class may be used without it.
  private void learn(ClassDesc type) {
    if (!type.isClassOrInterface() || type.equals(original)) {
      return;
    }
    try {
      if (includes(type.resolveConstantDesc(lookup))) {
        descriptors.add(type.descriptorString());
      }
    } catch (ReflectiveOperationException
        | LinkageError
        | AnnotationFormatError
        | RuntimeException missing) {
      // Then it is none.
    }
  }

  private boolean includes(@Nullable Class<?> type) {
    if (type == null) {
      return false;
    }
    if (type == MemorySegment.class
        || type.isAnnotationPresent(annotation)
        || includes(type.getSuperclass())) {
      return true;
    }
    for (Class<?> each : type.getInterfaces()) {
      if (includes(each)) {
        return true;
      }
    }
    return false;
  }

  boolean includes(ClassDesc type) {
    return descriptors.contains(type.descriptorString());
  }

  /// Whether any parameter is of such a type. The method may be of another class.
  boolean areIn(Method method) {
    for (Class<?> parameter : method.getParameterTypes()) {
      if (includes(parameter)) {
        return true;
      }
    }
    return false;
  }

  /// Whether any parameter is of such a type.
  boolean areIn(MethodTypeDesc type) {
    for (ClassDesc parameter : type.parameterList()) {
      if (includes(parameter)) {
        return true;
      }
    }
    return false;
  }
}

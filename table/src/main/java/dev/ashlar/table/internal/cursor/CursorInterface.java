// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.cursor;

import dev.ashlar.memory.internal.GeneratedClass;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/// A user's cursor interface.
///
/// @param base the interface that all cursors extend
public record CursorInterface(Class<?> type, Class<?> base) {
  /// Checks that a generated class can implement the interface.
  ///
  /// @throws IllegalArgumentException if a class in the user's package cannot implement it
  public void requireImplementable(Lookup user) {
    boolean accessible = true;
    try {
      user.accessClass(type);
    } catch (IllegalAccessException elsewhere) {
      accessible = false;
    }
    if (!type.isInterface() || type.isSealed() || type.isHidden() || !accessible) {
      throw new IllegalArgumentException(
          "%s is not an interface that classes in the package of %s can implement"
              .formatted(type.getName(), user.lookupClass().getName()));
    }
    GeneratedClass.requireKnown(user, type);
    for (Method method : type.getMethods()) {
      if (method.isDefault() && !method.isBridge() && isDeclaredBy(base, method)) {
        throw new IllegalArgumentException(
            method + " replaces a method of " + base.getName() + ": name it otherwise");
      }
    }
  }

  /// The methods that access fields.
  public List<Method> accessors() {
    List<Method> accessors = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (Modifier.isAbstract(method.getModifiers())
          && !isDeclaredBy(base, method)
          && !isDeclaredBy(Object.class, method)) {
        accessors.add(method);
      }
    }
    return accessors;
  }

  /// The default methods that a superclass of the cursor's class has too.
  public List<Method> defaultsOf(Class<?> superclass) {
    List<Method> defaults = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (method.isDefault() && isDeclaredBy(superclass, method)) {
        defaults.add(method);
      }
    }
    return defaults;
  }

  /// The types that it redeclares `moveTo` to return.
  public List<Class<?>> moveToTypes() {
    List<Class<?>> types = new ArrayList<>();
    for (Method method : type.getMethods()) {
      if (method.getName().equals("moveTo")
          && isDeclaredBy(base, method)
          && !types.contains(method.getReturnType())) {
        types.add(method.getReturnType());
      }
    }
    return types;
  }

  private static boolean isDeclaredBy(Class<?> type, Method method) {
    try {
      return type.getMethod(method.getName(), method.getParameterTypes()) != null;
    } catch (NoSuchMethodException other) {
      return false;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Replaces calls of Unsafe's methods by reflection and by method handles. In classes that name
/// Unsafe, calls of `Method.invoke`, `Lookup.findVirtual` and `Lookup.unreflect` are redirected
/// here. Access checks see the original caller.
public final class Reflection {
  private static final String METHOD = "java/lang/reflect/Method";
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

  /// The methods that are redirected, by owner, name and descriptor.
  private static final Set<String> REDIRECTED =
      Set.of(
          METHOD + ".invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
          LOOKUP
              + ".findVirtual(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
              + "Ljava/lang/invoke/MethodHandle;",
          LOOKUP + ".unreflect(Ljava/lang/reflect/Method;)Ljava/lang/invoke/MethodHandle;");

  /// The replacements of methods of Unsafe that were called, as `(Object, Object[])Object`.
  private static final Map<Method, MethodHandle> SPREAD = new ConcurrentHashMap<>();

  private Reflection() {}

  public static boolean has(String owner, String name, String descriptor) {
    // Most calls of a class are of other owners.
    boolean redirected = owner.equals(METHOD) || owner.equals(LOOKUP);
    return redirected && REDIRECTED.contains(owner + "." + name + descriptor);
  }

  /// {@return the redirected method; null if it is not one of reflection}
  ///
  /// @param type the type of the method, with its owner as the first parameter
  static @Nullable MethodHandle handle(Lookup caller, String name, MethodType type) {
    Class<?> owner = type.parameterType(0);
    MethodType own = type.dropParameterTypes(0, 1);
    if (owner != Method.class && owner != Lookup.class) {
      return null;
    }
    try {
      MethodHandle original = caller.findVirtual(owner, name, own);
      return Handles.own(Reflection.class, name, type.insertParameterTypes(0, MethodHandle.class))
          .bindTo(original);
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static @Nullable MethodHandle replacement(Class<?> owner, String name, MethodType type) {
    return owner.getName().equals(Elements.UNSAFE)
        ? Replacements.handle(name, type.insertParameterTypes(0, owner))
        : null;
  }

  private static @Nullable MethodHandle replacement(Method method) {
    return replacement(
        method.getDeclaringClass(),
        method.getName(),
        methodType(method.getReturnType(), method.getParameterTypes()));
  }

  static @Nullable Object invoke(
      MethodHandle original,
      Method method,
      @Nullable Object target,
      @Nullable Object @Nullable [] arguments)
      throws Throwable {
    MethodHandle replacement =
        method.getDeclaringClass() == Elements.unsafeClass() ? spread(method) : null;
    if (replacement == null) {
      return (@Nullable Object) original.invokeExact(method, target, arguments);
    }
    try {
      return (@Nullable Object) replacement.invokeExact(target, arguments);
    } catch (Throwable e) {
      throw new InvocationTargetException(e);
    }
  }

  private static @Nullable MethodHandle spread(Method method) {
    MethodHandle known = SPREAD.get(method);
    MethodHandle replacement = known == null ? replacement(method) : null;
    if (replacement != null) {
      known =
          replacement
              .asType(replacement.type().generic())
              .asSpreader(Object[].class, method.getParameterCount());
      SPREAD.put(method, known);
    }
    return known;
  }

  static MethodHandle findVirtual(
      MethodHandle original, Lookup lookup, Class<?> owner, String name, MethodType type)
      throws Throwable {
    MethodHandle replacement = replacement(owner, name, type);
    return replacement == null
        ? (MethodHandle) original.invokeExact(lookup, owner, name, type)
        : replacement;
  }

  static MethodHandle unreflect(MethodHandle original, Lookup lookup, Method method)
      throws Throwable {
    MethodHandle replacement = replacement(method);
    return replacement == null ? (MethodHandle) original.invokeExact(lookup, method) : replacement;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Replaces calls of Unsafe's methods by reflection and by method handles. In classes that name
/// Unsafe, calls of `Method.invoke`, `Lookup.findVirtual`, `Lookup.bind` and `Lookup.unreflect` are
/// redirected here. Access checks see the original caller. With an agent, the methods of Unsafe
/// itself serve what this does not find.
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
          LOOKUP
              + ".bind(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
              + "Ljava/lang/invoke/MethodHandle;",
          LOOKUP + ".unreflect(Ljava/lang/reflect/Method;)Ljava/lang/invoke/MethodHandle;");

  /// A replacement that takes its arguments as an array.
  ///
  /// @param check converts the arguments, of type `(Object, Object[])void`
  /// @param call converts the arguments and calls, of type `(Object, Object[])Object`
  private record Spread(MethodHandle check, MethodHandle call) {}

  private static final Map<Method, Spread> SPREAD = new ConcurrentHashMap<>();

  private Reflection() {}

  public static boolean has(String owner, String name, String descriptor) {
    // Most calls of a class are of other owners.
    boolean redirected = owner.equals(METHOD) || owner.equals(LOOKUP);
    return redirected && REDIRECTED.contains(owner + "." + name + descriptor);
  }

  /// {@return the methods that are redirected, as `owner.name(descriptor)`}
  public static Set<String> all() {
    return REDIRECTED;
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
    Spread replacement =
        method.getDeclaringClass() == Elements.unsafeClass() ? spread(method) : null;
    if (replacement == null || target == null || !Elements.unsafeClass().isInstance(target)) {
      return (@Nullable Object) original.invokeExact(method, target, arguments);
    }
    try {
      replacement.check.invokeExact(target, arguments);
    } catch (ClassCastException | NullPointerException e) {
      throw new IllegalArgumentException("argument type mismatch", e);
    }
    try {
      return (@Nullable Object) replacement.call.invokeExact(target, arguments);
    } catch (Throwable e) {
      throw new InvocationTargetException(e);
    }
  }

  private static @Nullable Spread spread(Method method) {
    Spread known = SPREAD.get(method);
    MethodHandle replacement = known == null ? replacement(method) : null;
    if (replacement != null) {
      int count = method.getParameterCount();
      MethodType type = replacement.type();
      known =
          new Spread(
              MethodHandles.empty(type.changeReturnType(void.class))
                  .asType(type.generic().changeReturnType(void.class))
                  .asSpreader(Object[].class, count),
              replacement.asType(type.generic()).asSpreader(Object[].class, count));
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

  static MethodHandle bind(
      MethodHandle original, Lookup lookup, Object receiver, String name, MethodType type)
      throws Throwable {
    MethodHandle replacement =
        receiver == null ? null : replacement(receiver.getClass(), name, type);
    return replacement == null
        ? (MethodHandle) original.invokeExact(lookup, receiver, name, type)
        : replacement.bindTo(receiver);
  }

  static MethodHandle unreflect(MethodHandle original, Lookup lookup, Method method)
      throws Throwable {
    MethodHandle replacement = replacement(method);
    return replacement == null ? (MethodHandle) original.invokeExact(lookup, method) : replacement;
  }
}

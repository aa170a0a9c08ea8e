// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The replacement of each method of `sun.misc.Unsafe`.
public final class Replacements {
  /// The system property that holds the option `--sun-misc-unsafe-memory-access`. Netty reads it,
  /// and avoids Unsafe if access is denied. It is therefore set to `allow` when a rewritten class
  /// asks for it. The JDK has read it earlier.
  public static final String OPTION = "sun.misc.unsafe.memory.access";

  /// The methods that do not depend on the object, by name and descriptor, without Unsafe itself.
  private static final Map<String, Method> CALLS = new HashMap<>();

  private static final Map<String, Access> ADDRESSES = new HashMap<>();

  private static final Map<String, Access> OBJECTS = new HashMap<>();

  private static final Set<Class<?>> WITHOUT_ADDRESS = Set.of(Object.class, boolean.class);

  static {
    for (Method method : Calls.class.getDeclaredMethods()) {
      if (!method.isSynthetic()) {
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        CALLS.put(key(method.getName(), type), method);
      }
    }
    for (Access access : Access.ALL) {
      OBJECTS.put(key(access.name(), access.methodType()), access);
      if (access.isPlain() && !WITHOUT_ADDRESS.contains(access.type())) {
        ADDRESSES.put(key(access.name(), access.addressType()), access);
        if (access.type() == long.class) {
          String name = access.isRead() ? "getAddress" : "putAddress";
          ADDRESSES.put(key(name, access.addressType()), access);
        }
      }
    }
  }

  private Replacements() {}

  private static String key(String name, MethodType type) {
    return name + type.toMethodDescriptorString();
  }

  /// {@return whether a method of Unsafe is replaced}
  public static boolean has(String name, String descriptor) {
    String key = name + descriptor;
    return OBJECTS.containsKey(key) || ADDRESSES.containsKey(key) || CALLS.containsKey(key);
  }

  /// {@return the methods of Unsafe that are replaced, by name and descriptor}
  public static Set<String> all() {
    return Stream.of(OBJECTS, ADDRESSES, CALLS)
        .flatMap(methods -> methods.keySet().stream())
        .collect(Collectors.toSet());
  }

  /// Links a call.
  ///
  /// @param caller the lookup of the class that contains the call
  /// @param name the method of Unsafe; a redirected method of reflection; or [#OPTION], if `type`
  ///   has no parameters
  /// @param type the type of the method, with its owner as the first parameter. If the owner is
  ///   Unsafe, that argument is ignored
  public static CallSite link(Lookup caller, String name, MethodType type) {
    Use use = Use.of(caller.lookupClass());
    use.reached().increment();
    Packages.openAll(caller);
    if (type.parameterCount() == 0) {
      System.setProperty(OPTION, "allow");
      return new ConstantCallSite(MethodHandles.constant(String.class, OPTION));
    }
    MethodHandle redirected = Reflection.handle(caller, name, type);
    if (redirected != null) {
      return new ConstantCallSite(redirected);
    }
    String key = key(name, type.dropParameterTypes(0, 1));
    Access access = OBJECTS.get(key);
    if (access != null) {
      return new Site(type, access, use);
    }
    MethodHandle constant = constant(key);
    if (constant == null) {
      throw new IllegalArgumentException("no replacement of Unsafe." + key);
    }
    return new ConstantCallSite(Shape.call(constant));
  }

  /// {@return the replacement of a method, for objects of any shape; null if it is not replaced}
  ///
  /// @param type the type of the method, with Unsafe as the first parameter
  static @Nullable MethodHandle handle(String name, MethodType type) {
    String key = key(name, type.dropParameterTypes(0, 1));
    Access access = OBJECTS.get(key);
    if (access != null) {
      return Shapes.any(access);
    }
    MethodHandle constant = constant(key);
    return constant == null ? null : Shape.call(constant);
  }

  /// {@return the replacement of a method whose calls reach Unsafe itself}
  ///
  /// @param type the type of the method, with Unsafe as the first parameter
  public static MethodHandle delegate(String name, MethodType type) {
    MethodHandle handle = handle(name, type);
    if (handle == null) {
      throw new IllegalArgumentException("no replacement of Unsafe." + name + type);
    }
    Use.delegated().add(key(name, type.dropParameterTypes(0, 1)));
    return handle;
  }

  private static @Nullable MethodHandle constant(String key) {
    Access access = ADDRESSES.get(key);
    if (access != null) {
      return NativeShape.ofAddress(access);
    }
    Method method = CALLS.get(key);
    try {
      return method == null ? null : Handles.reported(Handles.LOOKUP.unreflect(method));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}

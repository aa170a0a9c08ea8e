// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A method of `sun.misc.Unsafe` that reads or writes one value.
///
/// @param index the index of this method in the list of all
/// @param name the name of the method in Unsafe
/// @param mode the corresponding access mode of a VarHandle
/// @param type the type of the value: a primitive type, or Object
public record Access(int index, String name, AccessMode mode, Class<?> type) {
  private static final List<Class<?>> TYPES =
      List.of(
          Object.class,
          boolean.class,
          byte.class,
          short.class,
          char.class,
          int.class,
          long.class,
          float.class,
          double.class);
  private static final List<Class<?>> WORDS = List.of(Object.class, int.class, long.class);

  private static final Map<String, Access> BY_NAME = new HashMap<>();
  public static final List<Access> ALL = all();

  private static List<Access> all() {
    List<Access> all = new ArrayList<>();
    for (Class<?> type : TYPES) {
      add(all, "get%s", AccessMode.GET, type);
      add(all, "put%s", AccessMode.SET, type);
      add(all, "get%sVolatile", AccessMode.GET_VOLATILE, type);
      add(all, "put%sVolatile", AccessMode.SET_VOLATILE, type);
    }
    for (Class<?> type : WORDS) {
      add(all, "putOrdered%s", AccessMode.SET_RELEASE, type);
      add(all, "compareAndSwap%s", AccessMode.COMPARE_AND_SET, type);
      add(all, "getAndSet%s", AccessMode.GET_AND_SET, type);
      if (type.isPrimitive()) {
        add(all, "getAndAdd%s", AccessMode.GET_AND_ADD, type);
      }
    }
    return List.copyOf(all);
  }

  private static void add(List<Access> all, String name, AccessMode mode, Class<?> type) {
    String simple = type.getSimpleName();
    String full = name.replace("%s", Character.toUpperCase(simple.charAt(0)) + simple.substring(1));
    Access access = new Access(all.size(), full, mode, type);
    all.add(access);
    BY_NAME.put(full, access);
  }

  /// {@return the access with this name; null if there is none}
  static @Nullable Access of(String name) {
    return BY_NAME.get(name);
  }

  /// {@return the access with the same mode, for another type of value}
  Access with(Class<?> other) {
    return of(mode, other);
  }

  private static Access of(AccessMode mode, Class<?> type) {
    return ALL.stream().filter(a -> a.mode == mode && a.type == type).findAny().orElseThrow();
  }

  /// {@return the type without Unsafe: `(Object, long, values...)`}
  MethodType methodType() {
    return values().insertParameterTypes(0, Object.class, long.class);
  }

  /// {@return the type of a call: `(Unsafe, Object, long, values...)`}
  MethodType callType() {
    return methodType().insertParameterTypes(0, Elements.unsafeClass());
  }

  /// {@return the type with an address: `(long, values...)`}
  MethodType addressType() {
    return values().insertParameterTypes(0, long.class);
  }

  private MethodType values() {
    return switch (mode) {
      case GET, GET_VOLATILE -> MethodType.methodType(type);
      case SET, SET_VOLATILE, SET_RELEASE -> MethodType.methodType(void.class, type);
      case COMPARE_AND_SET -> MethodType.methodType(boolean.class, type, type);
      default -> MethodType.methodType(type, type);
    };
  }

  Access plainRead() {
    return of(AccessMode.GET, type);
  }

  Access plainWrite() {
    return of(AccessMode.SET, type);
  }

  boolean isPlain() {
    return mode == AccessMode.GET || mode == AccessMode.SET;
  }

  boolean isRead() {
    return mode == AccessMode.GET || mode == AccessMode.GET_VOLATILE;
  }

  /// {@return whether it writes without reading}
  boolean isWrite() {
    return mode == AccessMode.SET
        || mode == AccessMode.SET_VOLATILE
        || mode == AccessMode.SET_RELEASE;
  }

  /// {@return the size of the value in bytes; 1 for a boolean}
  int byteSize() {
    return Elements.byteSize(type);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The types of array elements with their layouts, and with Unsafe's base offsets and scales in
/// this JVM.
public final class Elements {
  /// The class whose calls are replaced. Its constants can be read even if memory access is denied.
  public static final String UNSAFE = "sun.misc.Unsafe";

  private static final Class<?> UNSAFE_CLASS = unsafe();

  private static final Map<Class<?>, ValueLayout> LAYOUTS =
      Map.of(
          boolean.class, ValueLayout.JAVA_BYTE,
          byte.class, ValueLayout.JAVA_BYTE,
          short.class, ValueLayout.JAVA_SHORT,
          char.class, ValueLayout.JAVA_CHAR,
          int.class, ValueLayout.JAVA_INT,
          long.class, ValueLayout.JAVA_LONG,
          float.class, ValueLayout.JAVA_FLOAT,
          double.class, ValueLayout.JAVA_DOUBLE);

  private Elements() {}

  private static Class<?> unsafe() {
    try {
      return Class.forName(UNSAFE);
    } catch (ClassNotFoundException e) {
      throw new LinkageError("the module jdk.unsupported is not there", e);
    }
  }

  /// {@return the class whose calls are replaced}
  public static Class<?> unsafeClass() {
    return UNSAFE_CLASS;
  }

  /// {@return the aligned layout of a primitive type}
  static ValueLayout layout(Class<?> type) {
    ValueLayout layout = LAYOUTS.get(type);
    if (layout == null) {
      throw new IllegalArgumentException("no primitive type: " + type);
    }
    return layout;
  }

  static int byteSize(Class<?> type) {
    return type.isPrimitive() ? Math.toIntExact(layout(type).byteSize()) : indexScale(type);
  }

  /// {@return the offset of the first element of an array, in bytes}
  static int baseOffset(Class<?> element) {
    return constant(element, "_BASE_OFFSET");
  }

  /// {@return the distance of two elements of an array, in bytes}
  static int indexScale(Class<?> element) {
    return constant(element, "_INDEX_SCALE");
  }

  private static int constant(Class<?> element, String suffix) {
    String type = element.isPrimitive() ? element.getName() : "object";
    String name = "ARRAY_" + type.toUpperCase(Locale.ROOT) + suffix;
    try {
      return UNSAFE_CLASS.getField(name).getInt(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JDK's " + UNSAFE + " has no " + name, e);
    }
  }

  /// {@return `MemorySegment.ofArray` for a class of arrays; null if there is none}
  static @Nullable MethodHandle segmentOf(Class<?> array) {
    try {
      return MethodHandles.lookup()
          .findStatic(
              MemorySegment.class, "ofArray", MethodType.methodType(MemorySegment.class, array));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }
}

package dev.ashlar.table;

import dev.ashlar.table.internal.Chunk;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/// The class that implements a user's cursor for all tables of a record.
///
/// @param constructor takes a [Table] and a [Chunk], and returns a [Cursor]
record CursorClass(List<CursorMethod> methods, MethodHandle constructor) {
  private static final MethodType CONSTRUCTOR =
      MethodType.methodType(void.class, Table.class, Chunk.class);

  /// @throws IllegalArgumentException if `type` is no interface that can be implemented
  static CursorClass of(TableType<?> tables, Class<? extends Cursor> type) {
    Lookup user = tables.user();
    requireImplementable(user, type);
    List<CursorMethod> methods = CursorMethod.of(tables.schema(), type);
    ClassDesc self = GeneratedClass.name(user, type, tables.recordType().getSimpleName());
    CursorGenerator generator = new CursorGenerator(self, tables, type, methods);
    byte[] classFile = generator.classFile();
    Lookup cursor = GeneratedClass.define(user, self, classFile, generator.classData());
    MethodHandle constructor =
        Members.find(() -> cursor.findConstructor(cursor.lookupClass(), CONSTRUCTOR));
    return new CursorClass(methods, constructor.asType(CONSTRUCTOR.changeReturnType(Cursor.class)));
  }

  private static void requireImplementable(Lookup user, Class<?> type) {
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
      if (method.isDefault() && !method.isBridge() && isDeclaredBy(Cursor.class, method)) {
        throw new IllegalArgumentException(
            method + " replaces a method of " + Cursor.class.getName() + ": name it otherwise");
      }
    }
  }

  /// The methods of `cursor` that access fields.
  static List<Method> abstractMethods(Class<?> cursor) {
    return Arrays.stream(cursor.getMethods())
        .filter(method -> Modifier.isAbstract(method.getModifiers()))
        .filter(
            method -> !isDeclaredBy(Cursor.class, method) && !isDeclaredBy(Object.class, method))
        .toList();
  }

  /// The types that `cursor` redeclares [Cursor#moveTo] to return.
  static List<Class<?>> moveToTypes(Class<?> cursor) {
    return Arrays.stream(cursor.getMethods())
        .filter(method -> method.getName().equals("moveTo") && isDeclaredBy(Cursor.class, method))
        .<Class<?>>map(Method::getReturnType)
        .distinct()
        .toList();
  }

  private static boolean isDeclaredBy(Class<?> type, Method method) {
    try {
      return type.getMethod(method.getName(), method.getParameterTypes()) != null;
    } catch (NoSuchMethodException other) {
      return false;
    }
  }

  /// @throws UnsupportedOperationException if the memory of `table` has not all the accesses
  Cursor cursor(Table<?> table) {
    for (CursorMethod method : methods) {
      method.requireSupport(table);
    }
    Chunk first = table.placement().first();
    try {
      return (Cursor) constructor.invokeExact((Table<?>) table, first);
    } catch (Throwable failure) {
      throw GeneratedClass.unchecked(failure);
    }
  }
}

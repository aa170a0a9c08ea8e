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
import org.jspecify.annotations.Nullable;

/// The classes that implement a user's cursor for the tables of a record: one, unless the cursor
/// has so many fields that each kind of chunk has one.
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
record CursorClass(
    TableType<?> tables,
    Class<? extends Cursor> type,
    List<CursorMethod> methods,
    @Nullable MethodHandle[] constructors) {
  private static final MethodType CONSTRUCTOR =
      MethodType.methodType(void.class, Table.class, Chunk.class);

  /// @throws IllegalArgumentException if `type` is no interface that can be implemented
  static CursorClass of(TableType<?> tables, Class<? extends Cursor> type, int kind) {
    requireImplementable(tables.user(), type);
    List<CursorMethod> methods = CursorMethod.of(tables.schema(), type);
    CursorClass cursor = new CursorClass(tables, type, methods, new MethodHandle[Chunk.CHECKED]);
    cursor.constructor(kind);
    return cursor;
  }

  /// Returns what takes a [Table] and a [Chunk], and returns a [Cursor] for that kind.
  private MethodHandle constructor(int kind) {
    boolean wide = AccessCode.isWide(methods.size());
    int index = wide ? kind : 0;
    MethodHandle known = constructors[index];
    if (known == null) {
      synchronized (constructors) {
        known = constructors[index];
        if (known == null) {
          known = define(wide ? kind : AccessCode.ANY_KIND);
          constructors[index] = known;
        }
      }
    }
    return known;
  }

  private MethodHandle define(int kind) {
    Lookup user = tables.user();
    ClassDesc self = GeneratedClass.name(user, type, tables.recordType().getSimpleName());
    CursorGenerator generator = new CursorGenerator(self, tables, type, methods, kind);
    byte[] classFile = generator.classFile();
    Lookup cursor = GeneratedClass.define(user, self, classFile, generator.classData());
    return Members.find(() -> cursor.findConstructor(cursor.lookupClass(), CONSTRUCTOR))
        .asType(CONSTRUCTOR.changeReturnType(Cursor.class));
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
      return (Cursor) constructor(first.kind).invokeExact((Table<?>) table, first);
    } catch (Throwable failure) {
      throw GeneratedClass.unchecked(failure);
    }
  }
}

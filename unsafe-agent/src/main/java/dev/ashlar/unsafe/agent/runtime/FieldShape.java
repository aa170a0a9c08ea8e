// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import dev.ashlar.unsafe.agent.memory.Tracker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/// One field. Programs get a number in place of its offset in Unsafe.
final class FieldShape extends Shape {
  private static final MethodHandle IS_FIELD =
      Handles.own(
          FieldShape.class,
          "isField",
          methodType(boolean.class, Class.class, long.class, Object.class, long.class));
  private static final MethodHandle IS_STATIC =
      Handles.own(
          FieldShape.class,
          "isClass",
          methodType(boolean.class, Class.class, long.class, Object.class, long.class));

  private final Class<?> declaring;
  private final String name;
  private final Field field;
  private final long number;

  FieldShape(Field field, long number) {
    this(field.getDeclaringClass(), field.getName(), field, number);
  }

  /// @param field the field, or the one of a mirror that stands for it
  FieldShape(Class<?> declaring, String name, Field field, long number) {
    this.declaring = declaring;
    this.name = name;
    this.field = field;
    this.number = number;
  }

  long number() {
    return number;
  }

  Class<?> declaringClass() {
    return declaring;
  }

  Field field() {
    return field;
  }

  private boolean isMirrored() {
    return declaring != field.getDeclaringClass();
  }

  boolean isStatic() {
    return Modifier.isStatic(field.getModifiers());
  }

  /// {@return whether an object has this field; for a static field, the object is the class}
  boolean isOf(Object object) {
    return isStatic() ? object == declaringClass() : declaringClass().isInstance(object);
  }

  @Override
  MethodHandle test() {
    return MethodHandles.insertArguments(
        isStatic() ? IS_STATIC : IS_FIELD, 0, declaringClass(), number);
  }

  static boolean isField(Class<?> declaring, long number, @Nullable Object object, long offset) {
    return offset == number && declaring.isInstance(object);
  }

  static boolean isClass(Class<?> declaring, long number, @Nullable Object object, long offset) {
    return offset == number && object == declaring;
  }

  @Override
  MethodHandle make(Access access) {
    return Handles.orUnusual(field(access), this, access);
  }

  private MethodHandle field(Access access) {
    Class<?> type = field.getType();
    if (access.type() != (type.isPrimitive() ? type : Object.class)) {
      throw new RefusedAccessException(
          access.name() + ": the field " + this + " is a " + type.getName());
    }
    Packages.open(declaringClass());
    try {
      MethodHandle handle = found(access);
      // The object, and the offset that is not needed.
      handle =
          isStatic()
              ? MethodHandles.dropArguments(handle, 0, Object.class, long.class)
              : MethodHandles.dropArguments(handle, 1, long.class);
      handle = handle.asType(access.methodType());
      return Tracker.ACTIVE && access.isRead() && toString().equals("java.nio.Buffer.address")
          ? MethodHandles.foldArguments(Buffers.LEARN, handle)
          : handle;
    } catch (IllegalAccessException | NoSuchFieldException e) {
      throw new RefusedAccessException(access.name() + ": " + e.getMessage(), e);
    }
  }

  /// There is no private lookup in the package of method handles, where programs read the trusted
  /// lookup.
  private MethodHandle found(Access access) throws IllegalAccessException, NoSuchFieldException {
    boolean hasLookup = !declaringClass().getPackageName().equals("java.lang.invoke");
    MethodHandles.Lookup lookup =
        hasLookup
            ? MethodHandles.privateLookupIn(declaringClass(), Handles.LOOKUP)
            : Handles.LOOKUP;
    if (isMirrored() && hasLookup) {
      return lookup.findVarHandle(declaring, name, field.getType()).toMethodHandle(access.mode());
    }
    return hasLookup && (access.isRead() || !Modifier.isFinal(field.getModifiers()))
        ? lookup.unreflectVarHandle(field).toMethodHandle(access.mode())
        : accessor(lookup, access);
  }

  private MethodHandle accessor(MethodHandles.Lookup lookup, Access access)
      throws IllegalAccessException {
    if (isMirrored() || (!access.isRead() && !access.isWrite())) {
      throw new RefusedAccessException(
          access.name()
              + ": the field "
              + this
              + " is final, or of java.lang.invoke, and can only be read or written");
    }
    field.setAccessible(true);
    MethodHandle plain =
        access.isRead() ? lookup.unreflectGetter(field) : lookup.unreflectSetter(field);
    return access.isPlain() ? plain : Packed.ordered(plain, access);
  }

  @Override
  MethodHandle unusual(
      Access access, RuntimeException failure, @Nullable Object object, long offset) {
    throw failure instanceof RefusedAccessException refused
        ? refused
        : new RefusedAccessException(
            access.name() + ": the field " + this + ": " + failure.getMessage(), failure);
  }

  @Override
  public String toString() {
    return declaring.getName() + "." + name;
  }
}

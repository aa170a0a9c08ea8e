// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Finds the shape of an object and an offset.
public final class Shapes {
  private static final MethodHandle FIND =
      Handles.own(
          Shapes.class,
          "handle",
          methodType(MethodHandle.class, Access.class, Object.class, long.class));

  private static final AtomicReferenceArray<MethodHandle> ANY =
      new AtomicReferenceArray<>(Access.ALL.size());

  private Shapes() {}

  /// {@return the shape of the memory at an offset of an object}
  ///
  /// @throws RefusedAccessException if the object has no field at that offset
  static Shape of(@Nullable Object object, long offset) {
    if (object == null) {
      return NativeShape.INSTANCE;
    }
    if (object instanceof Object[] array) {
      return ReferenceArrayShape.of(array);
    }
    Class<?> element = object.getClass().componentType();
    if (element != null) {
      return ArrayShape.of(element);
    }
    Shape field = Fields.find(object, offset);
    if (field == null) {
      field = Fields.findMirrored(object, offset);
    }
    if (field == null) {
      throw new RefusedAccessException(Fields.explain(object, offset));
    }
    return field;
  }

  static MethodHandle handle(Access access, @Nullable Object object, long offset) {
    try {
      return of(object, offset).handle(access);
    } catch (RefusedAccessException e) {
      throw Use.refused(e);
    }
  }

  private static MethodHandle dynamic(Access access) {
    MethodHandle find = Shape.call(MethodHandles.insertArguments(FIND, 0, access));
    return MethodHandles.foldArguments(MethodHandles.exactInvoker(access.callType()), find);
  }

  /// {@return a handle of type [Access#callType] that accesses memory of any shape} It compares the
  /// object's class with each class of arrays, then looks up fields.
  public static MethodHandle any(Access access) {
    MethodHandle known = ANY.get(access.index());
    if (known != null) {
      return known;
    }
    MethodHandle any = dynamic(access);
    for (ArrayShape shape : ArrayShape.ALL.reversed()) {
      any = guarded(shape, access, any);
    }
    any = guarded(ReferenceArrayShape.ALL, access, any);
    any = guarded(NativeShape.INSTANCE, access, any);
    ANY.set(access.index(), any);
    return any;
  }

  private static MethodHandle guarded(Shape shape, Access access, MethodHandle otherwise) {
    try {
      return shape.guarded(access, otherwise);
    } catch (RefusedAccessException e) {
      return otherwise;
    }
  }
}

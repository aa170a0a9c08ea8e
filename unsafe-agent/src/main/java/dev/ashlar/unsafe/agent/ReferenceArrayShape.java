// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Arrays of references, all of one shape: a VarHandle of `Object[]` checks what is stored.
final class ReferenceArrayShape extends Shape {
  static final ReferenceArrayShape INSTANCE = new ReferenceArrayShape();

  private static final MethodHandle INDEX =
      Handles.own(
          ArrayShape.class, "index", methodType(int.class, long.class, int.class, long.class));

  private final MethodHandle test = ArrayShape.testOf(Object[].class);

  private ReferenceArrayShape() {}

  @Override
  MethodHandle test() {
    return test;
  }

  @Override
  MethodHandle make(Access access) {
    if (access.type() != Object.class) {
      throw new RefusedAccessException(
          access.name() + ": the elements of an array of references are read as references only");
    }
    MethodHandle index =
        MethodHandles.insertArguments(
            INDEX,
            0,
            (long) Elements.baseOffset(Object.class),
            Integer.numberOfTrailingZeros(Elements.indexScale(Object.class)));
    MethodHandle element =
        MethodHandles.arrayElementVarHandle(Object[].class).toMethodHandle(access.mode());
    return Handles.orUnusual(
        MethodHandles.filterArguments(element, 1, index).asType(access.methodType()), this, access);
  }

  @Override
  MethodHandle unusual(
      Access access, RuntimeException failure, @Nullable Object object, long offset) {
    Object[] array = (Object[]) Objects.requireNonNull(object);
    throw new RefusedAccessException(
        access.name()
            + " at offset "
            + offset
            + " of a "
            + array.getClass().getSimpleName()
            + " of "
            + array.length
            + " elements: "
            + failure.getMessage(),
        failure);
  }
}

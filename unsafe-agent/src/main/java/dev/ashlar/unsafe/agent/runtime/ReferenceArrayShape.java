// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Arrays of references. A VarHandle of `Object[]` checks the stored values.
final class ReferenceArrayShape extends Shape {
  static final ReferenceArrayShape ALL = new ReferenceArrayShape(ArrayShape.testOf(Object[].class));

  private static final MethodHandle IS_EXACT =
      Handles.own(
          ReferenceArrayShape.class,
          "isExact",
          methodType(boolean.class, Object.class, long.class));

  /// `Object[]` itself. C2 then knows that everything may be stored.
  private static final ReferenceArrayShape EXACT = new ReferenceArrayShape(IS_EXACT);

  private static final MethodHandle INDEX =
      Handles.own(
          ReferenceArrayShape.class,
          "index",
          methodType(int.class, long.class, int.class, long.class));

  private final MethodHandle test;

  private ReferenceArrayShape(MethodHandle test) {
    this.test = test;
  }

  static ReferenceArrayShape of(Object[] array) {
    return array.getClass() == Object[].class ? EXACT : ALL;
  }

  static boolean isExact(@Nullable Object object, long offset) {
    return object != null && object.getClass() == Object[].class;
  }

  /// Computes [ArrayShape#index] with one comparison: an offset between two elements becomes a
  /// number that is not an `int`. C2 optimizes a loop over elements less well with it.
  static int index(long base, int shift, long offset) {
    long index = Long.rotateRight(offset - base, shift);
    return index == (int) index ? (int) index : -1;
  }

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

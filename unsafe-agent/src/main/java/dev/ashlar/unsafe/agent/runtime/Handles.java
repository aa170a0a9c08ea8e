// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.NativeAccessException;
import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/// Method handles made from other method handles.
final class Handles {
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private static final MethodHandle UNUSUAL =
      own(
          Handles.class,
          "unusual",
          methodType(
              MethodHandle.class,
              Shape.class,
              Access.class,
              RuntimeException.class,
              Object.class,
              long.class));
  private static final MethodHandle REPORT =
      own(
          Handles.class,
          "report",
          methodType(RefusedAccessException.class, RefusedAccessException.class));
  private static final MethodHandle NOT_ZERO =
      own(Handles.class, "notZero", methodType(boolean.class, byte.class));
  private static final MethodHandle ZERO_OR_ONE =
      own(Handles.class, "zeroOrOne", methodType(byte.class, boolean.class));

  private Handles() {}

  /// {@return the lookup that may do everything}
  static MethodHandles.Lookup trusted() throws ReflectiveOperationException {
    Packages.open(MethodHandles.Lookup.class);
    Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
    trusted.setAccessible(true);
    return (MethodHandles.Lookup) trusted.get(null);
  }

  static MethodHandle own(Class<?> owner, String name, MethodType type) {
    try {
      return LOOKUP.findStatic(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /// {@return `handle`; if it throws, the access that [Shape#unusual] returns is called}
  static MethodHandle orUnusual(MethodHandle handle, Shape shape, Access access) {
    MethodHandle find = MethodHandles.insertArguments(UNUSUAL, 0, shape, access);
    MethodHandle otherwise =
        MethodHandles.foldArguments(
            MethodHandles.dropArguments(
                MethodHandles.exactInvoker(handle.type()), 1, RuntimeException.class),
            find);
    return MethodHandles.catchException(handle, RuntimeException.class, otherwise);
  }

  static MethodHandle unusual(
      Shape shape, Access access, RuntimeException failure, @Nullable Object object, long offset) {
    try {
      return shape.unusual(access, failure, object, offset);
    } catch (RefusedAccessException e) {
      throw Use.refused(e);
    }
  }

  /// {@return `handle`, whose refusals are counted}
  static MethodHandle reported(MethodHandle handle) {
    MethodHandle rethrow =
        MethodHandles.throwException(handle.type().returnType(), RefusedAccessException.class);
    return MethodHandles.catchException(
        handle, RefusedAccessException.class, MethodHandles.filterArguments(rethrow, 0, REPORT));
  }

  static RefusedAccessException report(RefusedAccessException refusal) {
    // The tracker of native memory reports its own.
    return refusal instanceof NativeAccessException ? refusal : Use.refused(refusal);
  }

  /// {@return an access to a boolean made from one to a byte: zero is false, and true is written as
  /// 1}
  static MethodHandle booleanOf(MethodHandle ofByte, Access access) {
    return access.isRead()
        ? MethodHandles.filterReturnValue(ofByte, NOT_ZERO)
        : MethodHandles.filterArguments(ofByte, ofByte.type().parameterCount() - 1, ZERO_OR_ONE);
  }

  static boolean notZero(byte value) {
    return value != 0;
  }

  static byte zeroOrOne(boolean value) {
    return (byte) (value ? 1 : 0);
  }

  /// {@return a handle that calls `first`, which has no arguments, and then `handle`}
  static MethodHandle after(MethodHandle first, MethodHandle handle) {
    return MethodHandles.foldArguments(handle, first);
  }

  /// {@return a handle that calls `handle` and, when it returns, `last`, which has no arguments}
  static MethodHandle before(MethodHandle handle, MethodHandle last) {
    Class<?> result = handle.type().returnType();
    return MethodHandles.filterReturnValue(
        handle, result == void.class ? last : after(last, MethodHandles.identity(result)));
  }

  /// {@return a handle that calls `handle` and, when it returns or throws, `last`, which has no
  /// arguments}
  static MethodHandle lastly(MethodHandle handle, MethodHandle last) {
    Class<?> result = handle.type().returnType();
    MethodHandle cleanup =
        result == void.class ? last : after(last, MethodHandles.identity(result));
    return MethodHandles.tryFinally(
        handle, MethodHandles.dropArguments(cleanup, 0, Throwable.class));
  }
}

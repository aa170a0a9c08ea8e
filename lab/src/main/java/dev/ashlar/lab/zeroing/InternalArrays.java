// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import dev.ashlar.lab.experiment.UnavailableException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Arrays from the JDK's internal `allocateUninitializedArray`, without any safeguard. Until an
/// array is written, it has the previous contents of the memory.
final class InternalArrays implements ArrayMaker {
  private static final @Nullable MethodHandle ALLOCATE = allocate();

  /// Makes the contender.
  ///
  /// @throws UnavailableException if the JDK does not export the method, or no longer has it
  InternalArrays() {
    Objects.requireNonNull(uninitialized(0));
  }

  private static @Nullable MethodHandle allocate() {
    try {
      Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Object instance =
          lookup.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
      return lookup
          .bind(
              instance,
              "allocateUninitializedArray",
              MethodType.methodType(Object.class, Class.class, int.class))
          .bindTo(byte.class)
          .asType(MethodType.methodType(byte[].class, int.class));
    } catch (ReflectiveOperationException absent) {
      return null;
    } catch (Throwable unexpected) {
      throw new ExceptionInInitializerError(unexpected);
    }
  }

  @Override
  public byte[] make(Message message) {
    byte[] array = uninitialized(message.size());
    message.writeTo(array);
    return array;
  }

  private static byte[] uninitialized(int length) {
    if (ALLOCATE == null) {
      throw new UnavailableException(
          "JDK %s does not let out jdk.internal.misc.Unsafe.allocateUninitializedArray"
              .formatted(Runtime.version()));
    }
    try {
      return (byte[]) ALLOCATE.invokeExact(length);
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Override
  public boolean zeroes() {
    return false;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.memory.Unzeroed;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A contender on the heap: creates an array of a message's size, and writes the message to it.
interface ArrayMaker {
  byte[] make(Message message);

  /// {@return whether bytes that were not written are zero}
  default boolean zeroes() {
    return true;
  }

  /// Arrays from `new`.
  final class NewArrays implements ArrayMaker {
    @Override
    public byte[] make(Message message) {
      byte[] array = new byte[message.size()];
      message.writeTo(array);
      return array;
    }
  }

  /// Arrays from `Arrays.copyOf`, as in `ByteArrayOutputStream`. The message is written to a buffer
  /// that is reused. The buffer is then copied to a new array, which C2 does not zero.
  final class CopiedArrays implements ArrayMaker {
    private final byte[] buffer;

    CopiedArrays(int capacity) {
      buffer = new byte[capacity];
    }

    @Override
    public byte[] make(Message message) {
      message.writeTo(buffer);
      return Arrays.copyOf(buffer, message.size());
    }
  }

  /// Arrays from [Unzeroed].
  final class AshlarArrays implements ArrayMaker {
    @Override
    public byte[] make(Message message) {
      return Unzeroed.bytes(message.size(), message::writeTo);
    }
  }

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
}

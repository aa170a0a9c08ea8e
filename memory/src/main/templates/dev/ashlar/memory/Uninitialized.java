// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/// Makes arrays that are not zeroed, if the user has exported the JDK's package with the method for
/// them. Otherwise makes ordinary arrays. Only a [Sink] may hold them.
final class Uninitialized {
  private static final @Nullable MethodHandle BYTES = allocator(byte.class, byte[].class);
  private static final @Nullable MethodHandle CHARS = allocator(char.class, char[].class);
  private static final @Nullable MethodHandle LONGS = allocator(long.class, long[].class);

  static final boolean IS_SUPPORTED = BYTES != null && CHARS != null && LONGS != null;

  private Uninitialized() {}

  private static @Nullable MethodHandle allocator(Class<?> component, Class<?> array) {
    try {
      Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      MethodHandle instance = lookup.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe));
      MethodHandle allocate =
          lookup.findVirtual(
              unsafe,
              "allocateUninitializedArray",
              MethodType.methodType(Object.class, Class.class, int.class));
      // Bound to the component type, so that the compiler makes the allocation an intrinsic.
      return MethodHandles.insertArguments(allocate, 0, instance.invoke(), component)
          .asType(MethodType.methodType(array, int.class));
    } catch (IllegalAccessException | ClassNotFoundException | NoSuchMethodException notExported) {
      return null;
    } catch (Throwable unexpected) {
      throw new ExceptionInInitializerError(unexpected);
    }
  }

  //@ for  type  names  NAMES
  //@      byte  bytes  BYTES
  //@      char  chars  CHARS
  //@      long  longs  LONGS
  static $type[] $names(int length) {
    if ($NAMES == null) {
      return new $type[length];
    }
    try {
      return ($type[]) $NAMES.invokeExact(length);
    } catch (Throwable failure) {
      throw rethrow(failure);
    }
  }

  //@ end
  private static Error rethrow(Throwable failure) {
    if (failure instanceof Error error) {
      return error;
    }
    return new AssertionError(failure);
  }
}

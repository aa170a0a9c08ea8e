// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Frees the memory of direct buffers at once, which has no other public method than Unsafe's: the
/// cleaner of the buffer is looked up.
final class Buffers {
  private Buffers() {}

  static void free(ByteBuffer buffer) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("buffer is non-direct");
    }
    if (call(buffer, "attachment") != null) {
      throw new IllegalArgumentException("duplicate or slice");
    }
    Object cleaner = call(buffer, "cleaner");
    if (cleaner != null) {
      call(cleaner, "clean");
    }
  }

  private static @Nullable Object call(Object target, String name) {
    Class<?> owner = target.getClass();
    while (owner != null) {
      for (Method method : owner.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == 0) {
          Packages.open(owner);
          method.setAccessible(true);
          try {
            return method.invoke(target);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        }
      }
      owner = owner.getSuperclass();
    }
    throw new RefusedAccessException(
        "invokeCleaner: a " + target.getClass().getName() + " has no method " + name);
  }
}

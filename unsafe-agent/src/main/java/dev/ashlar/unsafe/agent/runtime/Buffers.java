// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static java.lang.invoke.MethodType.methodType;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import dev.ashlar.unsafe.agent.memory.Tracker;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Accesses and frees the memory of direct buffers. The only public way to free such memory at once
/// is a method of Unsafe, so its replacement looks up the buffer's cleaner.
public final class Buffers {
  /// The method that is called with each address read from a buffer, and returns the address.
  static final MethodHandle LEARN =
      Handles.own(
          Buffers.class, "learn", methodType(long.class, long.class, Object.class, long.class));

  private static final ClassValue<Map<String, Method>> METHODS =
      new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

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
      if (Tracker.ACTIVE) {
        Tracker.free(buffer, () -> call(cleaner, "clean"));
      } else {
        call(cleaner, "clean");
      }
    }
  }

  static long learn(long address, Object object, long offset) {
    if (object instanceof Buffer buffer && buffer.isDirect() && !Tracker.isKnown(address)) {
      // The buffer of which this one is a part.
      Object whole = call(buffer, "attachment");
      // Without a cleaner the memory is somebody else's.
      if ((whole == null ? buffer : whole) instanceof ByteBuffer owner
          && owner.isDirect()
          && call(owner, "cleaner") != null) {
        Tracker.learn(owner);
      }
    }
    return address;
  }

  private static @Nullable Object call(Object target, String name) {
    Method method =
        METHODS.get(target.getClass()).computeIfAbsent(name, _ -> find(target.getClass(), name));
    try {
      return method.invoke(target);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Method find(Class<?> type, String name) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      for (Method method : owner.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == 0) {
          Packages.open(owner);
          method.setAccessible(true);
          return method;
        }
      }
    }
    throw new RefusedAccessException(
        "invokeCleaner: a " + type.getName() + " has no method " + name);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.cdata;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/// Objects to which native code refers by number. A number is valid until native code gives it
/// back.
public final class Registry {
  private static final ConcurrentMap<Long, Object> OBJECTS = new ConcurrentHashMap<>();
  private static final AtomicLong LAST = new AtomicLong();

  private Registry() {}

  /// Registers an object, which stays reachable, and returns its number.
  public static long add(Object object) {
    long number = LAST.incrementAndGet();
    OBJECTS.put(number, object);
    return number;
  }

  /// Returns the object.
  ///
  /// @throws IllegalStateException if the number is not in use, or belongs to another kind of
  ///   object
  public static <T> T get(long number, Class<T> type) {
    Object object = OBJECTS.get(number);
    if (!type.isInstance(object)) {
      throw new IllegalStateException(
          "Native code refers to the %s of number %d, which was released"
              .formatted(type.getSimpleName(), number));
    }
    return type.cast(object);
  }

  public static void remove(long number) {
    OBJECTS.remove(number);
  }

  /// Returns the number of objects that native code has not given back.
  public static int size() {
    return OBJECTS.size();
  }
}

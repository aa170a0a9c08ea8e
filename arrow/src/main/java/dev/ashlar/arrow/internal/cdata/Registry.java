// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.cdata;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/// Objects that native code refers to by a number, until it gives the number back.
public final class Registry {
  private static final ConcurrentMap<Long, Object> OBJECTS = new ConcurrentHashMap<>();
  private static final AtomicLong LAST = new AtomicLong();

  private Registry() {}

  /// Returns the number of an object, which stays reachable.
  public static long add(Object object) {
    long number = LAST.incrementAndGet();
    OBJECTS.put(number, object);
    return number;
  }

  /// Returns the object.
  ///
  /// @throws IllegalStateException if the number is not in use, or is that of another kind of
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

  /// How many objects native code has not given back.
  public static int size() {
    return OBJECTS.size();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/// Gives access to `sun.misc.Unsafe`, with which other contenders are compared.
@SuppressWarnings("removal")
public final class SunUnsafe {
  private SunUnsafe() {}

  /// {@return the instance of Unsafe}
  ///
  /// @throws UnavailableException if the JVM does not give access to Unsafe
  public static Unsafe get() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new UnavailableException("sun.misc.Unsafe: " + e);
    }
  }
}

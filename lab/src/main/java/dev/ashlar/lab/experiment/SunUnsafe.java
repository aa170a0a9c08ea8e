// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/// `sun.misc.Unsafe`, by which others are measured.
@SuppressWarnings("removal")
public final class SunUnsafe {
  private SunUnsafe() {}

  /// {@return the one there is}
  ///
  /// @throws UnavailableException if the JVM does not hand it out
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

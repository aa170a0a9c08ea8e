// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.function.Supplier;

/// Constants of generated classes that are there later than the class.
///
/// By a bootstrap method that has the shape of the JDK's, which each of these classes has linked: a
/// constant inside of a constant would have the JDK initialize classes, maybe on a short stack.
public final class LateConstant {
  private LateConstant() {}

  /// The bootstrap method.
  ///
  /// @param index the place in the class data of a `Supplier`. It must not throw: the JVM would
  ///   throw that again whenever the constant is needed.
  public static Object get(Lookup generated, String name, Class<?> type, int index)
      throws IllegalAccessException {
    Supplier<?> supplier =
        MethodHandles.classDataAt(generated, ConstantDescs.DEFAULT_NAME, Supplier.class, index);
    return supplier.get();
  }
}

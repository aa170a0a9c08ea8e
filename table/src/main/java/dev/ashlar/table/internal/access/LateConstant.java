// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.function.Supplier;

/// Constants of generated classes that are there later than the class.
public final class LateConstant {
  private LateConstant() {}

  /// The bootstrap method. It takes no argument of its own: for one that is an `int` the JDK spins
  /// classes.
  ///
  /// @return what the last object of the class data supplies. That must not throw: the JVM would
  ///   throw it again whenever the constant is needed.
  public static Object get(Lookup generated, String name, Class<?> type)
      throws IllegalAccessException {
    List<?> data = MethodHandles.classData(generated, ConstantDescs.DEFAULT_NAME, List.class);
    return ((Supplier<?>) data.getLast()).get();
  }
}

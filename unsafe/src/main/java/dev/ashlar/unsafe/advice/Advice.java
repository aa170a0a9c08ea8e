// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The replacements of one method of `sun.misc.Unsafe`. A method such as `getInt(Object, long)`
/// serves several tasks. Only the code around a call shows which task it is.
///
/// @param method name and parameters, as in `putInt(Object, long, int)`
/// @param replacements one for each task, never empty
public record Advice(String method, List<Replacement> replacements) {
  public Advice {
    replacements = List.copyOf(replacements);
  }

  /// {@return the advice for a method; empty if no JDK ever had the method}
  ///
  /// @param descriptor types of the parameters and of the result, as in class files, such as
  ///   `(Ljava/lang/Object;J)I`; the result is ignored
  public static Optional<Advice> forMethod(String name, String descriptor) {
    return Optional.ofNullable(
        AdvicePage.ADVICE.get(name + descriptor.substring(0, descriptor.indexOf(')') + 1)));
  }

  /// {@return the advice for each method of JDK 25, then for the methods that JDK 25 no longer has}
  public static Collection<Advice> all() {
    return AdvicePage.ADVICE.values();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.Objects;

/// Loads a copy of a class as a hidden class, for which HotSpot keeps a separate profile.
final class CopiedClass {
  private CopiedClass() {}

  /// {@return an object of a copy of the class of `original`, created by the constructor without
  /// parameters}
  ///
  /// @param original an object of a class of this package that uses no private members of other
  ///   classes
  @SuppressWarnings("unchecked") // The copy has the superclasses and interfaces of the original.
  static <T> T copyOf(T original) {
    Class<?> type = original.getClass();
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      Lookup copy =
          MethodHandles.lookup().defineHiddenClass(Objects.requireNonNull(in).readAllBytes(), true);
      return (T)
          copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class)).invoke();
    } catch (IOException | ReflectiveOperationException e) {
      throw new LinkageError(file, e);
    } catch (Throwable e) {
      throw new IllegalStateException(file, e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import dev.ashlar.jit.compilation.Method;

/// A position in a method's bytecode.
///
/// @param holder binary name of the class, as in `java.util.Map$Entry`
/// @param bci the bytecode index; -1 for the method's entry
/// @param line the source line; -1 if the class file has none
public record Frame(String holder, String name, int bci, int line) {
  /// {@return the position as text, as in `java.nio.Buffer::checkIndex@8 (line 778)`}
  public String words() {
    return method().writtenName() + "@" + bci + (line < 0 ? "" : " (line " + line + ")");
  }

  /// {@return the method, without its descriptor, which a source position does not have}
  public Method method() {
    return new Method(holder, name, "", -1);
  }

  /// {@return whether both have the same method}
  public boolean isSameMethod(Frame other) {
    return name.equals(other.name) && holder.equals(other.holder);
  }
}

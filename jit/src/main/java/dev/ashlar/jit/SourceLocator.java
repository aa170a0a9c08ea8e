// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.jit.internal.classfile.ClassFiles;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Looks up in class files the source line of a bytecode, and whether a class belongs to the JDK.
final class SourceLocator implements SourceLines {
  private final ClassFiles classes;

  SourceLocator(ClassFiles classes) {
    this.classes = classes;
  }

  @Override
  public OptionalInt line(Method method, int bci) {
    return bci < 0
        ? OptionalInt.empty()
        : classes.line(method.holder(), method.name(), method.descriptor(), method.byteSize(), bci);
  }

  boolean isOfJdk(Method method) {
    return classes.isOfJdk(method.holder());
  }

  /// {@return the owner of a method, `the JDK` or the jar of a library; empty if the method belongs
  /// to the program, or if the owner is unknown}
  Optional<String> otherOwner(Method method) {
    String library = classes.libraryOf(method.holder());
    return isOfJdk(method)
        ? Optional.of("the JDK")
        : library.isEmpty() ? Optional.empty() : Optional.of(library);
  }

  Optional<Method> innermostOfProgram(List<Method> path) {
    for (int i = path.size() - 1; i >= 0; i--) {
      if (otherOwner(path.get(i)).isEmpty()) {
        return Optional.of(path.get(i));
      }
    }
    return Optional.empty();
  }

  /// {@return whether `method` is an `@IntrinsicCandidate`; false if its class is not found}
  boolean isIntrinsicCandidate(Method method) {
    return classes.isIntrinsicCandidate(method.holder(), method.name(), method.descriptor());
  }

  /// {@return the innermost method of `path` that does not belong to the JDK}
  Optional<Method> innermostOwn(List<Method> path) {
    for (int i = path.size() - 1; i >= 0; i--) {
      if (!isOfJdk(path.get(i))) {
        return Optional.of(path.get(i));
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    classes.close();
  }
}

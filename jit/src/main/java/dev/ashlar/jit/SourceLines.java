// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.internal.classfile.ClassFiles;
import java.io.Closeable;
import java.util.OptionalInt;

/// The source lines of the methods in a log, as far as their class files are found: see
/// [CompilationLog#withSourceLines]. The files stay open until this is closed.
public final class SourceLines implements Closeable {
  private final ClassFiles classes;
  private final SourceLocator locator;

  SourceLines(ClassFiles classes) {
    this.classes = classes;
    this.locator = new SourceLocator(classes);
  }

  /// {@return the source line of a bytecode; empty if unknown}
  public OptionalInt line(Method method, int bci) {
    return locator.line(method, bci);
  }

  /// {@return the position in the method, as `line 17 @ 5` or `@ 5`}
  public String position(Method method, int bci) {
    return locator.position(method, bci).strip();
  }

  @Override
  public void close() {
    classes.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.io.Closeable;
import java.util.OptionalInt;

/// The source lines of the methods in a log, as far as their class files are found. A log creates
/// it. The class files stay open until it is closed.
public interface SourceLines extends Closeable {
  /// {@return the source line of a bytecode; empty if unknown}
  OptionalInt line(Method method, int bci);

  /// {@return the position in the method, as `line 17 @ 5` or `@ 5`}
  default String position(Method method, int bci) {
    OptionalInt line = line(method, bci);
    return (line.isPresent() ? "line " + line.getAsInt() + " " : "") + "@ " + bci;
  }

  @Override
  void close();
}

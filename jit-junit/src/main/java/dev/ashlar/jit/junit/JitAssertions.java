// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import dev.ashlar.jit.CompilationLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/// Entry points for assertions about the JIT compilers.
public final class JitAssertions {
  private JitAssertions() {}

  /// Returns the default configuration: the JDK that runs the test, no flags, two seconds of
  /// repetition, a time limit of five minutes.
  public static ForkedJvm inForkedJvm() {
    return ForkedJvm.DEFAULT;
  }

  /// Returns the run that wrote this log.
  ///
  /// @throws UncheckedIOException if the log cannot be read
  public static JitRun inLog(Path log) {
    try {
      return new JitRun(CompilationLog.read(log), log, "the program");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }
}

package dev.ashlar.jit.junit;

import dev.ashlar.jit.CompilationLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/// Where assertions about the JIT compilers begin.
public final class JitAssertions {
  private JitAssertions() {}

  /// A JVM of its own for a workload: the JDK that runs the test, no flags, two seconds of running
  /// again and again, killed after five minutes.
  public static ForkedJvm inForkedJvm() {
    return ForkedJvm.DEFAULT;
  }

  /// The run that left this log behind.
  ///
  /// @throws UncheckedIOException if it cannot be read
  public static JitRun inLog(Path log) {
    try {
      return new JitRun(CompilationLog.read(log), log, "the program");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }
}

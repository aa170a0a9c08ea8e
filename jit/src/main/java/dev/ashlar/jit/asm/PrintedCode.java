// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.asm;

import dev.ashlar.jit.internal.machine.PrintedCodeReader;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCodeLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;

/// Reads the machine code that a JVM printed.
public final class PrintedCode {
  private PrintedCode() {}

  /// Reads a file once, from its beginning to its end.
  ///
  /// @param wanted selects the versions to keep; it is called before their code is analyzed
  /// @throws IOException if the file cannot be read; damaged content throws nothing
  public static MachineCodeLog read(Path file, Predicate<MachineCode> wanted) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, wanted);
    }
  }

  /// Reads a stream to its end, and does not close it.
  public static MachineCodeLog read(InputStream in, Predicate<MachineCode> wanted)
      throws IOException {
    return new PrintedCodeReader(wanted).read(in);
  }
}

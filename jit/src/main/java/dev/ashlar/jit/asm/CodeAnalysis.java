package dev.ashlar.jit.asm;

import dev.ashlar.jit.internal.machine.Recognition;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.MachineCode;
import java.io.IOException;
import java.util.List;

/// Finds checks, traps, polls, calls and loops in machine code.
public final class CodeAnalysis {
  private CodeAnalysis() {}

  /// Decodes and analyzes code.
  ///
  /// @throws IOException if the decoder fails
  public static CodeReading of(MachineCode code, Decoder decoder) throws IOException {
    return Recognition.of(code, decoder.name(), decoder.decode(code.architecture(), code.runs()));
  }

  /// Analyzes instructions that the JVM's disassembler library printed.
  public static CodeReading ofPrinted(MachineCode code) {
    return Recognition.of(code, "the JVM's disassembler", List.of(code.printed()));
  }

  /// {@return code without a decoder, of which nothing is known}
  public static CodeReading undecoded(MachineCode code) {
    return new CodeReading(
        code, "", List.of(), List.of(), List.of(), List.of("its instructions: no disassembler"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.asm;

import dev.ashlar.jit.internal.machine.Recognition;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.Instruction;
import dev.ashlar.jit.machine.MachineCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Finds checks, traps, polls, calls and loops in machine code.
public final class CodeAnalysis {
  /// Methods, a few thousand instructions each.
  private static final int AT_ONCE = 64;

  private CodeAnalysis() {}

  /// Decodes and analyzes code.
  ///
  /// @throws IOException if the decoder fails
  public static CodeReading of(MachineCode code, Decoder decoder) throws IOException {
    return ofAll(List.of(code), decoder).get(0);
  }

  /// Decodes and analyzes code of one architecture. It starts the decoder once for many methods, so
  /// it is faster than [#of] for each method.
  ///
  /// @param codes the code; all must have the architecture of the first
  /// @return one reading for each element of `codes`, in their order
  /// @throws IOException if the decoder fails
  public static List<CodeReading> ofAll(List<MachineCode> codes, Decoder decoder)
      throws IOException {
    List<CodeReading> readings = new ArrayList<>();
    for (int from = 0; from < codes.size(); from += AT_ONCE) {
      List<MachineCode> part = codes.subList(from, Math.min(codes.size(), from + AT_ONCE));
      List<CodeBytes> runs = part.stream().flatMap(code -> code.runs().stream()).toList();
      List<List<Instruction>> decoded = decoder.decode(part.get(0).architecture(), runs);
      int next = 0;
      for (MachineCode code : part) {
        int end = next + code.runs().size();
        readings.add(Recognition.of(code, decoder.name(), decoded.subList(next, end)));
        next = end;
      }
    }
    return readings;
  }

  /// Analyzes instructions that the JVM's disassembler library printed.
  public static CodeReading ofPrinted(MachineCode code) {
    return Recognition.of(code, "the JVM's disassembler", List.of(code.printed()));
  }

  /// {@return a reading without instructions, for code that has no decoder}
  public static CodeReading undecoded(MachineCode code) {
    return new CodeReading(
        code, "", List.of(), List.of(), List.of(), List.of("its instructions: no disassembler"));
  }
}

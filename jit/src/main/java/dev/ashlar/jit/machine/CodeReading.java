// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import java.util.List;

/// A method's code, decoded and analyzed.
///
/// @param decodedBy the decoder, or `the JVM's disassembler`; empty if there is none
/// @param lines its instructions, stubs and handlers included
/// @param marks the marks of the main code, by address
/// @param loops the loops, deepest first; at equal depth, the main loop first, then by address
/// @param unknown descriptions of code that was not recognized; empty if there is none
public record CodeReading(
    MachineCode code,
    String decodedBy,
    List<CodeLine> lines,
    List<Mark> marks,
    List<LoopCode> loops,
    List<String> unknown) {
  public CodeReading {
    lines = List.copyOf(lines);
    marks = List.copyOf(marks);
    loops = List.copyOf(loops);
    unknown = List.copyOf(unknown);
  }

  /// {@return whether there are instructions; otherwise only [MachineCode#runs] has the code}
  public boolean isDecoded() {
    return !decodedBy.isEmpty();
  }
}

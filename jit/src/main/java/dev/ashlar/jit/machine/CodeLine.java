// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import java.util.List;

/// An instruction with its source position and relocations.
///
/// @param frames the source position, innermost first; empty if HotSpot has none
/// @param relocations HotSpot's texts about its operands
public record CodeLine(
    Instruction instruction, List<Frame> frames, List<String> relocations, List<Mark> marks) {
  public CodeLine {
    relocations = List.copyOf(relocations);
    marks = List.copyOf(marks);
  }
}

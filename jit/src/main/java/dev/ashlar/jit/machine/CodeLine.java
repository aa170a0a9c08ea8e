package dev.ashlar.jit.machine;

import java.util.List;

/// An instruction with what is known of it.
///
/// @param frames the place in the source, innermost first; empty where HotSpot has none
/// @param relocations HotSpot's words for what its operand stands for
public record CodeLine(
    Instruction instruction, List<Frame> frames, List<String> relocations, List<Mark> marks) {
  public CodeLine {
    relocations = List.copyOf(relocations);
    marks = List.copyOf(marks);
  }
}

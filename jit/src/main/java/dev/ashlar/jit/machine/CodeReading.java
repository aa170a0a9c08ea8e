package dev.ashlar.jit.machine;

import dev.ashlar.jit.internal.machine.Recognition;
import java.io.IOException;
import java.util.List;

/// A method's code, decoded and recognised.
///
/// @param decodedBy the decoder, or `the JVM's disassembler`
/// @param lines its instructions, stubs and handlers included
/// @param marks all of its code proper, by address
/// @param loops by address
/// @param unknown what could not be recognised, in words; empty if nothing
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

  /// Decodes and recognises code.
  ///
  /// @throws IOException if it cannot decode
  public static CodeReading of(MachineCode code, Decoder decoder) throws IOException {
    return Recognition.of(code, decoder.name(), decoder.decode(code.architecture(), code.runs()));
  }

  /// Recognises code that a disassembler library of the JVM printed as instructions.
  public static CodeReading ofPrinted(MachineCode code) {
    return Recognition.of(code, "the JVM's disassembler", List.of(code.printed()));
  }

  /// {@return how many marks of a kind there are}
  public int count(Mark.Kind kind) {
    return (int) marks.stream().filter(m -> m.kind() == kind).count();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.asm;

import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.CodeLine;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.Mark;
import dev.ashlar.jit.machine.Note;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Prints machine code as text for a terminal. The loops come first, in words. Then each
/// instruction follows, with its source position and its purpose.
public final class MachineCodeText {
  /// Bytes of a row without a disassembler.
  private static final int ROW = 16;

  /// Columns of an instruction, before its comment.
  private static final int INSTRUCTION_WIDTH = 52;

  private final TextLines lines;

  private MachineCodeText(Style style) {
    this.lines = new TextLines(style);
  }

  /// Returns a method's code. Without a decoder, these are bytes with HotSpot's comments.
  ///
  /// @param instructions whether instructions are listed after the loops
  public static String of(CodeReading reading, boolean instructions, Style style) {
    MachineCodeText text = new MachineCodeText(style);
    if (!reading.isDecoded()) {
      text.title(reading.code(), reading.code().byteSize() + " bytes", "no disassembler");
      text.bytes(reading.code());
      return text.lines.toString();
    }
    text.title(reading.code(), reading.lines().size() + " instructions", reading.decodedBy());
    text.loops(reading);
    if (instructions) {
      text.instructions(reading);
    }
    return text.lines.toString();
  }

  /// Returns the parts that could not be read; empty if there are none.
  public static String parseProblems(List<ParseProblem> parseProblems, Style style) {
    MachineCodeText text = new MachineCodeText(style);
    text.lines.notRead(parseProblems.stream().map(ParseProblem::words).toList());
    return text.lines.toString();
  }

  private void title(MachineCode code, String size, String decodedBy) {
    lines.title(code.method().qualifiedName() + code.method().descriptor());
    lines.indented(code.words() + ", " + size + ", " + decodedBy, Ink.DIM);
    if (!code.isWhole()) {
      lines.indented("not all of its code could be read", Ink.LOSS);
    }
  }

  private void loops(CodeReading reading) {
    for (LoopCode loop : reading.loops()) {
      lines.wrapped(loop.summary(), TextLines.GAP.repeat(loop.depth()), Ink.NONE);
    }
    if (reading.loops().isEmpty() && reading.unknown().isEmpty()) {
      lines.indented("no loops", Ink.NONE);
    }
    if (!reading.unknown().isEmpty()) {
      lines.indented("not known: " + String.join("; ", reading.unknown()), Ink.LOSS);
    }
  }

  private void instructions(CodeReading reading) {
    lines.blank();
    List<Frame> place = List.of();
    for (CodeLine line : reading.lines()) {
      for (MachineCode.Label label : reading.code().labels()) {
        if (label.address() == line.instruction().address()) {
          lines.add(lines.shown("[" + label.name() + "]"), Ink.BOLD);
        }
      }
      if (!line.frames().isEmpty() && !line.frames().equals(place)) {
        place = line.frames();
        lines.add(lines.shown(TextLines.GAP + "; " + path(place)), Ink.DIM);
      }
      String comment = comment(line);
      String instruction = line.instruction().text();
      lines.add(
          lines.shown(
              String.format(
                  Locale.ROOT,
                  "  0x%x  %s",
                  line.instruction().address(),
                  comment.isEmpty()
                      ? instruction
                      : String.format(
                          Locale.ROOT, "%-" + INSTRUCTION_WIDTH + "s ; %s", instruction, comment))),
          Ink.NONE);
    }
  }

  public static String path(List<Frame> frames) {
    return frames.stream().map(Frame::words).collect(Collectors.joining(" < "));
  }

  public static String comment(CodeLine line) {
    List<String> parts = new ArrayList<>();
    for (Mark mark : line.marks()) {
      String detail =
          mark.detail().isEmpty()
                  || mark.kind() == Mark.Kind.RELOAD
                  || mark.kind() == Mark.Kind.SPILL
              ? ""
              : ": " + mark.detail();
      parts.add(mark.kind().words() + detail);
    }
    line.relocations().stream().map(text -> "{" + text + "}").forEach(parts::add);
    return String.join("  ", parts);
  }

  private void bytes(MachineCode code) {
    lines.blank();
    TreeMap<Long, List<String>> notes = new TreeMap<>();
    code.labels()
        .forEach(l ->
            notes.computeIfAbsent(l.address(), a -> new ArrayList<>()).add("[" + l.name() + "]"));
    code.notes()
        .forEach(n -> notes.computeIfAbsent(n.address(), a -> new ArrayList<>()).add(words(n)));
    HexFormat hex = HexFormat.ofDelimiter(" ");
    for (CodeBytes run : code.runs()) {
      long at = run.address();
      while (at < run.end()) {
        for (String note : notes.getOrDefault(at, List.of())) {
          lines.add(lines.shown(TextLines.GAP + "; " + note), Ink.DIM);
        }
        Long next = notes.higherKey(at);
        long end = Math.min(run.end(), Math.min(at + ROW, next == null ? run.end() : next));
        String row =
            hex.formatHex(run.bytes(), (int) (at - run.address()), (int) (end - run.address()));
        lines.add(String.format(Locale.ROOT, "  0x%x  %s", at, row), Ink.NONE);
        at = end;
      }
    }
  }

  private static String words(Note note) {
    return switch (note) {
      case Note.DebugInfo debug -> debug.bytecode() + "  " + path(debug.frames());
      case Note.OopMap map -> map.text();
      case Note.Relocation relocation -> "{" + relocation.text() + "}";
      case Note.ImplicitException exception ->
          "implicit exception: dispatches to 0x" + Long.toHexString(exception.target());
      case Note.Remark remark -> remark.text();
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.asm;

import dev.ashlar.jit.asm.CodeSamples;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.CodeLine;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.Mark;
import dev.ashlar.jit.machine.Note;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Prints machine code as text for a terminal. The loops come first, in words. Then each
/// instruction follows, with its source position and its purpose.
public final class MachineCodeText {
  /// Lines and callers that are named.
  private static final int MOST_SHARES = 5;

  /// Bytes of a row without a disassembler.
  private static final int ROW = 16;

  /// Columns of an instruction, before its comment.
  private static final int INSTRUCTION_WIDTH = 52;

  private final TextLines lines;

  private final Optional<CodeSamples> samples;

  private MachineCodeText(Style style, Optional<CodeSamples> samples) {
    this.lines = new TextLines(style);
    this.samples = samples;
  }

  /// Returns a method's code as text. Without a decoder, the text has the bytes with HotSpot's
  /// comments.
  ///
  /// @param instructions whether instructions are listed after the loops
  public static String of(CodeReading reading, boolean instructions, Style style) {
    return of(reading, Optional.empty(), instructions, style);
  }

  /// Returns a method's code, the hottest loop first.
  ///
  /// @param samples the CPU samples in it; empty without a recording
  public static String of(
      CodeReading reading, Optional<CodeSamples> samples, boolean instructions, Style style) {
    MachineCodeText text = new MachineCodeText(style, samples.filter(s -> s.count() > 0));
    if (!reading.isDecoded()) {
      text.title(reading.code(), reading.code().byteSize() + " bytes", "no disassembler");
      text.bytes(reading.code());
      return text.lines.toString();
    }
    text.title(reading.code(), reading.lines().size() + " instructions", reading.decodedBy());
    samples.ifPresent(text::heat);
    text.loops(reading);
    if (instructions) {
      text.instructions(reading);
    }
    return text.lines.toString();
  }

  /// Returns the parts that could not be read; empty if there are none.
  public static String parseProblems(List<ParseProblem> parseProblems, Style style) {
    MachineCodeText text = new MachineCodeText(style, Optional.empty());
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

  private void heat(CodeSamples heat) {
    lines.indented(
        String.format(
            Locale.ROOT,
            "%,d of %s in its code and in what is inlined in it%s",
            heat.count(),
            NumberFormats.count(heat.all(), "CPU sample"),
            heat.callers().isEmpty() ? "" : "; called by " + shares(heat.callers())),
        Ink.NONE);
    Map<String, Long> byLine = new HashMap<>();
    heat.positions()
        .forEach((frames, count) -> {
          Frame inner = frames.getFirst();
          if (inner.line() > 0) {
            byLine.merge(inner.method().writtenName() + " line " + inner.line(), count, Long::sum);
          }
        });
    if (!byLine.isEmpty()) {
      lines.indented("lines: " + shares(byLine), Ink.NONE);
    }
  }

  /// {@return the most frequent, as parts of the samples in this code}
  private String shares(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MOST_SHARES)
        .map(entry -> entry.getKey() + " (" + share(entry.getValue()) + ")")
        .collect(Collectors.joining(", "));
  }

  private String share(long count) {
    return samples
        .map(s -> String.format(Locale.ROOT, "%.1f %%", 100 * (double) count / (double) s.count()))
        .orElse("");
  }

  private void loops(CodeReading reading) {
    Collection<LoopCode> loops =
        samples.<Collection<LoopCode>>map(s -> s.loops().keySet()).orElse(reading.loops());
    for (LoopCode loop : loops) {
      String heat =
          samples
              .map(s -> share(s.loops().getOrDefault(loop, 0L)) + " of the samples: ")
              .orElse("");
      lines.wrapped(heat + loop.summary(), TextLines.GAP.repeat(loop.depth()), Ink.NONE);
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
        long count = samples.map(CodeSamples::positions).orElse(Map.of()).getOrDefault(place, 0L);
        lines.add(
            lines.shown(
                TextLines.GAP
                    + "; "
                    + path(place)
                    + (count == 0 ? "" : "  [" + share(count) + "]")),
            Ink.DIM);
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

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.CodeLine;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Frame;
import dev.ashlar.report.asm.MachineCodeText;
import dev.ashlar.report.page.JitView;
import dev.ashlar.report.page.JitView.Code;
import dev.ashlar.report.text.NumberFormats;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/// The part of the page that shows machine code.
final class MachineCodeView {
  private static final int MOST_METHODS = 20;

  /// Instructions of a method.
  private static final int MOST_ROWS = 2_000;

  /// Bytes of a row without a decoder.
  private static final int ROW = 16;

  private MachineCodeView() {}

  /// {@return the code of the first methods}
  ///
  /// @param id the prefix of the ids of all of them
  /// @param trees the id of each method's tree on the page
  /// @param index the number of a method on the page
  static List<Code> of(
      String id,
      List<CodeReading> readings,
      Map<Method, String> trees,
      ToIntFunction<Method> index) {
    List<JitView.Code> codes = new ArrayList<>();
    for (CodeReading reading : readings.subList(0, Math.min(MOST_METHODS, readings.size()))) {
      Method method = reading.code().method();
      String tree = trees.getOrDefault(method, "");
      List<Code.Section> parts = reading.isDecoded() ? instructions(reading) : bytes(reading);
      int shown = parts.stream().mapToInt(part -> part.rows().size()).sum();
      int all = reading.isDecoded() ? reading.lines().size() : shown;
      codes.add(
          new Code(
              id + codes.size(),
              method.shortName(),
              method.qualifiedName() + method.descriptor(),
              reading.code().words()
                  + ", "
                  + (reading.isDecoded()
                      ? NumberFormats.count(all, "instruction") + ", " + reading.decodedBy()
                      : NumberFormats.count(reading.code().byteSize(), "byte")
                          + ", no disassembler"),
              reading.loops().stream().map(l -> new Code.Loop(l.depth(), l.summary())).toList(),
              String.join("; ", reading.unknown()),
              tree,
              tree.isEmpty() ? -1 : index.applyAsInt(method),
              parts,
              NumberFormats.more(all - shown, "instruction")));
    }
    return codes;
  }

  /// {@return the number of omitted methods, in words; empty if none is omitted}
  static String more(List<CodeReading> readings) {
    return NumberFormats.more(readings.size() - MOST_METHODS, "method");
  }

  private static List<Code.Section> instructions(CodeReading reading) {
    List<Code.Section> parts = new ArrayList<>();
    List<Code.Row> rows = new ArrayList<>();
    List<Frame> place = List.of();
    for (CodeLine line : reading.lines().subList(0, Math.min(MOST_ROWS, reading.lines().size()))) {
      if (!line.frames().isEmpty() && !line.frames().equals(place)) {
        end(parts, place, rows);
        place = line.frames();
      }
      rows.add(
          new Code.Row(
              hex(line.instruction().address()),
              line.instruction().text(),
              MachineCodeText.comment(line)));
    }
    end(parts, place, rows);
    return parts;
  }

  private static void end(List<Code.Section> parts, List<Frame> place, List<Code.Row> rows) {
    if (!rows.isEmpty()) {
      parts.add(new Code.Section(MachineCodeText.path(place), List.copyOf(rows)));
      rows.clear();
    }
  }

  private static List<Code.Section> bytes(CodeReading reading) {
    List<Code.Section> parts = new ArrayList<>();
    for (CodeBytes run : reading.code().runs()) {
      List<Code.Row> rows = new ArrayList<>();
      for (int at = 0; at < run.bytes().length && rows.size() < MOST_ROWS; at += ROW) {
        String bytes =
            HexFormat.ofDelimiter(" ")
                .formatHex(run.bytes(), at, Math.min(run.bytes().length, at + ROW));
        rows.add(new Code.Row(hex(run.address() + at), bytes, ""));
      }
      parts.add(new Code.Section("", rows));
    }
    return parts;
  }

  private static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }
}

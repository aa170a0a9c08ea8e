// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.asm;

import static dev.ashlar.report.text.JsonText.object;

import dev.ashlar.jit.asm.CodeDiff;
import dev.ashlar.jit.asm.CodeSamples;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.CodeLine;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.Mark;
import dev.ashlar.jit.machine.Mark.Kind;
import dev.ashlar.report.text.JsonText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Writes machine code as JSON. `docs/design/asm.md` describes the format.
public final class MachineCodeJson {
  private static final int SCHEMA = 2;

  /// The code in a file.
  ///
  /// @param file the name of the file
  /// @param parseProblems the parts of the file that could not be read
  /// @param samples the CPU samples in the code; empty without a recording
  public record Printed(
      String file,
      List<CodeReading> readings,
      List<ParseProblem> parseProblems,
      Map<CodeReading, CodeSamples> samples) {}

  private MachineCodeJson() {}

  /// Writes the code of some files.
  ///
  /// @param instructions whether instructions are listed after the loops
  public static void write(List<Printed> files, boolean instructions, Path target)
      throws IOException {
    List<Object> methods = new ArrayList<>();
    List<Object> parseProblems = new ArrayList<>();
    for (Printed file : files) {
      file.readings().forEach(reading -> methods.add(method(file, reading, instructions)));
      for (ParseProblem problem : file.parseProblems()) {
        parseProblems.add(
            object("log", file.file(), "what", problem.what(), "count", problem.count()));
      }
    }
    JsonText.write(
        object("schema", SCHEMA, "methods", methods, "parseProblems", parseProblems), target);
  }

  /// Writes the differences of methods.
  public static void writeDiff(List<CodeDiff> diffs, Path target) throws IOException {
    JsonText.write(
        object("schema", SCHEMA, "methods", diffs.stream().map(MachineCodeJson::diff).toList()),
        target);
  }

  private static Map<String, Object> diff(CodeDiff diff) {
    MachineCode now = diff.now().code();
    return object(
        "class", now.method().holder(),
        "method", now.method().name() + now.method().descriptor(),
        "osr", now.isOsr(),
        "codeBytesBefore", diff.old().code().byteSize(),
        "codeBytesAfter", now.byteSize(),
        "unknownBefore", diff.old().unknown(),
        "unknownAfter", diff.now().unknown(),
        "loops", diff.loops(),
        "outsideOfLoops", diff.whole());
  }

  private static Map<String, Object> method(
      Printed file, CodeReading reading, boolean instructions) {
    Optional<CodeSamples> samples = Optional.ofNullable(file.samples().get(reading));
    MachineCode code = reading.code();
    boolean decoded = reading.isDecoded();
    return object(
        "log", file.file(),
        "class", code.method().holder(),
        "method", code.method().name() + code.method().descriptor(),
        "compiler", code.compiler().toUpperCase(Locale.ROOT),
        "compileId", code.compileId(),
        "level", code.level(),
        "osrBci", code.osrBci(),
        "architecture", code.architecture().name(),
        "jdk", code.jdkFeature(),
        "codeBytes", code.byteSize(),
        "whole", code.isWhole(),
        "decodedBy", reading.decodedBy(),
        "unknown", reading.unknown(),
        "marks", counts(reading.marks()),
        "samples", samples.map(CodeSamples::count),
        "callers", samples.map(CodeSamples::callers),
        "loops", reading.loops().stream().map(loop -> loop(loop, samples)).toList(),
        "instructions", each(instructions && decoded, reading.lines(), MachineCodeJson::line),
        "bytes", each(instructions && !decoded, code.runs(), MachineCodeJson::run));
  }

  private static Map<String, Object> loop(LoopCode loop, Optional<CodeSamples> samples) {
    Stream<Mark> calls =
        loop.marks().stream().filter(m -> m.kind() == Kind.CALL || m.kind() == Kind.RUNTIME_CALL);
    return object(
        "address", hex(loop.address()),
        "role", loop.role().name(),
        "depth", loop.depth(),
        "frames", frames(loop.frames()),
        "step", loop.step(),
        "unrolled", loop.unrolled(),
        "instructions", loop.instructionCount(),
        "vectorBits", loop.vectorBits(),
        "notVectorized", loop.scalar(),
        "marks", counts(loop.marks()),
        "before", counts(loop.before()),
        "calls", calls.map(Mark::detail).toList(),
        "samples", samples.map(s -> s.loops().getOrDefault(loop, 0L)),
        "summary", loop.summary());
  }

  private static Map<Kind, Integer> counts(List<Mark> marks) {
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    marks.forEach(mark -> counts.merge(mark.kind(), 1, Integer::sum));
    return counts;
  }

  private static Map<String, Object> line(CodeLine line) {
    return object(
        "address", hex(line.instruction().address()),
        "bytes", line.instruction().length(),
        "text", line.instruction().text(),
        "frames", frames(line.frames()),
        "marks", each(!line.marks().isEmpty(), line.marks(), MachineCodeJson::mark),
        "relocations", Optional.of(line.relocations()).filter(texts -> !texts.isEmpty()));
  }

  private static Map<String, Object> mark(Mark mark) {
    Optional<String> detail = Optional.of(mark.detail()).filter(text -> !text.isEmpty());
    return object("kind", mark.kind().name(), "detail", detail);
  }

  private static List<Map<String, Object>> frames(List<Frame> frames) {
    return frames.stream()
        .map(frame ->
            object(
                "class", frame.holder(),
                "method", frame.name(),
                "bci", frame.bci(),
                "line", Optional.of(frame.line()).filter(line -> line >= 0)))
        .toList();
  }

  private static Map<String, Object> run(CodeBytes run) {
    return object("address", hex(run.address()), "hex", HexFormat.of().formatHex(run.bytes()));
  }

  private static <T> Optional<List<Object>> each(
      boolean wanted, List<T> all, Function<T, Object> json) {
    return wanted ? Optional.of(all.stream().map(json).toList()) : Optional.empty();
  }

  private static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }
}

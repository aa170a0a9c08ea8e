// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.asm;

import dev.ashlar.jit.asm.CodeDiff;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes machine code as JSON. `docs/design/asm.md` describes the format.
public final class MachineCodeJson {
  private static final int SCHEMA = 2;

  /// The code in a file.
  ///
  /// @param file the name of the file
  /// @param parseProblems the parts of the file that could not be read
  public record Printed(
      String file, List<CodeReading> readings, List<ParseProblem> parseProblems) {}

  private MachineCodeJson() {}

  /// Writes the code of some files.
  ///
  /// @param instructions whether instructions are listed after the loops
  public static void write(List<Printed> files, boolean instructions, Path target)
      throws IOException {
    List<Object> methods = new ArrayList<>();
    List<Object> parseProblems = new ArrayList<>();
    for (Printed file : files) {
      file.readings().forEach(reading -> methods.add(method(file.file(), reading, instructions)));
      for (ParseProblem problem : file.parseProblems()) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("log", file.file());
        json.put("what", problem.what());
        json.put("count", problem.count());
        parseProblems.add(json);
      }
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("methods", methods);
    json.put("parseProblems", parseProblems);
    JsonText.write(json, target);
  }

  /// Writes the differences of methods.
  public static void writeDiff(List<CodeDiff> diffs, Path target) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("methods", diffs.stream().map(MachineCodeJson::diff).toList());
    JsonText.write(json, target);
  }

  private static Map<String, Object> diff(CodeDiff diff) {
    MachineCode now = diff.now().code();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("class", now.method().holder());
    json.put("method", now.method().name() + now.method().descriptor());
    json.put("osr", now.isOsr());
    json.put("codeBytesBefore", diff.old().code().byteSize());
    json.put("codeBytesAfter", now.byteSize());
    json.put("unknownBefore", diff.old().unknown());
    json.put("unknownAfter", diff.now().unknown());
    json.put("loops", diff.loops());
    json.put("outsideOfLoops", diff.whole());
    return json;
  }

  private static Map<String, Object> method(
      String file, CodeReading reading, boolean instructions) {
    MachineCode code = reading.code();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("log", file);
    json.put("class", code.method().holder());
    json.put("method", code.method().name() + code.method().descriptor());
    json.put("compiler", code.compiler().toUpperCase(Locale.ROOT));
    json.put("compileId", code.compileId());
    json.put("level", code.level());
    json.put("osrBci", code.osrBci());
    json.put("architecture", code.architecture().name());
    json.put("jdk", code.jdkFeature());
    json.put("codeBytes", code.byteSize());
    json.put("whole", code.isWhole());
    json.put("decodedBy", reading.decodedBy());
    json.put("unknown", reading.unknown());
    json.put("marks", counts(reading.marks()));
    json.put("loops", reading.loops().stream().map(MachineCodeJson::loop).toList());
    if (instructions) {
      if (reading.isDecoded()) {
        json.put("instructions", reading.lines().stream().map(MachineCodeJson::line).toList());
      } else {
        json.put("bytes", code.runs().stream().map(MachineCodeJson::run).toList());
      }
    }
    return json;
  }

  private static Map<String, Object> loop(LoopCode loop) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("address", hex(loop.address()));
    json.put("role", loop.role().name());
    json.put("depth", loop.depth());
    json.put("frames", frames(loop.frames()));
    loop.step().ifPresent(step -> json.put("step", step));
    loop.unrolled().ifPresent(unrolled -> json.put("unrolled", unrolled));
    json.put("instructions", loop.instructionCount());
    json.put("vectorBits", loop.vectorBits());
    json.put("notVectorized", loop.scalar());
    json.put("marks", counts(loop.marks()));
    json.put("before", counts(loop.before()));
    json.put(
        "calls",
        loop.marks().stream()
            .filter(m -> m.kind() == Kind.CALL || m.kind() == Kind.RUNTIME_CALL)
            .map(Mark::detail)
            .toList());
    json.put("summary", loop.summary());
    return json;
  }

  private static Map<Kind, Integer> counts(List<Mark> marks) {
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    marks.forEach(mark -> counts.merge(mark.kind(), 1, Integer::sum));
    return counts;
  }

  private static Map<String, Object> line(CodeLine line) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("address", hex(line.instruction().address()));
    json.put("bytes", line.instruction().length());
    json.put("text", line.instruction().text());
    json.put("frames", frames(line.frames()));
    if (!line.marks().isEmpty()) {
      json.put("marks", line.marks().stream().map(MachineCodeJson::mark).toList());
    }
    if (!line.relocations().isEmpty()) {
      json.put("relocations", line.relocations());
    }
    return json;
  }

  private static Map<String, Object> mark(Mark mark) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", mark.kind().name());
    if (!mark.detail().isEmpty()) {
      json.put("detail", mark.detail());
    }
    return json;
  }

  private static List<Object> frames(List<Frame> frames) {
    List<Object> all = new ArrayList<>();
    for (Frame frame : frames) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("class", frame.holder());
      json.put("method", frame.name());
      json.put("bci", frame.bci());
      if (frame.line() >= 0) {
        json.put("line", frame.line());
      }
      all.add(json);
    }
    return all;
  }

  private static Map<String, Object> run(CodeBytes run) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("address", hex(run.address()));
    json.put("hex", HexFormat.of().formatHex(run.bytes()));
    return json;
  }

  private static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }
}

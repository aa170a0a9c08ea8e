// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.asm.PrintedCode;
import dev.ashlar.jit.machine.CodeLine;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.LoopCode.Role;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCodeLog;
import dev.ashlar.jit.machine.Mark;
import dev.ashlar.results.LabRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds the loops of a method in the machine code that a JVM printed.
final class LoopEvidence {
  /// The callers into which the method may be inlined. The outermost caller is [LabBenchmark#run],
  /// which is never inlined.
  private static final String CALLERS = "dev.ashlar.lab.*::run";

  private LoopEvidence() {}

  /// {@return the flags that make a JVM print the code into its compilation log}
  ///
  /// @param method the class and the name of the method, such as `SegmentDecoder::decode`
  static List<String> jvmFlags(Path log, String method) {
    return MachineCodeLog.jvmFlags(log, List.of(CALLERS, "*." + method));
  }

  /// {@return the evidence with the loops of its method} If C2 split a loop into a pre, a main and
  /// a post loop, only the main loop is included.
  static LabRun.Evidence addTo(LabRun.Evidence evidence, Path log) throws IOException {
    String method = evidence.method();
    List<MachineCode> printed =
        PrintedCode.read(log, MachineCode::isC2).lastVersions().stream()
            // The copy in a caller is the one that runs; OSR code is left for the other.
            .sorted(
                Comparator.comparing(MachineCode::isOsr)
                    .thenComparing(code -> code.method().isNamed(method)))
            .toList();
    for (MachineCode code : printed) {
      Optional<Decoder> decoder = Decoders.installed(code.architecture()).stream().findFirst();
      if (decoder.isEmpty()) {
        return with(evidence, List.of(), Decoders.remedy(code.architecture()));
      }
      List<LabRun.Loop> loops = loops(CodeAnalysis.of(code, decoder.get()), method);
      if (!loops.isEmpty()) {
        return with(evidence, loops, "");
      }
    }
    return with(evidence, List.of(), "C2's code has no loop of " + method);
  }

  private static LabRun.Evidence with(
      LabRun.Evidence evidence, List<LabRun.Loop> loops, String note) {
    return new LabRun.Evidence(
        evidence.caseName(),
        evidence.contender(),
        evidence.method(),
        evidence.calls(),
        evidence.note(),
        loops,
        note);
  }

  private static List<LabRun.Loop> loops(CodeReading reading, String method) {
    return reading.loops().stream()
        .filter(loop -> loop.role() == Role.MAIN || loop.role() == Role.LOOP)
        .filter(loop -> loop.frames().stream().anyMatch(f -> f.method().isNamed(method)))
        .map(loop ->
            new LabRun.Loop(loop.summary(), reading.decodedBy(), instructions(reading, loop)))
        .toList();
  }

  private static List<String> instructions(CodeReading reading, LoopCode loop) {
    Set<Long> own = new HashSet<>(loop.addresses());
    return reading.lines().stream()
        .filter(line -> own.contains(line.instruction().address()))
        .map(LoopEvidence::words)
        .toList();
  }

  private static String words(CodeLine line) {
    String marks =
        line.marks().stream()
            .map(Mark::kind)
            .map(Mark.Kind::words)
            .distinct()
            .collect(Collectors.joining(", "));
    return line.instruction().text() + (marks.isEmpty() ? "" : "  ; " + marks);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.asm.MachineLoops;
import dev.ashlar.jit.asm.PrintedCode;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCodeLog;
import dev.ashlar.jit.rules.CompiledLoops;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Decodes machine code with the first decoder on this machine. Without a decoder, it names one to
/// install, once.
final class CodeReader {
  private final PrintWriter err;
  private final Map<Architecture, Optional<Decoder>> decoders = new EnumMap<>(Architecture.class);

  CodeReader(PrintWriter err) {
    this.err = err;
  }

  List<CodeReading> readAll(List<MachineCode> versions) throws IOException {
    List<CodeReading> readings = new ArrayList<>();
    int from = 0;
    while (from < versions.size()) {
      int to = from + 1;
      while (to < versions.size() && isAlike(versions.get(from), versions.get(to))) {
        to++;
      }
      readings.addAll(readAlike(versions.subList(from, to)));
      from = to;
    }
    return readings;
  }

  /// {@return the last version of each method in a log, C2's if there is one}
  List<CodeReading> readingsIn(Path log) throws IOException {
    return readAll(PrintedCode.read(log, code -> true).lastVersions());
  }

  CompiledLoops loopsIn(Path log) throws IOException {
    MachineCodeLog printed = PrintedCode.read(log, MachineCode::isC2);
    return new MachineLoops(readAll(printed.lastVersions()), printed.parseProblems());
  }

  private static boolean isAlike(MachineCode one, MachineCode other) {
    return one.architecture() == other.architecture()
        && one.printed().isEmpty() == other.printed().isEmpty();
  }

  private List<CodeReading> readAlike(List<MachineCode> versions) throws IOException {
    if (!versions.getFirst().printed().isEmpty()) {
      return versions.stream().map(CodeAnalysis::ofPrinted).toList();
    }
    Optional<Decoder> decoder =
        decoders.computeIfAbsent(versions.getFirst().architecture(), this::first);
    return decoder.isEmpty()
        ? versions.stream().map(CodeAnalysis::undecoded).toList()
        : CodeAnalysis.ofAll(versions, decoder.get());
  }

  private Optional<Decoder> first(Architecture architecture) {
    Optional<Decoder> first =
        Stream.concat(
                Capstone.installed(warning -> err.println("ashlar: " + warning)).stream(),
                Decoders.installed(architecture).stream())
            .filter(decoder -> decoder.supports(architecture))
            .findFirst();
    if (first.isEmpty()) {
      err.println("ashlar: " + Decoders.remedy(architecture));
    }
    return first;
  }
}

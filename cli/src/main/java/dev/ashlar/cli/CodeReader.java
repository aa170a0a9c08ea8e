package dev.ashlar.cli;

import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.MachineCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decodes machine code with the first decoder on this machine. If there is none, says once what to
/// install.
final class CodeReader {
  private final PrintWriter err;
  private final Map<Architecture, Optional<Decoder>> decoders = new EnumMap<>(Architecture.class);

  CodeReader(PrintWriter err) {
    this.err = err;
  }

  List<CodeReading> readAll(List<MachineCode> versions) throws IOException {
    List<CodeReading> readings = new ArrayList<>();
    for (MachineCode code : versions) {
      readings.add(read(code));
    }
    return readings;
  }

  private CodeReading read(MachineCode code) throws IOException {
    if (!code.printed().isEmpty()) {
      return CodeAnalysis.ofPrinted(code);
    }
    Optional<Decoder> decoder = decoders.computeIfAbsent(code.architecture(), this::first);
    return decoder.isEmpty() ? CodeAnalysis.undecoded(code) : CodeAnalysis.of(code, decoder.get());
  }

  private Optional<Decoder> first(Architecture architecture) {
    Optional<Decoder> first = Decoders.installed(architecture).stream().findFirst();
    if (first.isEmpty()) {
      err.println("ashlar: " + Decoders.remedy(architecture));
    }
    return first;
  }
}

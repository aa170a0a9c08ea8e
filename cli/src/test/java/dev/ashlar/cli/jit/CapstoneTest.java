// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.asm.PrintedCode;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.Instruction;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCodeLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs where Capstone is installed, or named by `ASHLAR_CAPSTONE`.
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CapstoneTest {
  private static final String PROGRAM =
      """
      public class Looks {
        static int look(int[] a, int[] at) {
          int sum = 0;
          for (int i = 0; i < at.length; i++) {
            sum += a[at[i]] * String.valueOf(i).length();
          }
          return sum;
        }

        public static void main(String[] args) {
          for (int i = 0; i < 20_000; i++) {
            look(new int[8], new int[] {1, 2, 3, 4, 5, 6, 7});
          }
        }
      }
      """;

  @TempDir Path folder;

  private static Capstone capstone() {
    return Capstone.installed(
            warning -> {
              throw new AssertionError(warning);
            })
        .orElseGet(() -> abort("Capstone is neither installed nor named by ASHLAR_CAPSTONE"));
  }

  @Test
  void aFileThatIsNoLibraryIsNamed() throws IOException {
    String file = Files.writeString(folder.resolve("capstone.so"), "no library").toString();
    List<String> warnings = new ArrayList<>();
    assertThat(Capstone.installed(file, warnings::add)).isEmpty();
    assertThat(warnings).hasSize(1).allMatch(text -> text.contains(file) && text.contains("unset"));
  }

  @Test
  void instructionsOfBothArchitectures() throws IOException {
    Capstone capstone = capstone();
    assertThat(capstone.name()).matches("Capstone \\d+\\.\\d+");
    assertThat(decoded(capstone, Architecture.X86_64, "488b4310f00fb14b20c506"))
        .extracting(Instruction::address, Instruction::length, Instruction::text)
        .containsExactly(
            tuple(0x1000L, 4, "mov rax, qword ptr [rbx+0x10]"),
            tuple(0x1004L, 5, "lock cmpxchg dword ptr [rbx+0x20], ecx"),
            tuple(0x1009L, 1, "(bad)"),
            tuple(0x100AL, 1, "(bad)"));
    assertThat(decoded(capstone, Architecture.AARCH64, "200840f9c0035fd6ffffffff"))
        .extracting(Instruction::length, Instruction::text)
        .containsExactly(tuple(4, "ldr x0, [x1, #0x10]"), tuple(4, "ret"), tuple(4, "(bad)"));
  }

  private static List<Instruction> decoded(Capstone capstone, Architecture architecture, String hex)
      throws IOException {
    CodeBytes run = new CodeBytes(0x1000, HexFormat.of().parseHex(hex));
    return capstone.decode(architecture, List.of(run)).getFirst();
  }

  /// Addresses, lengths, and what is recognized in the code.
  @Test
  void objdumpSaysTheSame() throws IOException, InterruptedException {
    Capstone capstone = capstone();
    List<MachineCode> methods = PrintedCode.read(log(), MachineCode::isC2).lastVersions();
    assertThat(methods).isNotEmpty();
    for (MachineCode code : methods) {
      List<Decoder> others = Decoders.installed(code.architecture());
      assumeTrue(!others.isEmpty(), "no objdump");
      CodeReading expected = CodeAnalysis.of(code, others.getFirst());
      CodeReading reading = CodeAnalysis.of(code, capstone);
      assertThat(places(reading)).isEqualTo(places(expected));
      assertThat(marks(reading)).isEqualTo(marks(expected));
      assertThat(reading.loops().stream().map(LoopCode::summary))
          .isNotEmpty()
          .containsExactlyElementsOf(expected.loops().stream().map(LoopCode::summary).toList());
    }
  }

  private static List<String> places(CodeReading reading) {
    return reading.lines().stream()
        .map(line -> line.instruction().address() + "+" + line.instruction().length())
        .toList();
  }

  private static List<String> marks(CodeReading reading) {
    return reading.marks().stream().map(mark -> mark.kind() + " at " + mark.address()).toList();
  }

  private Path log() throws IOException, InterruptedException {
    Path source = Files.writeString(folder.resolve("Looks.java"), PROGRAM);
    Path log = folder.resolve("code.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(MachineCodeLog.jvmFlags(log, List.of("Looks::look")));
    command.addAll(List.of("-XX:+UseSerialGC", "-Xbatch", source.toString()));
    Process java =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output.txt").toFile())
            .start();
    try {
      assertThat(java.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      java.destroyForcibly();
    }
    assertThat(java.exitValue()).isZero();
    return log;
  }
}

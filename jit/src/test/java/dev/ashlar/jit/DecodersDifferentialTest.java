// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.asm.PrintedCode;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.Instruction;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCodeLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two decoders find the same instructions in C2's code of methods of the JDK, as javac runs them.
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class DecodersDifferentialTest {
  private static final int METHODS = 20;

  @TempDir Path folder;

  @Test
  void twoDecodersAgreeOnMethodsOfTheJdk() throws IOException, InterruptedException {
    assumeTrue(System.getProperty("os.arch").matches("amd64|x86_64"), "not x86-64");
    List<Decoder> installed = Decoders.installed(Architecture.X86_64);
    assumeTrue(installed.size() > 1, "needs two disassemblers");
    List<MachineCode> methods =
        PrintedCode.read(compileSomething(), MachineCode::isC2).lastVersions().stream()
            .filter(MachineCode::isWhole)
            .sorted(Comparator.comparingInt(MachineCode::byteSize).reversed())
            .toList();
    int compared = 0;
    for (MachineCode code : methods) {
      List<CodeBytes> runs = code.runs();
      List<Instruction> first = instructions(installed.get(0), code, runs);
      // Data among the code is no instructions, and each decoder goes on somewhere else behind it.
      if (compared == METHODS || first.stream().anyMatch(Instruction::isBad)) {
        continue;
      }
      compared++;
      assertThat(instructions(installed.get(1), code, runs))
          .as("%s: %s and %s", code.method(), installed.get(0).name(), installed.get(1).name())
          .extracting(
              Instruction::address, Instruction::length, i -> i.mnemonic().startsWith("lock"))
          .containsExactlyElementsOf(
              first.stream()
                  .map(i -> tuple(i.address(), i.length(), i.mnemonic().startsWith("lock")))
                  .toList());
    }
    assertThat(compared).isEqualTo(METHODS);
  }

  private static List<Instruction> instructions(
      Decoder decoder, MachineCode code, List<CodeBytes> runs) throws IOException {
    return decoder.decode(code.architecture(), runs).stream().flatMap(List::stream).toList();
  }

  /// {@return the log of javac, with the code of classes that it uses much}
  private Path compileSomething() throws IOException, InterruptedException {
    StringBuilder source = new StringBuilder("class Many {\n");
    for (int i = 0; i < 3000; i++) {
      source.append("  static String m" + i + "(int a) { return \"x\" + (a + " + i + "); }\n");
    }
    Files.writeString(folder.resolve("Many.java"), source.append("}\n"));
    Path log = folder.resolve("code.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(
        MachineCodeLog.jvmFlags(
            log,
            List.of(
                "java.util.*::*",
                "java.lang.String*::*",
                "com.sun.tools.javac.parser.*::*",
                "com.sun.tools.javac.code.*::*")));
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-m",
            "jdk.compiler/com.sun.tools.javac.Main",
            "-d",
            folder.toString(),
            folder.resolve("Many.java").toString()));
    Path output = folder.resolve("output.txt");
    Process javac =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(javac.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      javac.destroyForcibly();
    }
    assertThat(javac.exitValue()).as(Files.readString(output)).isZero();
    return log;
  }
}

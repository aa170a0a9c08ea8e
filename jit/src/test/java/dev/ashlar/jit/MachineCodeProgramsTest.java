// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.asm.MachineLoops;
import dev.ashlar.jit.asm.PrintedCode;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Decoder;
import dev.ashlar.jit.machine.Instruction;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.MachineCodeLog;
import dev.ashlar.jit.rules.LoopRequirement;
import dev.ashlar.testing.Jdks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Small loops as each JDK compiles them.
class MachineCodeProgramsTest {
  static Stream<Integer> jdks() {
    return Stream.of(17, 21, 25, 26, 27);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void vectorizedLoopsAreToldFromOthers(int version, @TempDir Path folder) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " found");
    List<String> flags =
        new ArrayList<>(MachineCodeLog.jvmFlags(List.of("programs.SmallLoops::*")));
    // Into the log as well as to standard output.
    flags.add("-XX:+LogVMOutput");
    Program.Run run =
        Program.compile("SmallLoops", folder).run(jdk.get(), flags.toArray(String[]::new));

    MachineCodeLog log = PrintedCode.read(run.log(), MachineCode::isC2);
    assertThat(log.parseProblems()).isEmpty();
    assertThat(log.methods())
        .allSatisfy(code -> {
          assertThat(code.isWhole()).isTrue();
          assertThat(code.jdkFeature()).isEqualTo(version);
        });
    // The same is on standard output.
    MachineCodeLog printed =
        PrintedCode.read(
            new ByteArrayInputStream(run.output().getBytes(StandardCharsets.UTF_8)),
            MachineCode::isC2);
    assertThat(printed.methods())
        .extracting(MachineCode::compileId, MachineCode::runs)
        .containsExactlyInAnyOrderElementsOf(
            log.methods().stream().map(c -> tuple(c.compileId(), c.runs())).toList());

    List<MachineCode> entered = log.lastVersions().stream().filter(code -> !code.isOsr()).toList();
    List<MachineCode> loops =
        entered.stream().filter(c -> c.method().name().matches("[sv][A-Z]\\w+")).toList();
    assertThat(loops).hasSize(13);
    List<Decoder> decoders = Decoders.installed(loops.get(0).architecture());
    assumeFalse(decoders.isEmpty(), Decoders.remedy(loops.get(0).architecture()));
    for (MachineCode code : loops) {
      boolean vectorized = code.method().name().startsWith("v");
      for (Decoder decoder : decoders) {
        CodeReading reading = CodeAnalysis.of(code, decoder);
        assertThat(reading.loops()).as(code.method().name()).isNotEmpty();
        assertThat(reading.loops().stream().anyMatch(LoopCode::isVectorized))
            .as("%s with %s on %d", code.method(), decoder.name(), version)
            .isEqualTo(vectorized);
      }
    }
    decodersAgree(log.methods(), decoders);
    manyAtOnceAreAsOneByOne(log.methods(), decoders.get(0));
  }

  /// A sum of floating-point numbers keeps its order; JDK 17 adds up every vector of ints in the
  /// loop.
  @ParameterizedTest
  @CsvSource({
    "17, addDouble scaleFloat addInt, dotFloat dotInt dotLong scaledFloat xorInt andLong",
    "25, addDouble scaleFloat addInt dotInt dotLong xorInt andLong maxInt maxDouble, dotDouble"
        + " dotFloat squares distance scaledFloat product"
  })
  void partlyVectorizedLoopsAreToldFromOthers(
      int version, String all, String partly, @TempDir Path folder) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " found");
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "the loops were read on x86-64");
    List<String> flags =
        new ArrayList<>(MachineCodeLog.jvmFlags(List.of("programs.Reductions::*")));
    flags.addAll(List.of("-XX:+LogVMOutput", "-XX:UseAVX=2"));
    Program.Run run =
        Program.compile("Reductions", folder).run(jdk.get(), flags.toArray(String[]::new));
    List<MachineCode> methods =
        PrintedCode.read(run.log(), MachineCode::isC2).lastVersions().stream()
            .filter(code -> !code.isOsr() && !code.method().name().equals("main"))
            .toList();
    assertThat(methods).hasSize(20);
    List<Decoder> decoders = Decoders.installed(methods.get(0).architecture());
    assumeFalse(decoders.isEmpty(), Decoders.remedy(methods.get(0).architecture()));
    for (MachineCode code : methods) {
      String name = code.method().name();
      CodeReading reading = CodeAnalysis.of(code, decoders.get(0));
      List<LoopCode> loops = reading.loops();
      assertThat(loops).as(name).isNotEmpty();
      assertThat(loops).extracting(LoopCode::depth).isSortedAccordingTo(Comparator.reverseOrder());
      boolean isPartly = List.of(partly.split(" ")).contains(name);
      boolean isAll = List.of(all.split(" ")).contains(name);
      assertThat(loops.stream().anyMatch(LoopCode::isPartlyVectorized))
          .as("%s partly: %s", name, loops.get(0).summary())
          .isEqualTo(isPartly);
      assertThat(loops.stream().anyMatch(LoopCode::isVectorized))
          .as("%s: %s", name, loops.get(0).summary())
          .isEqualTo(isAll);
      MachineLoops rules = new MachineLoops(List.of(reading), List.of());
      String method = code.method().qualifiedName();
      OptionalInt none = OptionalInt.empty();
      assertThat(rules.objections(method, none, LoopRequirement.VECTORIZED).isEmpty())
          .as(name)
          .isEqualTo(isAll);
      assertThat(rules.objections(method, none, LoopRequirement.PARTLY_VECTORIZED).isEmpty())
          .as(name)
          .isEqualTo(isAll || isPartly);
      if (isPartly) {
        assertThat(loops.get(0).summary())
            .contains("partly vectorized, 256 bits wide: one element");
      }
    }
  }

  /// The notes in a loop name also places outside of it and in methods that are inlined in it.
  @ParameterizedTest
  @MethodSource("jdks")
  void aLoopIsAtItsTest(int version, @TempDir Path folder) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " found");
    List<String> flags =
        new ArrayList<>(MachineCodeLog.jvmFlags(List.of("programs.NestedLoops::outer")));
    flags.addAll(
        List.of(
            "-Xbatch",
            "-XX:+LogVMOutput",
            "-XX:+UseCountedLoopSafepoints",
            "-XX:LoopStripMiningIter=1000",
            "-XX:CompileCommand=dontinline,*NestedLoops::called"));
    Program.Run run =
        Program.compile("NestedLoops", folder).run(jdk.get(), flags.toArray(String[]::new));

    MachineCode code =
        PrintedCode.read(run.log(), MachineCode::isC2).lastVersions().stream()
            .filter(MachineCode::isOsr)
            .findFirst()
            .orElseThrow();
    List<Decoder> decoders = Decoders.installed(code.architecture());
    assumeFalse(decoders.isEmpty(), Decoders.remedy(code.architecture()));
    List<LoopCode> loops = CodeAnalysis.of(code, decoders.get(0)).loops();
    assertThat(loops).as("%s", loops).noneMatch(LoopCode::isVectorized);
    assertThat(loops)
        .filteredOn(loop -> loop.summary().contains("called (static)"))
        .isNotEmpty()
        .extracting(loop -> loop.frames().get(0).name())
        .containsOnly("inner");
    // Around the loop that has a main loop.
    assertThat(loops)
        .filteredOn(loop -> loop.depth() == 1)
        .isNotEmpty()
        .allMatch(LoopCode::skips)
        .extracting(loop -> loop.frames().get(loop.frames().size() - 1).line())
        .containsOnly(16);
    assertThat(loops)
        .filteredOn(loop -> loop.role() == LoopCode.Role.STRIP)
        .isNotEmpty()
        .allMatch(loop -> loop.step().isEmpty());
  }

  private static void manyAtOnceAreAsOneByOne(List<MachineCode> methods, Decoder decoder)
      throws IOException {
    List<CodeReading> one = new ArrayList<>();
    for (MachineCode code : methods) {
      one.add(CodeAnalysis.of(code, decoder));
    }
    assertThat(CodeAnalysis.ofAll(methods, decoder)).isEqualTo(one);
  }

  private static void decodersAgree(List<MachineCode> methods, List<Decoder> decoders)
      throws IOException {
    for (MachineCode code : methods) {
      List<Instruction> first = null;
      for (Decoder decoder : decoders) {
        List<Instruction> decoded = decoder.decode(code.architecture(), code.runs()).get(0);
        if (first != null) {
          assertThat(decoded)
              .as(code.method().name())
              .extracting(Instruction::address, Instruction::length)
              .containsExactlyElementsOf(
                  first.stream().map(i -> tuple(i.address(), i.length())).toList());
        }
        first = decoded;
      }
    }
  }
}

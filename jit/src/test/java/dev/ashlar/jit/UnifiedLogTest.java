// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Trap;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.jit.rules.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files of `-Xlog`, as JDK 17 and 25 write them, are read as far as they go.
class UnifiedLogTest {
  private static final String MAIN = "  134 %     4       Deopt::main @ 41 (266 bytes)";
  private static final String TRAP =
      "cid= 134 osr level=4 Deopt.look([II)I trap_bci=2 osr_bci=41 range_check none"
          + " pc=0x00007fdcffecf748 relative_pc=0x0000000000000048";
  private static final String CALL = " ".repeat(30) + "@ 176   Deopt::total (42 bytes)   ";

  @TempDir private Path folder;

  private CompilationLog read(String... lines) throws IOException {
    return CompilationLog.readPartial(Files.write(folder.resolve("jit.log"), List.of(lines)));
  }

  @ParameterizedTest
  @CsvSource({
    "'[0.206s][debug][jit,compilation] ', 0.206",
    "'[206ms][5982][info ][jit,compilation] ', 0.206",
    "'[2026-11-27T15:28:42.123+0000][0,206s][host][77][5982][debug][jit,compilation] ', 0.206",
    "'[206000000ns] ', 0.206",
    "'[2026-11-27T15:28:42.123+0000] ', 0",
    "'', NaN"
  })
  void decorationsOfAnyKind(String decorations, double seconds) throws IOException {
    CompilationLog log = read(decorations + MAIN, decorations + TRAP, "[gc] something else");
    assertThat(log.isRecognized()).isTrue();
    Compilation compilation = log.compilations().get(0);
    assertThat(compilation.id()).isEqualTo(134);
    assertThat(compilation.osrBci()).isEqualTo(41);
    assertThat(compilation.method().qualifiedName()).isEqualTo("Deopt::main");
    assertThat(Double.compare(compilation.startSeconds(), seconds)).isZero();
    Trap trap = log.traps().get(0);
    assertThat(trap.path())
        .extracting(Object::toString)
        .containsExactly("Deopt::main", "Deopt::look");
    assertThat(trap.bci()).isEqualTo(2);
    assertThat(trap.reason()).isEqualTo("range_check");
    assertThat(trap.action()).isEqualTo("none");
  }

  @Test
  void codeMadeNotEntrantAndSkipped() throws IOException {
    CompilationLog log =
        read(
            "[0.1s] " + "    8       4       Huge::f (18307 bytes)",
            "[0.3s] " + "    8       4       Huge::f (18307 bytes)   made not entrant: not used",
            "    244    9       4       Huge::g (8307 bytes)   COMPILE SKIPPED: out of nodes parsing method (retry at different tier)",
            "[0.4s] " + "    3     n 0       java.lang.Object::hashCode (native)   ");
    assertThat(log.compilations()).hasSize(2);
    assertThat(log.compilerStatistics().notEntrant()).containsEntry("not used", 1L);
    assertThat(log.compilerStatistics().failures())
        .containsOnlyKeys("out of nodes parsing method (retry at different tier)");
  }

  @ParameterizedTest
  @CsvSource({"'failed to inline: callee is too large'", "callee is too large"})
  void decisionsBelongToTheCompilationOfTheirThread(String refused) throws IOException {
    CompilationLog log =
        read(
            "[0.1s][81] " + MAIN,
            "[0.1s][82]   135       3       Deopt::total (42 bytes)",
            "[0.2s][81] " + CALL + "inline (hot)",
            "[0.2s][82] " + " ".repeat(30) + "@ 27   Deopt$A::area (5 bytes)   " + refused,
            "[0.2s][81] " + " ".repeat(32) + "@ 27   Deopt$A::area (5 bytes)   intrinsic",
            "[0.2s][81] " + " ".repeat(36) + "@ 27   Deopt$A::torn (5 bytes)   inline");
    CallTree tree = tree(log, "Deopt::main");
    Decision total = tree.sites().get(0).decisions().get(0);
    assertThat(total.verdict()).isEqualTo(Verdict.INLINED);
    CallTree body = Objects.requireNonNull(total.body());
    assertThat(body.sites()).hasSize(1);
    assertThat(body.sites().get(0).decisions().get(0).verdict()).isEqualTo(Verdict.INTRINSIC);
    Decision area = tree(log, "Deopt::total").sites().get(0).decisions().get(0);
    assertThat(area.verdict()).isEqualTo(Verdict.CALLED);
    assertThat(area.reason()).isEqualTo("callee is too large");
  }

  private static CallTree tree(CompilationLog log, String method) {
    return Objects.requireNonNull(
        log.compilationsOf(log.methodsNamed(method).get(0)).get(0).tree(), method);
  }

  /// The lines of two threads may be mixed.
  @Test
  void decisionsWithoutAThreadAreNotAssigned() throws IOException {
    CompilationLog log = read("[0.1s] " + MAIN, "[0.2s] " + CALL + "inline");
    assertThat(log.compilations()).allMatch(compilation -> compilation.tree() == null);
    assertThat(log.notKnown()).anyMatch(why -> why.contains("the decoration tid"));
  }

  @Test
  void rotatedFilesAreOneLog() throws IOException {
    Files.writeString(folder.resolve("jit.log.0"), "[0.1s] " + MAIN + "\n");
    Files.writeString(folder.resolve("jit.log.1"), ("[1.0s] " + TRAP + "\n").repeat(40));
    Files.writeString(folder.resolve("jit.log.old"), ("[1.0s] " + TRAP + "\n").repeat(40));
    String[] last = new String[20];
    Arrays.fill(last, "[2.5s] " + TRAP);
    CompilationLog log = read(last);
    assertThat(log.parts()).hasSize(2);
    Finding finding = log.findings().get(0);
    assertThat(finding.kind()).isEqualTo(Finding.Kind.DEOPTIMIZATION);
    assertThat(finding.root().qualifiedName()).isEqualTo("Deopt::main");
    assertThat(finding.numbers())
        .extracting(Metric::text)
        .containsExactly("60 times", "first at 1.0 s", "last at 2.5 s");
    assertThat(log.notKnown()).anyMatch(why -> why.contains("rotated"));
  }

  /// What is not there is no proof.
  @Test
  void nothingIsSaidAboutWhatIsMissing() throws IOException {
    CompilationLog log = read("[0.1s] " + MAIN);
    assertThat(log.allocationSites()).isEmpty();
    assertThat(log.notKnown()).anyMatch(why -> why.contains("no deoptimizations"));
    assertThat(read("Hello", "  12 monkeys").isRecognized()).isFalse();
  }

  @Test
  void whatGraalPrints() throws IOException {
    String line =
        "%-30s %-70s %-45s %-50s %s | 1234us   100B bytecodes   300B codesize   900kB allocated";
    CompilationLog log =
        read(
            line.formatted("HotSpotCompilation-83", "LQueens;", "run", "(I)I", ""),
            line.formatted("HotSpotOSRCompilation-84", "La/B;", "run", "()I", "(OSR@4) "));
    assertThat(log.topTier()).isEqualTo("Graal");
    assertThat(log.compilations()).extracting(Compilation::codeBytes).containsOnly(300);
    assertThat(log.compilations().get(1).method().key()).isEqualTo("a.B::run()I");
    assertThat(log.compilations().get(1).osrBci()).isEqualTo(4);
    assertThat(log.compilerStatistics().c2().sumSeconds()).isEqualTo(2 * 0.001234);
    assertThat(log.notKnown().get(0)).startsWith("this is a log of Graal");
  }

  /// With Graal, the tags of its compilations are those of any compiler, without calls.
  @Test
  void graalIsNotC2() throws IOException {
    String log =
        LogText.HEAD
            + "<nmethod compile_id='7' compiler='jvmci' level='4' entry='0x1' size='576'"
            + " address='0x1' method='a.B root ()V' bytes='20' count='9000' iicount='9000'"
            + " stamp='1.100'/>\n"
            + LogText.traps("a.B root ()V", 60)
            + "<compilation_log thread='9'>\n<start_compile_thread thread='9' process='1' stamp='0.1'/>\n"
            + "<task compile_id='7' level='4' method='a.B root ()V' bytes='20' count='9000' stamp='1.0'>\n"
            + "<task_done success='1' nmsize='100' count='9000' stamp='1.1'/>\n</task>\n"
            + "</compilation_log>\n"
            + LogText.END;
    CompilationLog read = CompilationLog.read(Files.writeString(folder.resolve("graal.log"), log));
    assertThat(read.parseProblems()).isEmpty();
    assertThat(read.compilations()).extracting(Compilation::compiler).containsExactly("Graal");
    assertThat(read.whyNothing()).hasValueSatisfying(why -> assertThat(why).startsWith("Graal"));
    assertThat(read.notKnown().get(0)).startsWith("this is a log of Graal");
    assertThat(read.findings())
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.DEOPTIMIZATION);
    for (String rule : List.of("B::root is compiled by C2", "B::root inlines everything")) {
      assertThat(Rules.parse(List.of(rule)).check(read)).as(rule).isNotEmpty();
    }
  }
}

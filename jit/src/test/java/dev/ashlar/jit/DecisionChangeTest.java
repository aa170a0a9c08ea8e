// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.read;
import static dev.ashlar.jit.LogText.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testing.Jdks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class DecisionChangeTest {
  @TempDir private Path folder;

  @Test
  void whatUsersWrite() {
    assertThat(DecisionChange.parse("dontinline,a.B::c").flags())
        .containsExactly("-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,a.B::c");
    assertThat(DecisionChange.parse("FreqInlineSize=500").flags())
        .containsExactly("-XX:+UnlockDiagnosticVMOptions", "-XX:FreqInlineSize=500");
    assertThat(DecisionChange.parse("-UseSuperWord").flags()).contains("-XX:-UseSuperWord");
    for (String wrong : List.of("inline", "inline,c", "-XX:FreqInlineSize=5", "UseSuperWord")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DecisionChange.parse(wrong))
          .withMessageContaining("'" + wrong + "'");
    }
  }

  @Test
  void theNameOfAGeneratedClassHasNoAddress() throws IOException {
    CompilationLog log =
        read(
            task(
                    1,
                    1,
                    "<parse method='10'>\n"
                        + call(4, 11, "<inline_fail reason='hot method too big'/>")
                        + "</parse>\n")
                .replace("name='a.B'", "name='a.B$$Lambda/0x00007f01'"));
    assertThat(DecisionChange.of(log.findings().get(0)).orElseThrow().words())
        .isEqualTo("inline a.B$$Lambda*::middle");
  }

  /// A command ends at a blank, and the JVM would not start.
  @Test
  void aNameThatNoCommandCanHaveIsLeftAlone() throws IOException {
    CompilationLog log =
        read(
            task(
                    1,
                    1,
                    "<parse method='10'>\n"
                        + call(4, 11, "<inline_fail reason='hot method too big'/>")
                        + "</parse>\n")
                .replace("name='middle'", "name='in the middle'"));
    assertThat(log.findings().get(0).callee().orElseThrow().name()).isEqualTo("in the middle");
    assertThat(DecisionChange.of(log.findings().get(0))).isEmpty();
  }

  /// HotSpot takes the flags, and then decides otherwise.
  @ParameterizedTest
  @CsvSource({
    "17, HotTooBig, HOT_METHOD_TOO_BIG",
    "25, HotTooBig, HOT_METHOD_TOO_BIG",
    "25, TooDeep, TOO_DEEP",
    "25, Recursive, RECURSIVE",
    "25, HugeMethod, HUGE_METHOD",
    "25, Megamorphic, VIRTUAL_CALL"
  })
  void removesAFinding(int version, String program, Finding.Kind kind) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    Program compiled = Program.compile(program, folder);
    CompilationLog before = CompilationLog.read(compiled.run(jdk.get(), "-Xbatch").log());
    Finding finding =
        before.findings().stream().filter(f -> f.kind() == kind).findFirst().orElseThrow();
    assertThat(DecisionChange.isEffective(finding, before, before)).isFalse();
    DecisionChange change = DecisionChange.of(finding).orElseThrow();
    if (kind == Finding.Kind.VIRTUAL_CALL) {
      // HotSpot has two of the four receiver types in the profile, with 40, 30, 20 or 10 %.
      assertThat(change.words()).matches("-XX:TypeProfileMajorReceiverPercent=(3[56]|2[67]|1[78])");
    }
    String[] flags =
        Stream.concat(Stream.of("-Xbatch"), change.flags().stream()).toArray(String[]::new);
    Program.Run run = compiled.run(jdk.get(), flags);
    assertThat(run.output()).doesNotContain("CompileCommand");
    assertThat(DecisionChange.isEffective(finding, before, CompilationLog.read(run.log())))
        .isTrue();
  }
}

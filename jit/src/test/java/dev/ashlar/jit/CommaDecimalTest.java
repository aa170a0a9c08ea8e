// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.read;
import static dev.ashlar.jit.LogText.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.rules.Rules;
import dev.ashlar.testing.CommaLocale;
import dev.ashlar.testing.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// HotSpot writes numbers as the locale has them.
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CommaDecimalTest {
  private static final Rules RULES =
      Rules.parse(
          List.of("B::root inlines everything", "no deoptimisation in B::root after 0.5 s"));

  @TempDir private Path folder;

  private static String withCommas(String log) {
    return log.replaceAll("='(\\d+)\\.(\\d+)'", "='$1,$2'");
  }

  /// The second compilation is later, but not in the file.
  private static String[] log() {
    String inlined = "<inline_success reason='inline (hot)'/>\n<parse method='11'>\n</parse>";
    String refused = "<inline_fail reason='too big'/>";
    return new String[] {
      task(2, 3.25, "<parse method='10'>\n" + call(1, 11, refused) + "</parse>\n"),
      task(1, 1.5, "<parse method='10'>\n" + call(1, 11, inlined) + "</parse>\n"),
      LogText.traps("a.B root ()V", 3)
    };
  }

  @Test
  void timesAndSharesAreTheSame() throws IOException {
    String[] parts = log();
    CompilationLog points = read(parts);
    for (int i = 0; i < parts.length; i++) {
      parts[i] = withCommas(parts[i]);
    }
    assertThat(String.join("", parts)).contains("stamp='3,250'", "prof_factor='1,0'");
    CompilationLog commas = read(parts);
    assertThat(commas.parseProblems()).isEmpty();
    assertThat(commas.compilations()).isEqualTo(points.compilations());
    assertThat(commas.compilations())
        .extracting(Compilation::startSeconds)
        .containsExactly(1.5, 3.25);
    assertThat(commas.traps()).isEqualTo(points.traps());
    assertThat(commas.findings()).isEqualTo(points.findings());
    assertThat(RULES.check(commas)).isEqualTo(RULES.check(points)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1;500", "1.5.0", "", "x", "1,5,0", "nan", "-1.5", "1."})
  void aTimeThatIsNoneIsDamage(String stamp) throws IOException {
    String broken = log()[1].replace("stamp='1.500'", "stamp='" + stamp + "'");
    assertThat(read(broken).parseProblems())
        .extracting(ParseProblem::what)
        .containsExactly("values that are missing or no numbers");
    assertThat(Rules.parse(List.of("B::root is compiled by C2")).check(read(broken))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void aJvmInSuchALocale(int version) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    Optional<Map<String, String>> locale = CommaLocale.environment(folder);
    assumeTrue(locale.isPresent(), "no localedef, or no source of the locale");
    Program.Run run =
        Program.compile("Bimorphic", folder).run(jdk.orElseThrow(), locale.get(), "-Xbatch");
    assertThat(Files.readString(run.log())).containsPattern("stamp='\\d+,\\d+'");
    CompilationLog log = CompilationLog.read(run.log());
    assertThat(log.parseProblems()).isEmpty();
    assertThat(log.endSeconds()).isPresent();
    assertThat(log.compilations())
        .allSatisfy(t -> assertThat(t.startSeconds()).isPositive().isFinite());
    assertThat(Rules.parse(List.of("Bimorphic::total has no virtual call")).check(log)).isEmpty();
  }
}

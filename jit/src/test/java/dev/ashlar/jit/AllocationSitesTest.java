// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.compilation.AllocationSite;
import dev.ashlar.jit.compilation.Elimination;
import dev.ashlar.testing.Jdks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class AllocationSitesTest {
  private static final String CONSTRUCTORS =
      """
      <klass id='3' name='a.P' flags='1'/>
      <method id='20' holder='3' name='&lt;init&gt;' return='1' flags='1' bytes='20'/>
      <klass id='4' name='a.Q' flags='1'/>
      <method id='21' holder='4' name='&lt;init&gt;' return='1' flags='1' bytes='20'/>
      """;

  @TempDir private Path folder;

  private static CompilationLog log(String body, String eliminations) throws IOException {
    return read(
        LogText.task(
            1, 1, CONSTRUCTORS + "<parse method='10'>\n" + body + "</parse>\n" + eliminations));
  }

  private static String inlined(int bci, int method, String body) {
    return call(bci, method, "<inline_success reason='inline (hot)'/>")
        + "<parse method='%d'>%n%s</parse>%n".formatted(method, body);
  }

  private static String eliminated(int type, String jvms) {
    return "<eliminate_allocation type='%d'>%n%s</eliminate_allocation>%n".formatted(type, jvms);
  }

  @Test
  void whatIsEliminatedAndWhatRemains() throws IOException {
    String refused = "<inline_fail reason='too big'/>";
    CompilationLog log =
        log(
            inlined(4, 20, "") + call(14, 21, refused) + inlined(20, 11, inlined(6, 20, "")),
            eliminated(3, "<jvms bci='2' method='11'/>\n<jvms bci='20' method='10'/>\n"));
    assertThat(log.allocationSites())
        .extracting(
            s -> s.method().name(),
            AllocationSite::bci,
            AllocationSite::type,
            AllocationSite::eliminatedCount,
            AllocationSite::remainingCount,
            AllocationSite::constructorCall)
        .containsExactly(
            tuple("root", 4, "a.P", 0, 1, ""),
            tuple("root", 14, "a.Q", 0, 1, "too big"),
            tuple("middle", 6, "a.P", 1, 0, ""));
  }

  /// `new P(new P())`: the inner one is called first.
  @Test
  void nestedOnesAreToldApart() throws IOException {
    CompilationLog log =
        log(
            inlined(8, 20, "") + inlined(11, 20, ""),
            eliminated(3, "<jvms bci='0' method='10'/>\n")
                + eliminated(3, "<jvms bci='4' method='10'/>\n"));
    assertThat(log.allocationSites()).allMatch(site -> site.remainingCount() == 0).hasSize(2);
  }

  @Test
  void superConstructorsAreNoAllocations() throws IOException {
    CompilationLog log = log(inlined(4, 20, inlined(1, 21, "") + inlined(9, 21, "")), "");
    assertThat(log.allocationSites())
        .extracting(AllocationSite::bci)
        .containsExactlyInAnyOrder(4, 9);
    // Either call may be that of the super class.
    CompilationLog unclear = log(inlined(4, 20, inlined(7, 21, "") + inlined(9, 20, "")), "");
    assertThat(unclear.allocationSites()).extracting(AllocationSite::bci).containsExactly(4);
  }

  @Test
  void aRetryForgetsTheFirstAttempt() throws IOException {
    String parse = "<parse method='10'>\n" + inlined(4, 20, "") + "</parse>\n";
    CompilationLog log =
        read(
            LogText.task(
                1,
                1,
                CONSTRUCTORS
                    + parse
                    + eliminated(3, "<jvms bci='0' method='10'/>\n")
                    + "<failure reason='retry without escape analysis' phase='compile'/>\n"
                    + parse));
    assertThat(log.allocationSites()).extracting(AllocationSite::remainingCount).containsExactly(1);
    assertThat(log.compilerStatistics().bailouts())
        .containsExactly(Map.entry("retry without escape analysis", 1L));
    assertThat(log.compilerStatistics().failures()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void ofAProgram(int version) throws Exception {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    Program.Run run = Program.compile("Allocations", folder).run(jdk.get(), "-Xbatch");
    CompilationLog log = CompilationLog.read(run.log());
    assertThat(site(log, "eliminated"))
        .returns(0, AllocationSite::remainingCount)
        .returns("programs.Allocations$Point", AllocationSite::type);
    assertThat(site(log, "escaping"))
        .returns(0, AllocationSite::eliminatedCount)
        .satisfies(site -> assertThat(site.frequency()).isGreaterThan(1000));
    assertThat(site(log, "locking")).returns(0, AllocationSite::remainingCount);
    List<Elimination> locks =
        log.compilations().stream()
            .flatMap(c -> c.eliminations().stream())
            .filter(e -> e.kind() == Elimination.Kind.LOCK)
            .toList();
    assertThat(locks)
        .isNotEmpty()
        .allMatch(e -> e.position().method().name().equals("locking"))
        .allMatch(e -> e.type().equals("NonEscObj"));
    CompilerStatistics statistics = log.compilerStatistics();
    assertThat(statistics.c2().count()).isPositive();
    assertThat(statistics.c1().count()).isPositive();
    assertThat(statistics.waits()).isPresent();
    assertThat(log.codeCache().fullCount()).isZero();
    assertThat(log.codeCache().leastFreeBytes()).isPresent();
  }

  private static AllocationSite site(CompilationLog log, String method) {
    return log.allocationSites().stream()
        .filter(site -> site.method().name().equals(method))
        .findFirst()
        .orElseThrow();
  }
}

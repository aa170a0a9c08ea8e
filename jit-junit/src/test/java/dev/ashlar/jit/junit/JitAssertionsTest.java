// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.junit.JitAssertionError.Reason;
import dev.ashlar.jit.junit.workload.Beyond;
import dev.ashlar.jit.junit.workload.Bulky;
import dev.ashlar.jit.junit.workload.Calm;
import dev.ashlar.jit.junit.workload.Rare;
import dev.ashlar.jit.junit.workload.Shapes;
import dev.ashlar.testing.Jdks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each assertion where it holds and where it does not, on each JDK present.
@ParameterizedClass
@ValueSource(ints = {17, 21, 25})
class JitAssertionsTest {
  @Parameter private int version;
  private static final Map<List<?>, JitRun> RUNS = new HashMap<>();
  private ForkedJvm jvm = inForkedJvm();

  @BeforeEach
  void findJdk() {
    Optional<Path> jdk = Jdks.find(version);
    assumeTrue(jdk.isPresent(), "no JDK " + version + " in the usual folders");
    jvm =
        inForkedJvm()
            .withJdk(jdk.orElseThrow())
            .withFlags("-Xbatch")
            .repeatingFor(Duration.ofMillis(700));
  }

  private JitRun run(Class<? extends Runnable> workload) {
    return RUNS.computeIfAbsent(List.of(version, workload), w -> jvm.run(workload));
  }

  private static JitAssertionError failure(Runnable assertion) {
    return catchThrowableOfType(JitAssertionError.class, assertion::run);
  }

  @Test
  void whatIsInlinedIs() {
    run(Calm.class)
        .assertThat(Calm.class, "sum")
        .isCompiledByC2()
        .inlinesAllCalls()
        .inlines("Calm::twice")
        .inlines("Calm::bits")
        .hasIntrinsic("Integer::bitCount")
        .hasNoVirtualCall()
        .hasNoDeoptimizationAfter(Duration.ofMillis(500));
    assertThat(run(Calm.class).log().vm().featureVersion()).isEqualTo(version);
  }

  @Test
  void aCallThatRemainsIsNamedWithItsReasonAndNumbers() {
    MethodAssert rounds = run(Bulky.class).assertThat("Bulky::rounds").isCompiledByC2();

    for (JitAssertionError error :
        new JitAssertionError[] {
          failure(rounds::inlinesAllCalls), failure(() -> rounds.inlines("Bulky::mix"))
        }) {
      assertThat(error.reason()).isEqualTo(Reason.RULE_BROKEN);
      assertThat(error)
          .hasMessageContaining("Bulky::rounds inlines")
          .hasMessageContaining("calls Bulky::mix: hot method too big")
          .hasMessageContaining("limit FreqInlineSize=325")
          .hasMessageContaining("Do: move its rare parts")
          .hasMessageContaining("JDK " + version);
      Path log = Path.of(error.toString().replaceFirst("(?s).*the log is kept in ", ""));
      assertThat(log).exists();
    }
  }

  @Test
  void aVirtualCallIsNamedWithItsReceivers() {
    MethodAssert total = run(Shapes.class).assertThat(Shapes.class, "total");
    JitAssertionError error = failure(total::hasNoVirtualCall);
    assertThat(error.reason()).isEqualTo(Reason.RULE_BROKEN);
    assertThat(error)
        .hasMessageContaining("calls IntSupplier::getAsInt")
        // Which two HotSpot keeps depends on where the loop was when it began to count.
        .hasMessageContaining(" % dev.ashlar.jit.junit.workload.Shapes$")
        .hasMessageContaining("others, which HotSpot does not name");
    assertThat(failure(total::inlinesAllCalls)).hasMessageContaining("virtual call");
  }

  @Test
  void whatIsNoIntrinsic() {
    MethodAssert sum = run(Calm.class).assertThat(Calm.class, "sum");
    assertThat(failure(() -> sum.hasIntrinsic("Calm::twice")))
        .hasMessageContaining("has it inlined");
    assertThat(failure(() -> sum.hasIntrinsic("Math::multiplyHigh")))
        .hasMessageContaining("nothing in it calls Math::multiplyHigh");
    assertThat(failure(() -> sum.inlines("Calm::thrice")))
        .hasMessageContaining("nothing in it calls Calm::thrice");
  }

  @Test
  void codeThatIsLeftAgainAndAgain() {
    JitRun run = jvm.withFlags("-XX:-OmitStackTraceInFastThrow").run(Beyond.class);
    JitAssertionError error =
        failure(() ->
            run.assertThat(Beyond.class, "step").hasNoDeoptimizationAfter(Duration.ofMillis(1)));
    assertThat(error.reason()).isEqualTo(Reason.RULE_BROKEN);
    assertThat(error).hasMessageContaining("range_check");
  }

  @Test
  void aMethodThatIsNotHot() {
    JitAssertionError error =
        failure(() ->
            jvm.repeatingFor(Duration.ZERO)
                .run(Rare.class)
                .assertThat(Rare.class, "once")
                .inlinesAllCalls());
    assertThat(error.reason()).isEqualTo(Reason.NOT_COMPILED);
    assertThat(error)
        .hasMessageContaining("Rare::once was never compiled: it was not called often");
  }

  @Test
  void aMethodThatOnlyC1Compiled() {
    JitAssertionError error =
        failure(() ->
            jvm.withFlags("-XX:TieredStopAtLevel=1")
                .run(Calm.class)
                .assertThat(Calm.class, "sum")
                .hasNoVirtualCall());
    assertThat(error.reason()).isEqualTo(Reason.ONLY_BY_C1);
    assertThat(error)
        .hasMessageContaining("was not compiled by C2: C2 compiled nothing at all")
        .hasMessageContaining("-XX:TieredStopAtLevel");
  }

  @Test
  void theWorkloadsOwnFlagsDoNotSendTheLogElsewhere() {
    assertThat(
            jvm.withFlags("-XX:+UnlockDiagnosticVMOptions", "-XX:-LogCompilation")
                .run(Calm.class)
                .assertThat(Calm.class, "sum")
                .isCompiledByC2())
        .isNotNull();
  }

  @Test
  void aJvmThatCompilesNothing() {
    ForkedJvm interpreting = jvm.withFlags("-Xint").repeatingFor(Duration.ZERO);
    assertThat(
            failure(
                () -> interpreting.run(Calm.class).assertThat(Calm.class, "sum").isCompiledByC2()))
        .hasMessageContaining("with -Xint nothing is compiled");
  }

  @Test
  void methodsThatTheClassDoesNotHave() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run(Calm.class).assertThat(Calm.class, "smu"))
        .withMessageContaining("Calm declares no method smu");
    Runnable lambda = () -> {};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> jvm.run(lambda.getClass()))
        .withMessageContaining("cannot be made in another JVM");
    // An instance's, for which there would be no instance.
    assertThatIllegalArgumentException()
        .isThrownBy(() -> jvm.call(Calm.class, "run"))
        .withMessageContaining("Calm declares no static method run without parameters");
  }

  @Test
  void aMisspeltMethod() {
    assertThat(failure(() -> run(Calm.class).assertThat("Clam::sum").isCompiledByC2()))
        .hasMessageContaining("there is only")
        .hasMessageContaining("Calm::sum");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Calm::sum inlines everything", "Calm::sum has no virtual call"})
  void rulesInWords(String rule) {
    assertThat(run(Calm.class).obeys(rule)).isSameAs(run(Calm.class));
    JitAssertionError error =
        failure(() -> run(Shapes.class).obeys(rule.replace("Calm::sum", "Shapes::total")));
    assertThat(error).hasMessageStartingWith(rule.replace("Calm::sum", "Shapes::total"));
  }
}

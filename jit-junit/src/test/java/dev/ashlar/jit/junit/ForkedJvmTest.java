// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ashlar.jit.junit.JitAssertionError.Reason;
import dev.ashlar.jit.junit.workload.Calm;
import dev.ashlar.jit.junit.workload.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkedJvmTest {
  @TempDir private Path folder;

  private static JitAssertionError failure(Runnable run) {
    return catchThrowableOfType(JitAssertionError.class, run::run);
  }

  @Test
  void aStaticMethodThatIsNotPublic() {
    inForkedJvm()
        .repeatingFor(Duration.ofMillis(500))
        .call(Calm.class, "staticRun")
        .assertThat(Calm.class, "sum")
        .isCompiledByC2();
  }

  @Test
  void aProgramRunsOnceWithItsArguments() {
    JitRun run = inForkedJvm().main(Programs.Exiting.class, "0", "other");
    assertThat(run.log().vm().command()).contains("Programs$Exiting 0 other");
    run.assertThat(Calm.class, "sum").isCompiledByC2();
  }

  @Test
  void anotherExitCodeIsAFailureWithWhatWasPrinted() {
    JitAssertionError error =
        failure(() ->
            inForkedJvm().withFlags("-Dflag=raised").main(Programs.Exiting.class, "3", "a b"));
    assertThat(error.reason()).isEqualTo(Reason.CHILD_FAILED);
    assertThat(error)
        .hasMessageContaining("ended with exit code 3; it printed:")
        .hasMessageContaining("given [3, a b] and raised");
  }

  @Test
  void anExceptionIsAFailureWithItsStack() {
    JitAssertionError error = failure(() -> inForkedJvm().run(Programs.Throwing.class));
    assertThat(error.reason()).isEqualTo(Reason.CHILD_FAILED);
    assertThat(error)
        .hasMessageContaining("IllegalStateException: no such luck")
        .hasMessageContaining("Programs$Throwing.run");
  }

  @Test
  void whatDoesNotEndIsKilled() {
    long start = System.nanoTime();
    JitAssertionError error =
        failure(
            () -> inForkedJvm().withTimeout(Duration.ofMillis(1500)).run(Programs.Hanging.class));
    assertThat(error.reason()).isEqualTo(Reason.TIMED_OUT);
    assertThat(error)
        .hasMessageContaining("did not end within 1.5 s and was killed; it printed:")
        .hasMessageContaining("waiting");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
  }

  @Test
  void aFlagThatTheJvmDoesNotKnow() {
    JitAssertionError error =
        failure(() -> inForkedJvm().withFlags("-XX:+MakeItFast").run(Calm.class));
    assertThat(error.reason()).isEqualTo(Reason.CHILD_FAILED);
    assertThat(error).hasMessageContaining("MakeItFast");
  }

  @Test
  void aFolderThatIsNoJdk() {
    assertThatThrownBy(() -> inForkedJvm().withJdk(folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bin/java");
  }

  @Test
  void logsAreKeptWhereTheyAreAskedFor() {
    JitRun run =
        inForkedJvm()
            .repeatingFor(Duration.ZERO)
            .keepingLogsIn(folder.resolve("logs"))
            .run(Calm.class);
    assertThat(run.file()).exists().hasParent(folder.resolve("logs").toAbsolutePath());
    assertThat(JitAssertions.inLog(run.file()).log().compilations())
        .hasSameSizeAs(run.log().compilations());
  }

  /// As that of a JVM that was killed: what it would have said may break any rule.
  @Test
  void nothingHoldsForADamagedLogUnlessThatIsAllowed() throws IOException {
    String begun =
        """
        <hotspot_log version='160 1'>
        <task compile_id='1' method='a.B root ()V' bytes='20' count='9000' stamp='1.0'>
        <type id='1' name='void'/>
        <klass id='2' name='a.B' flags='1'/>
        <method id='3' holder='2' name='root' return='1' flags='1' bytes='20'/>
        <parse method='3'>
        </parse>
        <task_done success='1' nmsize='100' count='9000' stamp='1.1'/>
        </task>
        """;
    Path cut = Files.writeString(folder.resolve("cut.log"), begun);
    JitRun run = JitAssertions.inLog(cut);
    assertThatThrownBy(() -> run.assertThat("B::root").inlinesAllCalls())
        .isInstanceOf(JitAssertionError.class)
        .hasMessageContaining("not all of the log could be read (end of the log missing");
    assertThatThrownBy(() -> run.obeys("B::root is compiled by C2"))
        .hasMessageContaining("end of the log missing");
    assertThatThrownBy(() -> run.assertThat("B::other").isCompiledByC2())
        .hasMessageContaining("not all of the log could be read");
    run.allowingDamage().assertThat("B::root").inlinesAllCalls();
    run.allowingDamage().obeys("B::root is compiled by C2");
  }
}

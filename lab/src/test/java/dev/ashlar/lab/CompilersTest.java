// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class CompilersTest {
  @Test
  void readsWhatLinuxSaysOfAThread() {
    assertThat(Compilers.isRunningCompiler("7 (C2 CompilerThre) R 1 7")).isTrue();
    assertThat(Compilers.isRunningCompiler("7 (C1 CompilerThre) D 1 7")).isTrue();
    assertThat(Compilers.isRunningCompiler("7 (C2 CompilerThre) S 1 7")).isFalse();
    assertThat(Compilers.isRunningCompiler("7 (main) R 1 7")).isFalse();
    assertThat(Compilers.isRunningCompiler("")).isFalse();
  }

  /// However busy they are, the wait ends.
  @Test
  void theWaitEnds() {
    long start = System.nanoTime();
    Compilers.awaitIdle();
    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(30));
    assertThat(Compilers.totalMillis()).isNotNegative();
  }
}

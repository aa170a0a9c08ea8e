// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static dev.ashlar.jit.LogText.read;
import static dev.ashlar.jit.LogText.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ashlar.jit.compilation.CodeCacheUse;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CompilerStatisticsTest {
  private static final String PARSE = "<parse method='10'>\n</parse>\n";

  private static String queued(int id, double stamp) {
    return "<task_queued compile_id='%d' method='a.B root ()V' bytes='20' count='9' stamp='%.3f'/>%n"
        .formatted(id, stamp);
  }

  @Test
  void timesAndWaits() throws IOException {
    CompilationLog log =
        read(
            queued(1, 0.75),
            queued(2, 1.5),
            task(1, 1, PARSE),
            task(2, 2, PARSE),
            task(3, 3, PARSE));
    CompilerStatistics statistics = log.compilerStatistics();
    assertThat(statistics.c2().count()).isEqualTo(3);
    assertThat(statistics.c2().sumSeconds()).isCloseTo(0.3, within(1e-9));
    assertThat(statistics.c1().longest()).isEmpty();
    CompilerStatistics.Times waits = statistics.waits().orElseThrow();
    assertThat(waits.count()).isEqualTo(2);
    assertThat(waits.medianSeconds()).isCloseTo(0.25, within(1e-9));
    assertThat(waits.longestSeconds()).isCloseTo(0.5, within(1e-9));
    assertThat(waits.longest().orElseThrow().id()).isEqualTo(2);
  }

  @Test
  void aCompilationUnderWayHasNoOutcome() throws IOException {
    String retried = "<failure reason='retry without subsuming loads' phase='compile'/>\n";
    String text = task(1, 1, PARSE + retried + PARSE);
    CompilationLog log = read(task(2, 2, PARSE), text.substring(0, text.indexOf("<task_done")));
    assertThat(log.compilerStatistics().failures()).isEmpty();
    assertThat(log.compilerStatistics().bailouts()).hasSize(1);
    assertThat(log.compilerStatistics().c2().count()).isEqualTo(1);
  }

  @Test
  void failuresAndTheCodeCache() throws IOException {
    CompilationLog log =
        read(
            task(1, 1, PARSE),
            "<code_cache total_blobs='9' nmethods='40' adapters='1' free_code_cache='5000'/>\n",
            task(2, 2, PARSE + "<failure reason='CodeCache is full'/>\n")
                .replace("success='1'", "success='0'"),
            """
            <code_cache_full total_blobs='9' nmethods='30' free_code_cache='100' stamp='2.5'/>
            CodeCache: size=2560Kb
            <sweeper state='finished' nmethods='7' free_code_cache='9000' stamp='2.6'/>
            """);
    CompilerStatistics statistics = log.compilerStatistics();
    assertThat(statistics.failures()).containsOnlyKeys("CodeCache is full");
    assertThat(statistics.bailouts()).isEmpty();
    CodeCacheUse use = log.codeCache();
    assertThat(use.leastFreeBytes()).hasValue(100);
    assertThat(use.mostMethods()).isEqualTo(40);
    assertThat(use.fullCount()).isEqualTo(1);
    assertThat(use.firstFullSeconds()).hasValue(2.5);
    assertThat(use.sweepCount()).isEqualTo(1);
    assertThat(log.parseProblems()).isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.replace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.PairedExperimentContract;
import org.junit.jupiter.api.Test;

class ReplaceExperimentTest extends PairedExperimentContract {
  ReplaceExperimentTest() {
    super(new ReplaceExperiment());
  }

  @Test
  void onlyTheAgentIsDeniedUnsafe() {
    assertThat(experiment().flags(theCase("lz4"), contender("ashlar-agent")))
        .contains("--sun-misc-unsafe-memory-access=deny")
        .anyMatch(flag -> flag.matches("-javaagent:.*ashlar-unsafe-agent.*\\.jar"));
    assertThat(experiment().flags(theCase("lz4"), contender("jdk-unsafe")))
        .containsExactly("--sun-misc-unsafe-memory-access=allow");
  }
}

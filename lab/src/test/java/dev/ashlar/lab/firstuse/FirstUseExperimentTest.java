// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.firstuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.ExperimentContract;
import dev.ashlar.lab.experiment.FreshJvms;
import dev.ashlar.lab.experiment.Observation.Observed;
import dev.ashlar.lab.firstuse.FirstUseProgram.Part;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FirstUseExperimentTest extends ExperimentContract {
  private final FirstUseExperiment firstUse = new FirstUseExperiment();

  @Override
  protected FirstUseExperiment experiment() {
    return firstUse;
  }

  @ParameterizedTest
  @EnumSource
  void eachPartIsUsedInJvmsOfItsOwn(Part part) {
    FreshJvms jvms = part.in(3);
    jvms.verify();
    assertThat(jvms.run()).isPositive();
    Observed observed = jvms.observed();
    assertThat(observed.unit()).isEqualTo("ms");
    assertThat(observed.series()).hasSize(1);
    assertThat(observed.series().getFirst().values()).hasSize(3).contains(observed.score());
  }
}

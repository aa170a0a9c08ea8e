// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.PairedExperimentContract;
import org.junit.jupiter.api.Test;

class ExportExperimentTest extends PairedExperimentContract {
  ExportExperimentTest() {
    super(new ExportExperiment());
  }

  @Test
  void batchesAreOfTheirSize() {
    Telemetry telemetry = new Telemetry(8, true);
    assertThat(telemetry.spans()).hasSize(Telemetry.SPANS);
    assertThat(telemetry.logRecords()).hasSize(Telemetry.LOG_RECORDS);
    assertThat(
            telemetry.metrics().stream()
                .mapToInt(metric -> metric.getData().getPoints().size())
                .sum())
        .isEqualTo(Telemetry.POINTS);
  }

  @Test
  void onlyTheMixedOnesAreNotAscii() {
    assertThat(new Telemetry(64, true).spans().toString().chars()).allMatch(c -> c < 0x80);
    assertThat(new Telemetry(64, false).spans().toString().chars()).anyMatch(c -> c > 0x7FF);
  }
}

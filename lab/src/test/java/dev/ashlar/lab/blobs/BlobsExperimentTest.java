// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.ashlar.lab.PairedExperimentContract;
import dev.ashlar.lab.blobs.BlobsExperiment.FetchWorkload;
import dev.ashlar.lab.blobs.BlobsExperiment.PausesWorkload;
import dev.ashlar.lab.experiment.Observation.Observed;
import dev.ashlar.lab.experiment.WrongResultException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BlobsExperimentTest extends PairedExperimentContract {
  BlobsExperimentTest() {
    super(new BlobsExperiment(1 << 20, Duration.ofMillis(50)));
  }

  @Test
  void aBlobWithOtherBytesIsNoProof() {
    Blobs blobs = new Blobs.Arrays(300, 1024);
    FetchWorkload work = new FetchWorkload(blobs);
    blobs.put(7, new byte[1024]);
    assertThatExceptionOfType(WrongResultException.class).isThrownBy(work::verify);
  }

  @Test
  void watchesEveryPause() {
    PausesWorkload work =
        new PausesWorkload(() -> new Blobs.Arrays(64, 16 << 10), Duration.ofMillis(50));
    work.run();
    Observed observed = work.observed();
    assertThat(observed.unit()).isEqualTo("ms");
    assertThat(observed.score())
        .isEqualTo(
            observed.series().getFirst().values().stream().mapToDouble(Double::doubleValue).sum(),
            within(1e-9));
  }
}

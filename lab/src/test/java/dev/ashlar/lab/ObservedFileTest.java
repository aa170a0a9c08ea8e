// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.experiment.Observation.Figures;
import dev.ashlar.lab.experiment.Observation.Observed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservedFileTest {
  @TempDir Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Path file = folder.resolve("observed.txt");
    Observed observed =
        new Observed(
            1.0 / 3,
            "ms",
            List.of(
                new Figures("pauses, longest first", "ms", List.of(2.5, 1e-9)),
                new Figures("none", "ms", List.of())));

    ObservedFile.write(file, observed);

    assertThat(ObservedFile.read(file)).isEqualTo(observed);
  }
}

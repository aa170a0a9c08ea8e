// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextGridTest {
  @Test
  void numbersAreToTheRightAndNothingControlsTheTerminal() {
    assertThat(
            TextGrid.of(
                List.of("name", "n"),
                List.of(Arrays.asList("a\u001b[31m", "-1.5E-7"), Arrays.asList(null, "12"))))
        .isEqualTo(
            """
            name               n
            a\\u001b[31m  -1.5E-7
            NULL              12
            """);
  }

  @Test
  void columnsWithoutRows() {
    assertThat(TextGrid.of(List.of("a", "b"), List.of())).isEqualTo("a  b\n");
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ShopTest {
  @Test
  void whatTheReceiverPrints() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    Shop.run(lines::add);
    assertComplete(lines);
  }

  /// Each of the three signals of three orders.
  static void assertComplete(List<String> lines) {
    assertThat(lines)
        .contains("log    INFO Ordered Käse 1", "log    INFO Ordered Käse 3", "metric orders = 3");
    assertThat(lines).filteredOn(line -> line.startsWith("span   POST /order, 2 att")).hasSize(3);
  }
}

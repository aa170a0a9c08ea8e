// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;

/// The dependencies of this module.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(ArrowStream.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of("dev.ashlar.memory.internal", "dev.ashlar.table");
  }
}

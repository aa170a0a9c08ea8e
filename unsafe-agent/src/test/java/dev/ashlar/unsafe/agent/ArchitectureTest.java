// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;

/// The dependencies of this module.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(Agent.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of();
  }
}

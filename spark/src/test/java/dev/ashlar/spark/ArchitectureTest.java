// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;

/// The dependencies of this module and between its packages.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(AshlarDataSource.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of("dev.ashlar.table..", "dev.ashlar.text");
  }
}

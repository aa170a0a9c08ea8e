// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report;

import dev.ashlar.report.lab.LabPage;
import dev.ashlar.testing.ArchitectureContract;
import java.util.List;

/// The dependencies of this module and between its packages.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(LabPage.class, "dev.ashlar.report");
  }

  @Override
  protected List<String> usedModules() {
    return List.of("dev.ashlar.jit..", "dev.ashlar.results..", "dev.ashlar.unsafe..");
  }
}

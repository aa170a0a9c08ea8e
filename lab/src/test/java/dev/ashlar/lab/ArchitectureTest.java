// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;

/// The dependencies of this module and between its packages.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(Lab.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of(
        "dev.ashlar.memory..",
        "dev.ashlar.text..",
        "dev.ashlar.table..",
        "dev.ashlar.arrow..",
        "dev.ashlar.wire..",
        "dev.ashlar.otlp..",
        "dev.ashlar.jit..",
        "dev.ashlar.results..",
        "dev.ashlar.unsafe.workloads..");
  }

  /// Code with `Unsafe` is measured beside the others.
  @Override
  protected boolean mayUseUnsafe() {
    return true;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;
import java.util.Set;

/// The dependencies of this module.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(ArrowStream.class);
  }

  @Override
  protected Set<Class<?>> sharedValues() {
    return Set.of(DuckDbException.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of("dev.ashlar.memory.internal", "dev.ashlar.table", "dev.ashlar.text");
  }
}

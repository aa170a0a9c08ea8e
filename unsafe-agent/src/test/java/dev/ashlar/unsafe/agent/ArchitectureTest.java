// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;
import java.util.Set;

/// The dependencies of this module.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(Agent.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of("dev.ashlar.unsafe.internal.archive..");
  }

  @Override
  protected Set<Class<?>> sharedValues() {
    return Set.of(RefusedAccessException.class, NativeAccessException.class);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;
import java.util.Map;

/// The dependencies of this module and between its packages.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(Bytes.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of();
  }

  @Override
  protected Map<String, String> largeFiles() {
    return Map.of(
        "Bytes.java", "the accessors of all types and the bulk operations of one class",
        "NativeStack.java", "one stack: a load more for its positions costs 1 ns a frame",
        "PoolBlocks.java", "one state machine of blocks, size classes and waiting threads");
  }
}

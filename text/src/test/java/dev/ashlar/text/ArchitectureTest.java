// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;
import java.util.Map;

/// The dependencies of this module and between its packages.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(Utf8.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of("dev.ashlar.memory..");
  }

  @Override
  protected Map<String, String> largeFiles() {
    return Map.of(
        "Utf8.java", "one entry for each kind of memory",
        "Utf8Builder.java", "an append method for each type, as StringBuilder has");
  }
}

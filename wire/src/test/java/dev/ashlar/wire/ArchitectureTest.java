// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.testing.ArchitectureContract;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The dependencies of this module and between its packages.
class ArchitectureTest extends ArchitectureContract {
  ArchitectureTest() {
    super(ProtoType.class);
  }

  @Override
  protected List<String> usedModules() {
    return List.of("dev.ashlar.memory..", "dev.ashlar.text..");
  }

  @Override
  protected Set<Class<?>> sharedValues() {
    return Set.of(
        FieldType.class,
        ProtoField.class,
        ProtoNumber.class,
        ProtoOptional.class,
        ProtoEnum.class,
        EnumNumbers.class);
  }

  @Override
  protected Map<String, String> largeFiles() {
    return Map.of("OutputBuffer.java", "one buffer: room, messages, fields, runs, text and bytes");
  }
}

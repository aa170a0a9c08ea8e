// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A table that is larger than the JVM's limit of native memory: the error names the flag.
final class NativeLimitTest {
  record Entry(long id) {}

  @Test
  void theErrorNamesTheFlag() throws Exception {
    String printed = ChildJvm.run("limit", 60, List.of("-Xmx64m"), Larger.class.getName());
    assertThat(printed)
        .contains("needs 1073741888 bytes")
        .contains("limit: 67108864")
        .contains("-XX:MaxDirectMemorySize=SIZE");
  }

  static final class Larger {
    private Larger() {}

    public static void main(String[] arguments) {
      try {
        TableType.of(MethodHandles.lookup(), Entry.class)
            .columns()
            .allocate(Arena.ofAuto(), 1 << 27);
      } catch (OutOfMemoryError full) {
        System.out.println(full.getMessage());
      }
    }
  }
}

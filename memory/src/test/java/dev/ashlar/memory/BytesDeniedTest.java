// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Runs in a JVM that denies native access and Unsafe, on the module path and on the class path.
final class BytesDeniedTest {
  @Test
  void nativeMemoryNeedsNothing() {
    try (Arena arena = Arena.ofConfined()) {
      Bytes bytes = Bytes.of(arena.allocate(64, 8));
      bytes.setLong(8, 42);
      assertThat(bytes.getLong(8)).isEqualTo(42);
      assertThat(bytes.atomics().getAndAddLong(8, 1)).isEqualTo(42);
      assertThat(bytes.accessPath()).isEqualTo(AccessPath.NATIVE);
    }
    assertThat(Bytes.of(new byte[8]).accessPath()).isEqualTo(AccessPath.ARRAY);
    assertThat(Bytes.of(MemorySegment.ofArray(new long[8])).accessPath())
        .isEqualTo(AccessPath.CHECKED);
  }

  @Test
  void unzeroedArraysNeedNothing() {
    assertThat(Unzeroed.bytes(3, sink -> sink.append((byte) 1))).containsExactly(1, 0, 0);
  }

  @Test
  void theExceptionNamesTheFlag() {
    Module module = Unzeroed.class.getModule();
    String flag =
        module.isNamed()
            ? "--enable-native-access=dev.ashlar.memory"
            : "--enable-native-access=ALL-UNNAMED";
    // Twice: what failed once must not become NoClassDefFoundError.
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(IllegalCallerException.class)
          .isThrownBy(() -> Unzeroed.segment(16, Arena.ofAuto()))
          .withMessageEndingWith(flag);
    }
  }
}

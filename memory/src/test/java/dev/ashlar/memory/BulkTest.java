// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Ranges longer than those of the contract: where bulk operations change their way.
final class BulkTest {
  private static final int SIZE = 100_000;

  @Test
  void fillsAnyLength() {
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      for (MemorySegment judge :
          List.of(
              MemorySegment.ofArray(new byte[SIZE]),
              MemorySegment.ofArray(new long[SIZE / 8]),
              confined.allocate(SIZE),
              shared.allocate(SIZE))) {
        Bytes bytes = Bytes.of(judge);
        byte value = 1;
        for (int length : List.of(255, 256, 257, 511, 512, 513, 16_384, 33_000, SIZE - 3)) {
          for (int offset : List.of(0, 1, 3)) {
            byte[] expected = judge.toArray(ValueLayout.JAVA_BYTE);
            Arrays.fill(expected, offset, offset + length, ++value);
            bytes.fill(offset, length, value);
            assertThat(Arrays.mismatch(judge.toArray(ValueLayout.JAVA_BYTE), expected))
                .isEqualTo(-1);
          }
        }
      }
    }
  }
}

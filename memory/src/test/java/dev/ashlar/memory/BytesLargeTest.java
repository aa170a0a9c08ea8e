// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Offsets that no `int` holds, on a sparse file.
final class BytesLargeTest {
  private static final long SIZE = (5L << 30) + 3;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(java.nio.ByteOrder.LITTLE_ENDIAN);

  @TempDir private Path folder;

  @Test
  void reachesBeyondFourGibibytes() throws Exception {
    Path path = folder.resolve("sparse");
    for (Arena arena : List.of(Arena.ofConfined(), Arena.ofShared())) {
      try (arena;
          FileChannel file =
              FileChannel.open(
                  path,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.SPARSE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE)) {
        MemorySegment judge = file.map(MapMode.READ_WRITE, 0, SIZE, arena);
        Bytes bytes = Bytes.of(judge);
        assertThat(bytes.byteSize()).isEqualTo(SIZE);
        for (long offset : List.of((1L << 31) - 3, (1L << 32) - 3, (1L << 32) + 8, SIZE - 8)) {
          bytes.setLong(offset, offset);
          assertThat(judge.get(LONG, offset)).isEqualTo(offset);
          assertThat(bytes.getLong(offset)).isEqualTo(offset);
          assertThat(bytes.asSlice(offset).getLong(0)).isEqualTo(offset);
          judge.set(LONG, offset, ~offset);
          assertThat(bytes.bigEndian().getLong(offset)).isEqualTo(Long.reverseBytes(~offset));
        }
        assertThat(bytes.atomics().getAndAddLong(1L << 32, 5))
            .isEqualTo(judge.get(LONG, 1L << 32) - 5);

        byte[] across = {1, 2, 3, 4, 5, 6, 7, 8};
        bytes.copyFrom((1L << 32) - 4, across, 0, 8);
        bytes.copyTo((1L << 32) - 4, bytes, SIZE - 8, 8);
        byte[] copied = new byte[8];
        bytes.copyTo(SIZE - 8, copied, 0, 8);
        assertThat(copied).isEqualTo(across);
        assertThat(bytes.mismatch((1L << 32) - 4, bytes, SIZE - 8, 8)).isEqualTo(-1);
        bytes.fill((1L << 32) - 4, 8, (byte) 9);
        assertThat(bytes.getLong((1L << 32) - 4)).isEqualTo(0x0909090909090909L);

        assertThatThrownBy(() -> bytes.getLong(SIZE - 7))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> bytes.getByte(SIZE)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(bytes::asByteBuffer).isInstanceOf(IllegalStateException.class);
      }
    }
  }
}

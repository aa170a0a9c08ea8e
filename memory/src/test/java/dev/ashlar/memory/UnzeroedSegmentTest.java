// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Native memory that nobody zeroed, in every kind of arena.
final class UnzeroedSegmentTest {
  @Test
  void livesAsLongAsItsArena() {
    for (Arena arena : List.of(Arena.ofConfined(), Arena.ofShared())) {
      MemorySegment segment = Unzeroed.segment(1000, arena);
      assertThat(segment.byteSize()).isEqualTo(1000);
      assertThat(segment.isNative()).isTrue();
      assertThat(segment.address() % Long.BYTES).isZero();
      segment.fill((byte) 7);
      assertThat(Bytes.of(segment).getLong(992)).isEqualTo(0x0707070707070707L);
      arena.close();
      assertThatThrownBy(() -> segment.fill((byte) 1)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> Unzeroed.segment(1000, arena))
          .isInstanceOf(IllegalStateException.class);
    }
    for (Arena arena : List.of(Arena.ofAuto(), Arena.global())) {
      MemorySegment segment = Unzeroed.segment(16, arena);
      segment.fill((byte) 7);
      assertThat(Bytes.of(segment).accessPath()).isEqualTo(AccessPath.NATIVE);
    }
  }

  @Test
  void belongsToTheThreadOfItsArena() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    try (Arena arena = Arena.ofConfined()) {
      Thread other =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  Unzeroed.segment(16, arena);
                } catch (RuntimeException wrongThread) {
                  thrown.set(wrongThread);
                }
              });
      other.join();
    }
    assertThat(thrown.get()).isInstanceOf(WrongThreadException.class);
  }

  @Test
  void refusesSizesThatCannotBe() {
    try (Arena arena = Arena.ofConfined()) {
      assertThatThrownBy(() -> Unzeroed.segment(-1, arena))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(Unzeroed.segment(0, arena).byteSize()).isZero();
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> Unzeroed.segment(Long.MAX_VALUE / 2, arena))
          .withMessageContaining(Long.toString(Long.MAX_VALUE / 2));
    }
  }

  /// More than the machine has, if it were not freed.
  @Test
  void isFreed() {
    for (int i = 0; i < 2_000; i++) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = Unzeroed.segment(64 << 20, arena);
        segment.asSlice(0, 1 << 12).fill((byte) 1);
      }
    }
  }
}

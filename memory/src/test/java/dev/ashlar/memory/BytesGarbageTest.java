package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What leaves nothing for the collector, once it is compiled.
final class BytesGarbageTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CALLS = 20_000;

  private long sink;

  @Test
  void accessAllocatesNothing() {
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      List<Bytes> kinds =
          List.of(
              Bytes.of(new byte[1024]),
              Bytes.of(confined.allocate(1024, 8)),
              Bytes.of(Arena.ofAuto().allocate(1024, 8)),
              Bytes.of(shared.allocate(1024, 8)),
              Bytes.of(MemorySegment.ofArray(new long[128])));
      for (Bytes bytes : kinds) {
        assertNoGarbage(() -> touch(bytes));
        for (Bytes other : kinds) {
          assertNoGarbage(() -> copy(bytes, other));
        }
      }
      for (Bytes bytes : kinds.subList(1, kinds.size())) {
        AtomicBytes atomics = bytes.atomics();
        assertNoGarbage(() -> sink += atomics.getAndAddLong(8, 1) + atomics.getIntAcquire(16));
      }
    }
  }

  private void touch(Bytes bytes) {
    bytes.putLong(3, bytes.getLong(11) + bytes.getInt(1) + bytes.getShort(5) + bytes.getByte(0));
    bytes.putDouble(9, bytes.getFloat(20));
    sink += bytes.getLong(8);
  }

  private void copy(Bytes from, Bytes to) {
    from.copyTo(0, to, 0, 40);
    to.fill(40, 24, (byte) 1);
    to.fill(100, 900, (byte) 2);
    sink += from.mismatch(0, to, 0, 1000);
  }

  /// Compilation takes as long as it takes: goes on until a round is clean.
  private static void assertNoGarbage(Runnable call) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    double least = Double.MAX_VALUE;
    while (least >= 0.5 && System.nanoTime() < end) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      least = Math.min(least, allocated / (double) CALLS);
    }
    assertThat(least).isLessThan(0.5);
  }
}

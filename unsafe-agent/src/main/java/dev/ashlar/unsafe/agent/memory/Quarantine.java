// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.memory;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Keeps the memory of freed blocks for a while, so that late accesses do not hit another block.
/// The oldest blocks are released first.
final class Quarantine {
  private static final long MOST_BYTES = 64 << 20;
  private static final Queue<Kept> QUEUE = new ConcurrentLinkedQueue<>();
  private static final AtomicLong BYTES = new AtomicLong();

  private record Kept(Block block, Runnable free) {
    long byteSize() {
      return block.last - block.first;
    }

    void release() {
      Pages.remove(block);
      free.run();
    }
  }

  private Quarantine() {}

  /// @param free the action that releases the memory
  static void add(Block block, Runnable free) {
    Kept kept = new Kept(block, free);
    if (kept.byteSize() > MOST_BYTES) {
      kept.release();
      return;
    }
    BYTES.addAndGet(kept.byteSize());
    QUEUE.add(kept);
    releaseTo(MOST_BYTES);
  }

  /// Releases all blocks, when memory is short.
  static void clear() {
    releaseTo(0);
  }

  private static void releaseTo(long bytes) {
    while (BYTES.get() > bytes) {
      Kept oldest = QUEUE.poll();
      if (oldest == null) {
        return;
      }
      BYTES.addAndGet(-oldest.byteSize());
      oldest.release();
    }
  }
}

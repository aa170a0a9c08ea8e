// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A writer and a reader for one message in an array, for any thread. Idle pairs are pooled, at
/// most one for each slot.
final class PooledCodec {
  /// A power of two.
  private static final int SLOTS =
      Integer.highestOneBit(2 * Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 32));

  /// Slots lie a cache line apart.
  private static final int STRIDE = 16;

  /// The most bytes of a large message's buffer that a writer keeps.
  private static final int MAX_KEPT = 1 << 20;

  private static final byte[] NOTHING = {};

  private static final AtomicReferenceArray<@Nullable PooledCodec> IDLE =
      new AtomicReferenceArray<>(SLOTS * STRIDE);

  final ProtoWriter writer = ProtoWriter.create();
  final ProtoReader reader = ProtoReader.of(NOTHING);

  private PooledCodec() {}

  static PooledCodec acquire() {
    PooledCodec idle = IDLE.getAndSet(slot(), null);
    return idle == null ? new PooledCodec() : idle;
  }

  /// Returns a pair to the pool, unless its buffer is too large to keep. After a failure, a pair is
  /// not returned, and a new one replaces it.
  static void release(PooledCodec codec) {
    if (codec.writer.out.buffer.length <= MAX_KEPT) {
      codec.reader.reset(NOTHING, 0, 0);
      IDLE.setRelease(slot(), codec);
    }
  }

  private static int slot() {
    int home = (((int) Thread.currentThread().threadId() * 0x9E37_79B9) >>> 16) & (SLOTS - 1);
    return home * STRIDE;
  }
}

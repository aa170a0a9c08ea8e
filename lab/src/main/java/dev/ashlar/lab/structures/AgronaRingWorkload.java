package dev.ashlar.lab.structures;

import dev.ashlar.lab.Proof;
import dev.ashlar.lab.Workload;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/// Agrona's `OneToOneRingBuffer`. Each value is a message, with a header that has its length and
/// type.
final class AgronaRingWorkload implements Workload {
  private final OneToOneRingBuffer ring =
      new OneToOneRingBuffer(
          new UnsafeBuffer(
              ByteBuffer.allocateDirect(
                      16 * Ring.CAPACITY + RingBufferDescriptor.TRAILER_LENGTH + 128)
                  .alignedSlice(128)
                  .slice(0, 16 * Ring.CAPACITY + RingBufferDescriptor.TRAILER_LENGTH)));
  private final UnsafeBuffer message = new UnsafeBuffer(new byte[Long.BYTES]);
  private long sum;

  @Override
  public void verify() {
    Proof.repeat(() -> {
      long before = sum;
      Proof.requireEqual(run() - before, RingWorkload.SUM, "the sum of all values");
    });
  }

  @Override
  public long run() {
    for (int i = 0; i < RingWorkload.COUNT; i++) {
      message.putLong(0, i);
      ring.write(1, message, 0, Long.BYTES);
      ring.read((_, buffer, index, _) -> sum += buffer.getLong(index), 1);
    }
    return sum;
  }
}

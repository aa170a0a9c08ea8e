// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.workloads;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import java.util.Objects;
import java.util.Queue;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/// Caches and queues.
public final class Queues {
  static final int LOOKUPS = 20_000;
  static final int EVENTS = 100_000;

  private static final int SLOTS = 1 << 10;

  private Queues() {}

  /// {@return Caffeine with a limit that half of the keys exceed}
  public static LongSupplier caffeine() {
    Cache<Integer, Integer> cache =
        Caffeine.newBuilder().maximumSize(1000).executor(Runnable::run).build();
    int[] keys = Expected.keys();
    return () -> {
      long sum = 0;
      for (int key : keys) {
        Integer value = cache.getIfPresent(key);
        if (value == null) {
          cache.put(key, key);
          sum += key;
        } else {
          sum += value;
        }
      }
      return sum;
    };
  }

  private static final class Event {
    private long value;
  }

  /// {@return Disruptor's ring}
  public static LongSupplier disruptor() {
    RingBuffer<Event> ring =
        RingBuffer.createSingleProducer(Event::new, SLOTS, new BusySpinWaitStrategy());
    SequenceBarrier barrier = ring.newBarrier();
    Sequence consumed = new Sequence(-1);
    ring.addGatingSequences(consumed);
    return () -> {
      long sum = 0;
      for (int i = 0; i < EVENTS; i++) {
        long next = ring.next();
        ring.get(next).value = i;
        ring.publish(next);
        long available = waitFor(barrier, next);
        sum += ring.get(available).value;
        consumed.set(available);
      }
      return sum;
    };
  }

  private static long waitFor(SequenceBarrier barrier, long sequence) {
    try {
      return barrier.waitFor(sequence);
    } catch (AlertException | TimeoutException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// {@return JCTools' queue for many producers}
  public static LongSupplier mpsc() {
    return through(new MpscArrayQueue<>(SLOTS));
  }

  /// {@return JCTools' queue for one producer}
  public static LongSupplier spsc() {
    return through(new SpscArrayQueue<>(SLOTS));
  }

  private static LongSupplier through(Queue<Integer> queue) {
    Integer[] numbers = IntStream.range(0, EVENTS).boxed().toArray(Integer[]::new);
    return () -> {
      long sum = 0;
      for (Integer number : numbers) {
        queue.offer(number);
        sum += Objects.requireNonNull(queue.poll());
      }
      return sum;
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.access.Sums.SegmentLongs;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Adds up all elements of one type in 128 KiB, with an `int` or a `long` offset.
final class LoopWorkload implements Workload {
  static final int BYTE_SIZE = 128 << 10;

  private static final int SEED = 128;

  /// The type of the elements, and the type of the loop's counter.
  enum Loop {
    BYTES_BY_INT,
    BYTES_BY_LONG,
    INTS_BY_INT,
    INTS_BY_LONG,
    LONGS_BY_INT,
    LONGS_BY_LONG,
    DOUBLES_BY_INT,
    DOUBLES_BY_LONG
  }

  private final Memory memory;
  private final Loop loop;
  private final @Nullable SegmentLongs longs;
  private final long expected;

  /// @param longs the contender's own loops over `long` values; null for the loops over [Memory]
  LoopWorkload(Memory memory, Loop loop, @Nullable SegmentLongs longs) {
    this.longs = longs;
    this.memory = memory;
    this.loop = loop;
    ByteBuffer content = ByteBuffer.allocate(BYTE_SIZE).order(ByteOrder.LITTLE_ENDIAN);
    Random random = new Random(SEED);
    for (int at = 0; at < BYTE_SIZE; at += Long.BYTES) {
      if (loop == Loop.DOUBLES_BY_INT || loop == Loop.DOUBLES_BY_LONG) {
        content.putDouble(at, random.nextInt(1000));
      } else {
        content.putLong(at, random.nextLong());
      }
    }
    memory.putAll(content.array());
    this.expected = expected(content);
  }

  private long expected(ByteBuffer content) {
    long sum = 0;
    while (content.hasRemaining()) {
      sum +=
          switch (loop) {
            case BYTES_BY_INT, BYTES_BY_LONG -> content.get();
            case INTS_BY_INT, INTS_BY_LONG -> content.getInt();
            case LONGS_BY_INT, LONGS_BY_LONG -> content.getLong();
            case DOUBLES_BY_INT, DOUBLES_BY_LONG -> (long) content.getDouble();
          };
    }
    return sum;
  }

  @Override
  public void verify() {
    Proof.repeat(() -> Proof.requireEqual(run(), expected, "the sum"));
  }

  @Override
  public long run() {
    return switch (loop) {
      case BYTES_BY_INT -> Sums.bytesByInt(memory, BYTE_SIZE);
      case BYTES_BY_LONG -> Sums.bytesByLong(memory, BYTE_SIZE);
      case INTS_BY_INT -> Sums.intsByInt(memory, BYTE_SIZE);
      case INTS_BY_LONG -> Sums.intsByLong(memory, BYTE_SIZE);
      case LONGS_BY_INT ->
          longs == null
              ? Sums.longsByInt(memory, BYTE_SIZE)
              : longs.sumByInt(memory.segment(), BYTE_SIZE);
      case LONGS_BY_LONG ->
          longs == null
              ? Sums.longsByLong(memory, BYTE_SIZE)
              : longs.sumByLong(memory.segment(), BYTE_SIZE);
      case DOUBLES_BY_INT -> Sums.doublesByInt(memory, BYTE_SIZE);
      case DOUBLES_BY_LONG -> Sums.doublesByLong(memory, BYTE_SIZE);
    };
  }
}

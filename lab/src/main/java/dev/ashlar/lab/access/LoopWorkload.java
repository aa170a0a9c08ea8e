// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.access.Adapters.Layouts;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.memory.Segments;
import dev.ashlar.memory.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
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
      case BYTES_BY_INT -> bytesByInt(memory, BYTE_SIZE);
      case BYTES_BY_LONG -> bytesByLong(memory, BYTE_SIZE);
      case INTS_BY_INT -> intsByInt(memory, BYTE_SIZE);
      case INTS_BY_LONG -> intsByLong(memory, BYTE_SIZE);
      case LONGS_BY_INT ->
          longs == null
              ? longsByInt(memory, BYTE_SIZE)
              : longs.sumByInt(memory.segment(), BYTE_SIZE);
      case LONGS_BY_LONG ->
          longs == null
              ? longsByLong(memory, BYTE_SIZE)
              : longs.sumByLong(memory.segment(), BYTE_SIZE);
      case DOUBLES_BY_INT -> doublesByInt(memory, BYTE_SIZE);
      case DOUBLES_BY_LONG -> doublesByLong(memory, BYTE_SIZE);
    };
  }

  private static long bytesByInt(Memory memory, int end) {
    long sum = 0;
    for (int at = 0; at < end; at++) {
      sum += memory.getByte(at);
    }
    return sum;
  }

  private static long bytesByLong(Memory memory, long end) {
    long sum = 0;
    for (long at = 0; at < end; at++) {
      sum += memory.getByte(at);
    }
    return sum;
  }

  private static long intsByInt(Memory memory, int end) {
    long sum = 0;
    for (int at = 0; at < end; at += Integer.BYTES) {
      sum += memory.getInt(at);
    }
    return sum;
  }

  private static long intsByLong(Memory memory, long end) {
    long sum = 0;
    for (long at = 0; at < end; at += Integer.BYTES) {
      sum += memory.getInt(at);
    }
    return sum;
  }

  private static long longsByInt(Memory memory, int end) {
    long sum = 0;
    for (int at = 0; at < end; at += Long.BYTES) {
      sum += memory.getLong(at);
    }
    return sum;
  }

  private static long longsByLong(Memory memory, long end) {
    long sum = 0;
    for (long at = 0; at < end; at += Long.BYTES) {
      sum += memory.getLong(at);
    }
    return sum;
  }

  /// Whole numbers, so that the sum is exact.
  private static long doublesByInt(Memory memory, int end) {
    double sum = 0;
    for (int at = 0; at < end; at += Double.BYTES) {
      sum += memory.getDouble(at);
    }
    return (long) sum;
  }

  private static long doublesByLong(Memory memory, long end) {
    double sum = 0;
    for (long at = 0; at < end; at += Double.BYTES) {
      sum += memory.getDouble(at);
    }
    return (long) sum;
  }

  /// The loops over `long` values of [LoopWorkload], over segments.
  interface SegmentLongs {
    long sumByInt(MemorySegment memory, int end);

    long sumByLong(MemorySegment memory, long end);

    /// {@return the code of a contender that has segments}
    static SegmentLongs of(Memories contender) {
      return switch (contender) {
        case SEGMENT -> new Plain();
        case SEGMENT_KNOWN -> new Known();
        case SEGMENT_SPECIALIZED ->
            Specialized.of(MethodHandles.lookup(), SegmentLongs.class, Plain.class);
        default -> throw new IllegalArgumentException(contender.contender());
      };
    }

    /// Plain code, which does not distinguish kinds of memory.
    final class Plain implements SegmentLongs {
      @Override
      public long sumByInt(MemorySegment memory, int end) {
        long sum = 0;
        for (int at = 0; at < end; at += Long.BYTES) {
          sum += memory.get(Layouts.LONG, at);
        }
        return sum;
      }

      @Override
      public long sumByLong(MemorySegment memory, long end) {
        long sum = 0;
        for (long at = 0; at < end; at += Long.BYTES) {
          sum += memory.get(Layouts.LONG, at);
        }
        return sum;
      }
    }

    /// The same code, with one loop for each kind of memory, and a cast before it.
    final class Known implements SegmentLongs {
      @Override
      public long sumByInt(MemorySegment memory, int end) {
        return memory.isNative() ? nativeByInt(memory, end) : bytesByInt(memory, end);
      }

      private static long nativeByInt(MemorySegment memory, int end) {
        MemorySegment known = Segments.ofNative(memory);
        long sum = 0;
        for (int at = 0; at < end; at += Long.BYTES) {
          sum += known.get(Layouts.LONG, at);
        }
        return sum;
      }

      private static long bytesByInt(MemorySegment memory, int end) {
        MemorySegment known = Segments.ofBytes(memory);
        long sum = 0;
        for (int at = 0; at < end; at += Long.BYTES) {
          sum += known.get(Layouts.LONG, at);
        }
        return sum;
      }

      @Override
      public long sumByLong(MemorySegment memory, long end) {
        return memory.isNative() ? nativeByLong(memory, end) : bytesByLong(memory, end);
      }

      private static long nativeByLong(MemorySegment memory, long end) {
        MemorySegment known = Segments.ofNative(memory);
        long sum = 0;
        for (long at = 0; at < end; at += Long.BYTES) {
          sum += known.get(Layouts.LONG, at);
        }
        return sum;
      }

      private static long bytesByLong(MemorySegment memory, long end) {
        MemorySegment known = Segments.ofBytes(memory);
        long sum = 0;
        for (long at = 0; at < end; at += Long.BYTES) {
          sum += known.get(Layouts.LONG, at);
        }
        return sum;
      }
    }
  }
}

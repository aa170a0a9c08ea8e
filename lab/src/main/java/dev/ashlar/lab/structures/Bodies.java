// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;

/// An array of structs of 40 bytes:
///
/// ```
/// 0  double position    8  double velocity    16  double mass    24  long id
/// 32 int    flags       36 int    steps
/// ```
interface Bodies {
  int COUNT = 1024;
  int STRIDE = 40;
  int BYTE_SIZE = COUNT * STRIDE;

  /// Moves every struct, in order.
  void step();

  /// {@return a sum of four fields of the structs with these indices}
  long sum(int[] numbers);

  /// Structs in [Memory].
  record OverMemory(Memory memory) implements Bodies {
    @Override
    public void step() {
      for (int i = 0; i < COUNT; i++) {
        long at = (long) STRIDE * i;
        memory.putDouble(at, memory.getDouble(at) + memory.getDouble(at + 8));
        memory.putInt(at + 36, memory.getInt(at + 36) + 1);
      }
    }

    @Override
    public long sum(int[] numbers) {
      long sum = 0;
      for (int i : numbers) {
        long at = (long) STRIDE * i;
        sum +=
            (long) (memory.getDouble(at) * memory.getDouble(at + 16))
                + memory.getLong(at + 24)
                + memory.getInt(at + 32);
      }
      return sum;
    }
  }

  /// Structs in a segment: plain code, which does not distinguish kinds of memory.
  class SegmentBodies implements Bodies {
    private static final ValueLayout.OfInt INT =
        ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE =
        ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    final MemorySegment memory;

    SegmentBodies(MemorySegment memory) {
      this.memory = memory;
    }

    @Override
    public void step() {
      MemorySegment bodies = memory;
      for (int i = 0; i < COUNT; i++) {
        step(bodies, i);
      }
    }

    @Override
    public long sum(int[] numbers) {
      MemorySegment bodies = memory;
      long sum = 0;
      for (int i : numbers) {
        sum += sum(bodies, i);
      }
      return sum;
    }

    static void step(MemorySegment bodies, int i) {
      long at = (long) STRIDE * i;
      bodies.set(DOUBLE, at, bodies.get(DOUBLE, at) + bodies.get(DOUBLE, at + 8));
      bodies.set(INT, at + 36, bodies.get(INT, at + 36) + 1);
    }

    static long sum(MemorySegment bodies, int i) {
      long at = (long) STRIDE * i;
      return (long) (bodies.get(DOUBLE, at) * bodies.get(DOUBLE, at + 16))
          + bodies.get(LONG, at + 24)
          + bodies.get(INT, at + 32);
    }

    /// The same code, with one loop for each kind of memory, and a cast before it.
    static final class Known extends SegmentBodies {
      Known(MemorySegment memory) {
        super(memory);
      }

      @Override
      public void step() {
        if (memory.isNative()) {
          stepNative();
        } else {
          stepBytes();
        }
      }

      private void stepNative() {
        MemorySegment bodies = Segments.ofNative(memory);
        for (int i = 0; i < COUNT; i++) {
          step(bodies, i);
        }
      }

      private void stepBytes() {
        MemorySegment bodies = Segments.ofBytes(memory);
        for (int i = 0; i < COUNT; i++) {
          step(bodies, i);
        }
      }

      @Override
      public long sum(int[] numbers) {
        return memory.isNative() ? sumOfNative(numbers) : sumOfBytes(numbers);
      }

      private long sumOfNative(int[] numbers) {
        MemorySegment bodies = Segments.ofNative(memory);
        long sum = 0;
        for (int i : numbers) {
          sum += sum(bodies, i);
        }
        return sum;
      }

      private long sumOfBytes(int[] numbers) {
        MemorySegment bodies = Segments.ofBytes(memory);
        long sum = 0;
        for (int i : numbers) {
          sum += sum(bodies, i);
        }
        return sum;
      }
    }
  }

  /// Moves all structs of [Bodies], or reads four fields of random ones.
  final class BodiesWorkload implements Workload {
    static final int COUNT = Bodies.COUNT;

    private static final int SEED = 18;

    /// The kinds of passes over the structs.
    enum Pass {
      /// Every struct moves, in order.
      STEP,
      /// Four fields of randomly chosen structs are read. A struct may be chosen several times.
      RANDOM
    }

    private final Memory memory;
    private final Bodies bodies;
    private final Pass pass;
    private final double[] positions = new double[COUNT];
    private final double[] velocities = new double[COUNT];
    private final double[] masses = new double[COUNT];
    private final int[] shuffled;
    private int steps;

    BodiesWorkload(Memory memory, Bodies bodies, Pass pass) {
      this.memory = memory;
      this.bodies = bodies;
      this.pass = pass;
      Random random = new Random(SEED);
      for (int i = 0; i < COUNT; i++) {
        positions[i] = random.nextInt(1000);
        velocities[i] = random.nextInt(100);
        masses[i] = random.nextInt(100);
        long at = 40L * i;
        memory.putDouble(at, positions[i]);
        memory.putDouble(at + 8, velocities[i]);
        memory.putDouble(at + 16, masses[i]);
        memory.putLong(at + 24, i);
        memory.putInt(at + 32, i & 1);
      }
      shuffled = random.ints(COUNT, 0, COUNT).toArray();
    }

    @Override
    public void verify() {
      Proof.repeat(this::verifyPass);
    }

    private void verifyPass() {
      long expected = 0;
      if (pass == Pass.RANDOM) {
        for (int i : shuffled) {
          expected += (long) (positions[i] * masses[i]) + i + (i & 1);
        }
      }
      Proof.requireEqual(run(), expected, "the sum");
      for (int i = 0; i < COUNT; i++) {
        double position = memory.getDouble(40L * i);
        if (position != positions[i] + steps * velocities[i]) {
          throw new WrongResultException(
              "body %d is at %s after %d steps".formatted(i, position, steps));
        }
        Proof.requireEqual(memory.getInt(40L * i + 36), steps, "the steps of a body");
      }
    }

    @Override
    public long run() {
      if (pass == Pass.STEP) {
        bodies.step();
        steps++;
        return 0;
      }
      return bodies.sum(shuffled);
    }
  }
}

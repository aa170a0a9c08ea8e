// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
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

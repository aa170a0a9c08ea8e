// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.jmh;

import java.util.function.IntSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// One benchmark with a call of four receiver classes, and one with nothing to find.
@State(Scope.Thread)
public class ShapesBenchmark {
  private final IntSupplier[] shapes = {
    new One(), new One(), new Two(), new Three(), new Four(),
  };

  private static final class One implements IntSupplier {
    @Override
    public int getAsInt() {
      return 1;
    }
  }

  private static final class Two implements IntSupplier {
    @Override
    public int getAsInt() {
      return 2;
    }
  }

  private static final class Three implements IntSupplier {
    @Override
    public int getAsInt() {
      return 3;
    }
  }

  private static final class Four implements IntSupplier {
    @Override
    public int getAsInt() {
      return 4;
    }
  }

  @Benchmark
  public int virtual() {
    return total(1000);
  }

  private int total(int count) {
    int total = 0;
    for (int i = 0; i < count; i++) {
      total += shapes[i % shapes.length].getAsInt();
    }
    return total;
  }

  @Benchmark
  public int plain() {
    int total = 0;
    for (int i = 0; i < 1000; i++) {
      total += shapes.length + i;
    }
    return total;
  }
}

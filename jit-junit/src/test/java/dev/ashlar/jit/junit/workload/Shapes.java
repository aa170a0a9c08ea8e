// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit.workload;

import java.util.function.IntSupplier;

/// A call with four receiver classes.
public final class Shapes implements Runnable {
  static int result;

  private static final IntSupplier[] ALL = {
    new One(), new One(), new Two(), new Three(), new Four(),
  };

  static final class One implements IntSupplier {
    @Override
    public int getAsInt() {
      return 1;
    }
  }

  static final class Two implements IntSupplier {
    @Override
    public int getAsInt() {
      return 2;
    }
  }

  static final class Three implements IntSupplier {
    @Override
    public int getAsInt() {
      return 3;
    }
  }

  static final class Four implements IntSupplier {
    @Override
    public int getAsInt() {
      return 4;
    }
  }

  @Override
  public void run() {
    result = total(2_000);
  }

  static int total(int count) {
    int total = 0;
    for (int i = 0; i < count; i++) {
      total += ALL[i % ALL.length].getAsInt();
    }
    return total;
  }
}

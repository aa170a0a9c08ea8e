// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit.workload;

import java.util.Arrays;

/// Programs that end in different ways.
public final class Programs {
  private Programs() {}

  /// Says what it was given, and ends as told.
  public static final class Exiting {
    public static void main(String[] arguments) {
      System.out.println(
          "given " + Arrays.toString(arguments) + " and " + System.getProperty("flag"));
      for (int i = 0; i < 200; i++) {
        Calm.staticRun();
      }
      System.exit(Integer.parseInt(arguments[0]));
    }
  }

  /// Throws.
  public static final class Throwing implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("no such luck");
    }
  }

  /// Never ends.
  public static final class Hanging implements Runnable {
    @Override
    public void run() {
      System.out.println("waiting");
      while (true) {
        Thread.onSpinWait();
      }
    }
  }
}

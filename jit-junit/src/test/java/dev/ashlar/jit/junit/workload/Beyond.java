// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit.workload;

/// Reads past the end of an array again and again, and leaves it to the JVM to notice.
public final class Beyond implements Runnable {
  static int result;

  private final int[] data = new int[16];

  @Override
  public void run() {
    for (int i = 0; i < 1_000; i++) {
      result += step(i % 17);
    }
  }

  private int step(int i) {
    try {
      return data[i];
    } catch (ArrayIndexOutOfBoundsException e) {
      return -1;
    }
  }
}

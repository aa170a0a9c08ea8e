// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit.workload;

/// Small methods that end in one loop.
public final class Calm implements Runnable {
  static int result;

  @Override
  public void run() {
    result = sum(10_000);
  }

  static void staticRun() {
    result = sum(10_000);
  }

  static int sum(int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += bits(i) + twice(i);
    }
    return sum;
  }

  static int bits(int value) {
    return Integer.bitCount(value);
  }

  static int twice(int value) {
    return 2 * value;
  }
}

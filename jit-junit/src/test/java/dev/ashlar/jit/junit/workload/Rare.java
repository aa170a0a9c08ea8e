// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit.workload;

/// Ends before anything is worth compiling.
public final class Rare implements Runnable {
  static int result;

  @Override
  public void run() {
    result += once(3);
  }

  static int once(int value) {
    return value + 1;
  }
}

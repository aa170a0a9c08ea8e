// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

/// Divides the timed work into blocks. Each block is a call, so that HotSpot compiles a block as a
/// frequently called method, and not by on-stack replacement.
final class Blocks {
  private static final int BLOCK = 4096;

  interface Block {
    /// {@return a sum over `from` to `to`}
    long sum(int from, int to);
  }

  private Blocks() {}

  static long sum(int count, Block block) {
    long sum = 0;
    for (int from = 0; from < count; from += BLOCK) {
      sum += block.sum(from, Math.min(count, from + BLOCK));
    }
    return sum;
  }
}

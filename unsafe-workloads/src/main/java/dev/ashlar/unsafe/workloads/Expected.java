// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.workloads;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/// The expected results of the workloads, computed without a library.
final class Expected {
  private Expected() {}

  static long rows() {
    return IntStream.range(0, Codecs.ROWS).mapToLong(i -> i * 6L).sum();
  }

  /// {@return the keys that are looked up}
  static int[] keys() {
    Random random = new Random(5);
    return IntStream.range(0, Queues.LOOKUPS)
        .map(i -> (int) Math.abs(random.nextGaussian() * 700))
        .toArray();
  }

  static long values() {
    return Arrays.stream(keys()).asLongStream().sum();
  }

  static long events() {
    return IntStream.range(0, Queues.EVENTS).asLongStream().sum();
  }

  static long groups() {
    return Buffers.TURNS
        * IntStream.range(0, Buffers.GROUPS / Buffers.TURNS)
            .mapToLong(i -> 2L * i + (byte) i)
            .sum();
  }

  static long longs() {
    return IntStream.range(0, Buffers.LONGS)
        .mapToLong(i -> i % Buffers.WORDS + i / Buffers.WORDS)
        .sum();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/// Rows that are divided into as many parts as there are threads.
record Parts(int rows, int threads) {
  /// The rows that compiled code gets at a time. A single loop over all rows would be compiled by
  /// OSR, for which HotSpot has other rules.
  private static final int BLOCK = 4096;

  /// Processes a block of rows.
  interface Block<S> {
    void addTo(S sums, int from, int to);
  }

  /// Creates the sums of each part.
  interface Start<S> {
    S sums();
  }

  /// {@return the sums of all rows}
  <S> S sum(Start<S> start, Block<S> block, BinaryOperator<S> plus) {
    IntStream parts = IntStream.range(0, threads);
    return (threads == 1 ? parts : parts.parallel())
        .mapToObj(part -> sum(part, start.sums(), block))
        .reduce(plus)
        .orElseThrow();
  }

  private <S> S sum(int part, S sums, Block<S> block) {
    int end = start(part + 1);
    for (int from = start(part); from < end; from += BLOCK) {
      block.addTo(sums, from, Math.min(end, from + BLOCK));
    }
    return sums;
  }

  private int start(int part) {
    return (int) ((long) rows * part / threads);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.widths.Quads.Quad;
import java.util.Random;
import java.util.stream.IntStream;

/// One pass over all [Quad]s of one contender.
final class QuadsWorkload implements Workload {
  /// The number of rows in each instance of another kind.
  private static final int ROWS_BEFORE = 1 << 13;

  private static final int PASSES_BEFORE = 60;
  private static final int BLOCK = 4096;
  private static final int SEED = 1000;

  /// The kinds of passes over the rows.
  enum Pass {
    SCAN,
    GET,
    RANDOM
  }

  private final Quads quads;
  private final Pass pass;
  private final int kinds;
  private final int[] rows = new Random(SEED).ints(Quads.ROWS, 0, Quads.ROWS).toArray();

  /// @param kinds the number of kinds of memory that the timed code has met, including the timed
  ///   kind
  QuadsWorkload(Quads quads, Pass pass, int kinds) {
    this.quads = quads;
    this.pass = pass;
    this.kinds = kinds;
  }

  /// Scans the other kinds of memory with the same code.
  @Override
  public void prepare() {
    for (Quads each : quads.kin(ROWS_BEFORE, kinds)) {
      try (each) {
        long expected = sum(IntStream.range(0, ROWS_BEFORE));
        for (int turn = 0; turn < PASSES_BEFORE; turn++) {
          long sum = 0;
          for (int from = 0; from < ROWS_BEFORE; from += BLOCK) {
            sum += each.scan(from, from + BLOCK);
          }
          Proof.requireEqual(sum, expected, "the sum of another kind");
        }
      }
    }
  }

  @Override
  public void verify() {
    long expected = sum(pass == Pass.RANDOM ? IntStream.of(rows) : IntStream.range(0, Quads.ROWS));
    Proof.repeat(() -> Proof.requireEqual(run(), expected, "the sum"));
  }

  private static long sum(IntStream rows) {
    return rows.mapToLong(row -> Quad.of(row).value()).sum();
  }

  @Override
  public long run() {
    long sum = 0;
    for (int from = 0; from < Quads.ROWS; from += BLOCK) {
      sum +=
          switch (pass) {
            case SCAN -> quads.scan(from, from + BLOCK);
            case GET -> quads.get(from, from + BLOCK);
            case RANDOM -> quads.random(rows, from, from + BLOCK);
          };
    }
    return sum;
  }
}

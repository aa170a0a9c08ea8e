// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.Verification;
import dev.ashlar.table.Verification.Rows;
import dev.ashlar.table.internal.file.Verifier.BlockState;
import java.util.ArrayList;
import java.util.List;

/// Builds a [Verification] from the states of blocks in order.
final class VerificationBuilder {
  private long verified;
  private final List<Rows> unverified = new ArrayList<>();
  private final List<Rows> damaged = new ArrayList<>();

  void add(BlockState state, long from, long to) {
    switch (state) {
      case VERIFIED -> verified += to - from;
      case UNVERIFIED -> add(unverified, from, to);
      case DAMAGED -> add(damaged, from, to);
    }
  }

  private static void add(List<Rows> rows, long from, long to) {
    boolean follows = !rows.isEmpty() && rows.getLast().to() == from;
    long first = follows ? rows.removeLast().from() : from;
    rows.add(new Rows(first, to));
  }

  Verification build() {
    return new Verification(verified, unverified, damaged);
  }
}

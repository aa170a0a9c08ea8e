// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.records.Trades;

/// Compares the texts of rows, in random order, with a text that few rows have.
final class TextWorkload implements Workload {
  private static final int PROVED = 1000;

  private final CustomerTexts texts;
  private final int[] compared;

  TextWorkload(CustomerTexts texts, int rows) {
    this.texts = texts;
    this.compared = Trades.shuffled(rows);
  }

  @Override
  public void verify() {
    long expected = 0;
    for (int row : compared) {
      expected += Customers.customer(row) == Customers.WANTED ? 1 : 0;
    }
    long count = expected;
    Proof.repeat(() -> Proof.requireEqual(run(), count, "the rows of a customer"));
    for (int i = 0; i < Math.min(PROVED, compared.length); i++) {
      String name = Customers.name(Customers.customer(compared[i]));
      if (!texts.name(compared[i]).equals(name)) {
        throw new WrongResultException(
            "row %d has %s, not %s".formatted(compared[i], texts.name(compared[i]), name));
      }
    }
  }

  @Override
  public long run() {
    return Blocks.sum(compared.length, (from, to) -> texts.count(compared, from, to));
  }
}

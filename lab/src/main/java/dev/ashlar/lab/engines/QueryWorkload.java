// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.lab.engines.LineItem.ScaleFactor;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;

/// Runs one query over all rows of one contender.
final class QueryWorkload implements Workload {
  private final Engine engine;
  private final Query query;
  private final ScaleFactor scale;
  private final boolean spread;
  private final DecimalSums expected = new DecimalSums();

  QueryWorkload(Engine engine, Query query, ScaleFactor scale, boolean spread) {
    this.engine = engine;
    this.query = query;
    this.scale = scale;
    this.spread = spread;
  }

  @Override
  public void prepare() {
    scale.forEach(item -> {
      engine.add(item);
      expected.add(query, item);
    });
    engine.ready();
  }

  @Override
  public boolean isSpread() {
    return spread;
  }

  @Override
  public void verify() {
    Answer right = expected.answer(query);
    Proof.repeat(() -> {
      Answer found = engine.answer(query);
      if (!found.agreesWith(right)) {
        throw new WrongResultException("%s: %s, not %s".formatted(query, found, right));
      }
    });
  }

  @Override
  public long run() {
    return engine.answer(query).hashCode();
  }
}

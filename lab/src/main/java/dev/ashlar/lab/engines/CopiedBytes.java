// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.Workload;
import java.util.List;

/// Counts the bytes that DuckDB copies for each row of a table while it answers a query once.
final class CopiedBytes implements Observation {
  private final DuckDbEngine engine;
  private final ScaleFactor scale;
  private final Workload workload;
  private double bytesPerRow;

  CopiedBytes(DuckDbEngine engine, Query query, ScaleFactor scale) {
    this.engine = engine;
    this.scale = scale;
    this.workload = new QueryWorkload(engine, query, scale, false);
  }

  @Override
  public void prepare() {
    workload.prepare();
  }

  @Override
  public void verify() {
    workload.verify();
  }

  @Override
  public long run() {
    long before = engine.copiedBytes();
    long answer = workload.run();
    bytesPerRow = (double) (engine.copiedBytes() - before) / scale.rows();
    return answer;
  }

  @Override
  public Observed observed() {
    return new Observed(bytesPerRow, "B", List.of());
  }
}

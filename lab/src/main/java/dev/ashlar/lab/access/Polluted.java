// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.experiment.Workload;
import java.util.List;

/// Work whose code has done the same on other kinds of memory before.
///
/// @param timed the work on the kind that is timed
/// @param others the same work on each kind that the contender has
public record Polluted(Workload timed, List<Workload> others) implements Workload {
  private static final int RUNS_BEFORE = 300;

  public Polluted {
    others = List.copyOf(others);
  }

  @Override
  public void prepare() {
    others.forEach(Workload::prepare);
    for (int run = 0; run < RUNS_BEFORE; run++) {
      others.forEach(Workload::run);
    }
    timed.prepare();
  }

  /// Others are proved too: what they did, was done right.
  @Override
  public void verify() {
    timed.verify();
    others.forEach(Workload::verify);
  }

  @Override
  public long run() {
    return timed.run();
  }
}

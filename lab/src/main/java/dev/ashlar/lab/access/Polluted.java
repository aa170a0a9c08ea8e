// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.experiment.Workload;
import java.util.List;

/// Work whose code has run on other kinds of memory before.
///
/// @param timed the work on the timed kind of memory
/// @param others the same work on each kind of memory that the contender supports
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

  /// Verifies the work on the other kinds of memory too.
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

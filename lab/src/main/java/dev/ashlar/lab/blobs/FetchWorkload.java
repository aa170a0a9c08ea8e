// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;

/// Fetches blobs with a fixed stride. Each copy is dropped after the next fetch.
final class FetchWorkload implements Workload {
  static final int COUNT = 256;

  private final Blobs blobs;

  /// The last copy. Storing each copy in a field prevents C2 from eliminating the copy.
  private byte[] last = {};

  FetchWorkload(Blobs blobs) {
    this.blobs = blobs;
    blobs.fill();
  }

  @Override
  public void verify() {
    for (int blob = 0; blob < blobs.count(); blob += 7) {
      blobs.verify(blob);
    }
    long expected = run();
    Proof.repeat(() -> {
      blobs.verify(3);
      Proof.requireEqual(run(), expected, "the sum of some bytes");
    });
  }

  @Override
  public long run() {
    long sum = 0;
    for (int i = 0; i < COUNT; i++) {
      last = blobs.fetch(i * 97 % blobs.count());
      sum += last[i];
    }
    return sum;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import com.sun.management.ThreadMXBean;
import dev.ashlar.lab.experiment.Observation;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Function;

/// The bytes for each key: all bytes that building an index allocates, divided by the number of
/// keys.
final class BytesPerKey implements Observation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Function<Keys, KeyIndex> indexes;
  private final Keys keys;
  private double bytesPerKey;

  BytesPerKey(Function<Keys, KeyIndex> indexes, Keys keys) {
    this.indexes = indexes;
    this.keys = keys;
  }

  /// Builds an index once, because the first build in a JVM allocates more than an index.
  @Override
  public void prepare() {
    verify();
  }

  @Override
  public void verify() {
    KeyWorkload proof = new KeyWorkload(indexes.apply(keys), keys, false);
    proof.prepare();
    proof.verify();
  }

  @Override
  public long run() {
    KeyIndex index = indexes.apply(keys);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    index.build();
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    bytesPerKey = (double) allocated / keys.rows();
    return index.sumOfRows(new long[] {keys.key(0)}, 0, 1);
  }

  @Override
  public Observed observed() {
    return new Observed(bytesPerKey, "B", List.of());
  }
}

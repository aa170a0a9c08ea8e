// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import io.trino.tpch.Distributions;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.TextPool;
import java.util.function.Consumer;

/// The amount of TPC-H's data.
///
/// @param factor TPC-H's scale factor; 1 is about 1 GB
/// @param rows the number of line items with this factor
record ScaleFactor(double factor, int rows) {
  static final ScaleFactor SMALL = new ScaleFactor(0.05, 299_814);
  static final ScaleFactor ONE = new ScaleFactor(1, 6_001_215);
  static final ScaleFactor THREE = new ScaleFactor(3, 17_996_609);

  /// The size of the generator's text pool. A small pool is enough, because comments are left out.
  private static final int TEXT_BYTES = 1 << 12;

  /// Generates all line items, always the same.
  void forEach(Consumer<LineItem> action) {
    Distributions distributions = Distributions.getDefaultDistributions();
    TextPool texts = new TextPool(TEXT_BYTES, distributions);
    for (var item : new LineItemGenerator(factor, 1, 1, distributions, texts)) {
      action.accept(LineItem.of(item));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.CodeCacheUse;
import dev.ashlar.jit.internal.log.Element;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Reads the state of the code cache, which HotSpot logs after each compilation.
final class CodeCacheReader {
  private long leastFree = Long.MAX_VALUE;
  private long mostMethods;
  private int fullCount;
  private double firstFull = Double.NaN;
  private int sweepCount;

  void state(Element element) {
    leastFree = Math.min(leastFree, element.number("free_code_cache", Long.MAX_VALUE));
    mostMethods = Math.max(mostMethods, element.number("nmethods", 0));
  }

  void full(Element element) {
    state(element);
    fullCount++;
    double stamp = element.fraction("stamp", Double.NaN);
    firstFull = Double.isNaN(firstFull) ? stamp : Math.min(firstFull, stamp);
  }

  void sweep(Element element) {
    state(element);
    if (element.text("state").equals("finished")) {
      sweepCount++;
    }
  }

  CodeCacheUse finish() {
    return new CodeCacheUse(
        leastFree == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(leastFree),
        mostMethods,
        fullCount,
        Double.isNaN(firstFull) ? OptionalDouble.empty() : OptionalDouble.of(firstFull),
        sweepCount);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/// The garbage collectors of this JVM.
final class Collectors {
  private static final List<GarbageCollectorMXBean> BEANS =
      ManagementFactory.getGarbageCollectorMXBeans();

  private Collectors() {}

  /// {@return the number of all collections}
  static long count() {
    return BEANS.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
  }

  /// {@return the total time of all collections, in milliseconds}
  static long totalMillis() {
    return BEANS.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
  }
}

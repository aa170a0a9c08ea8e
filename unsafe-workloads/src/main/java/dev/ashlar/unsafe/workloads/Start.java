// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.workloads;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/// Runs each workload once, and prints the nanoseconds since the JVM began.
public final class Start {
  private Start() {}

  /// Runs them.
  ///
  /// @param args not used
  public static void main(String[] args) {
    for (Workload workload : Workload.values()) {
      long result = Workloads.of(workload).getAsLong();
      if (result != workload.expected()) {
        throw new IllegalStateException(workload + " came to " + result);
      }
    }
    long millis = System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    System.out.println(TimeUnit.MILLISECONDS.toNanos(millis));
    // A library may have threads that are no daemons.
    System.exit(0);
  }
}

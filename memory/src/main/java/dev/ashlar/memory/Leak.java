// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.List;

/// A lease that became unreachable without being released.
///
/// ```java
/// List<Leak> leaks = Collections.synchronizedList(new ArrayList<>());
/// NativePool pool = NativePool.builder(1 << 20).trackingOneIn(1).onLeak(leaks::add).create();
/// ```
///
/// @param pool the name of the pool
/// @param byteSize the size of the lease
/// @param thread the name of the thread that acquired it
/// @param acquiredAt the stack trace of the acquisition, innermost call first; empty if this lease
///   was not tracked
public record Leak(String pool, long byteSize, String thread, List<StackTraceElement> acquiredAt) {
  public Leak {
    acquiredAt = List.copyOf(acquiredAt);
  }

  /// Returns one line for the leak and one for each call.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("A lease of ").append(byteSize).append(" bytes from pool ").append(pool);
    text.append(", acquired by thread ").append(thread).append(", was not released");
    if (acquiredAt.isEmpty()) {
      text.append("; track more leases to learn where it was acquired");
    }
    for (StackTraceElement call : acquiredAt) {
      text.append("\n\tat ").append(call);
    }
    return text.toString();
  }
}

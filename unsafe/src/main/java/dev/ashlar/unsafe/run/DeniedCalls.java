// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import java.util.List;

/// The denied calls in one JVM.
///
/// @param calls the calls, the worst outcome first
/// @param endedThreads the threads that ended with an exception, including those for which no
///   denied call is a known cause
/// @param isComplete false if only the beginning of the log of exceptions was read
public record DeniedCalls(
    List<DeniedCall> calls, List<EndedThread> endedThreads, boolean isComplete) {
  public DeniedCalls {
    calls = List.copyOf(calls);
    endedThreads = List.copyOf(endedThreads);
  }

  /// {@return the classes that cannot be used}
  public List<String> failedClasses() {
    return calls.stream().flatMap(call -> call.failedClass().stream()).distinct().toList();
  }

  /// {@return the number of calls with an outcome}
  public long count(DeniedCall.Outcome outcome) {
    return calls.stream().filter(call -> call.outcome() == outcome).count();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.unsafe.run.CallerStacks;
import dev.ashlar.unsafe.run.CallerStacks.CallerStack;
import dev.ashlar.unsafe.run.ExecutedCall;
import dev.ashlar.unsafe.run.UnsafeRun;
import java.util.Collection;
import java.util.List;

/// Matches the stacks of one run with the calls of another, by method and line.
final class UnsafeCallers {
  private UnsafeCallers() {}

  /// {@return the stacks of a call, the most frequent first}
  static List<CallerStack> of(ExecutedCall call, CallerStacks stacks) {
    return stacks.stacks().stream().filter(stack -> matches(call, stack)).toList();
  }

  static List<CallerStack> unmatched(Collection<UnsafeRun> runs, CallerStacks stacks) {
    return stacks.stacks().stream()
        .filter(stack ->
            runs.stream()
                .flatMap(run -> run.calls().stream())
                .noneMatch(call -> matches(call, stack)))
        .toList();
  }

  /// A frame is printed as `loader/module@version/a.B.c(B.java:17)`.
  private static boolean matches(ExecutedCall call, CallerStack stack) {
    String frame = stack.frames().getFirst();
    String name = call.caller().holder() + "." + call.caller().name() + "(";
    int at = frame.indexOf(name);
    return call.target().name().equals(stack.method())
        && (at == 0 || (at > 0 && frame.charAt(at - 1) == '/'))
        && (call.line().isEmpty() || frame.endsWith(":" + call.line().getAsInt() + ")"));
  }
}

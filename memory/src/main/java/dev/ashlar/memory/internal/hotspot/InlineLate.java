// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Makes C2 inline the accesses of a wide loop after it has parsed the loop, instead of during
/// parsing.
///
/// During parsing, C2 counts all nodes that it makes, and inlines nothing after 18,000
/// (`NodeCountInliningCutoff`), which is some 20 accesses to a table. After parsing it counts live
/// nodes only, up to 40,000 (`LiveNodeCountInliningCutoff`), and has removed most nodes by then. A
/// call of a method handle is inlined after parsing if the handle was not constant before
/// (`CallGenerator::for_mh_late_inline`).
///
/// So the handle is chosen by a comparison that the caller has just made. C2's parser does not see
/// that both comparisons are the same; the first pass over the graph does
/// (`IfNode::search_identical`). The caller's comparison stays: it should not change in the loop.
/// It is one for inequality, since the parser knows the sign of what was compared with 0. C2 does
/// not parse a branch that was never taken according to its profile. For this reason each call
/// takes both branches.
public final class InlineLate {
  private static final MethodHandle NEVER = MethodHandles.empty(MethodType.methodType(void.class));

  private InlineLate() {}

  /// Returns the access.
  ///
  /// @param value has been loaded from memory
  /// @param other is not equal to `value`; the caller has just compared them
  public static MethodHandle defer(int value, int other, MethodHandle access) {
    choose(other, other, access);
    return choose(value, other, access);
  }

  private static MethodHandle choose(int value, int other, MethodHandle access) {
    return value != other ? access : NEVER;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.hotspot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Has C2 inline the accesses of a wide loop after it has parsed the loop, and not while it does.
///
/// While C2 parses, it counts all nodes that it makes, and inlines nothing after 18,000
/// (`NodeCountInliningCutoff`), which is 15 accesses to a table. Afterwards it counts the nodes
/// that are left, up to 40,000 (`LiveNodeCountInliningCutoff`), and has removed most of them in
/// between. A call of a method handle waits for that time if the handle is not yet constant
/// (`CallGenerator::for_mh_late_inline`).
///
/// So the handle is chosen by a comparison that the caller has just made: C2's parser does not see
/// that it is the same, and the first pass over the graph does (`IfNode::search_identical`). C2
/// does not parse a way that its profile says was never taken. HotSpot may compile a method without
/// a profile for a while (tier 2), so no warm-up is sure to be counted: each call takes both ways.
/// With 32 fields a row of native columns takes 14 ns so, and 60 ns without.
public final class InlineLate {
  private static final MethodHandle NEVER = MethodHandles.empty(MethodType.methodType(void.class));

  private InlineLate() {}

  /// Returns the access.
  ///
  /// @param row is less than `limit`, without sign; the caller has just compared them so
  public static MethodHandle defer(int row, int limit, MethodHandle access) {
    choose(limit, limit, access);
    return choose(row, limit, access);
  }

  private static MethodHandle choose(int row, int limit, MethodHandle access) {
    return Integer.compareUnsigned(row, limit) < 0 ? access : NEVER;
  }

  /// Likewise.
  ///
  /// @param row is not negative; the caller has just [required][#require(int)] it
  public static MethodHandle defer(int row, MethodHandle access) {
    choose(~row, access);
    return choose(row, access);
  }

  private static MethodHandle choose(int row, MethodHandle access) {
    return row < 0 ? NEVER : access;
  }

  /// Likewise.
  ///
  /// @param address is not negative; the caller has just [required][#require(long)] it
  public static MethodHandle defer(long address, MethodHandle access) {
    choose(~address, access);
    return choose(address, access);
  }

  private static MethodHandle choose(long address, MethodHandle access) {
    return address < 0 ? NEVER : access;
  }

  /// Makes the comparison that [#defer(int, MethodHandle)] makes again.
  public static void require(int row) {
    if (row < 0) {
      throw new IndexOutOfBoundsException(row);
    }
  }

  /// Makes the comparison that [#defer(long, MethodHandle)] makes again.
  public static void require(long address) {
    if (address < 0) {
      throw new IndexOutOfBoundsException(address);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Has C2 inline the accesses of a wide loop after it has parsed the loop, and not while it does.
///
/// While C2 parses, it counts all nodes that it makes, and inlines nothing after 18,000
/// (`NodeCountInliningCutoff`), which is 15 accesses. Afterwards it counts the nodes that are left,
/// up to 40,000 (`LiveNodeCountInliningCutoff`), and has removed most of them in between. A call of
/// a method handle waits for that time if the handle is not yet constant
/// (`CallGenerator::for_mh_late_inline`).
///
/// So the handle is chosen by a comparison that the caller has just made: C2's parser does not see
/// that it is the same, and the first pass over the graph does (`IfNode::search_identical`). The
/// warm-up takes both ways, as C2 does not parse the one that was never taken. With 32 fields a row
/// of native columns takes 14 ns so, and 60 ns without.
public final class DeferredInlining {
  private static final MethodHandle NEVER = MethodHandles.empty(MethodType.methodType(void.class));

  private DeferredInlining() {}

  /// Returns the access.
  ///
  /// @param row is less than `limit`, without sign; the caller has just compared them so
  public static MethodHandle defer(int row, int limit, MethodHandle access) {
    return Integer.compareUnsigned(row, limit) < 0 ? access : NEVER;
  }

  /// Likewise.
  ///
  /// @param row is not negative; the caller has just [required][#require(int)] it
  public static MethodHandle defer(int row, MethodHandle access) {
    return row < 0 ? NEVER : access;
  }

  /// Likewise.
  ///
  /// @param address is not negative; the caller has just [required][#require(long)] it
  public static MethodHandle defer(long address, MethodHandle access) {
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

  /// Takes both ways. What C1 knows it does not count.
  ///
  /// @param rows a positive number that is no constant
  public static void warmUp(int rows) {
    long address = rows;
    if (!defer(0, rows, NEVER).equals(defer(rows, 0, NEVER))
        || !defer(rows, NEVER).equals(defer(-rows, NEVER))
        || !defer(address, NEVER).equals(defer(-address, NEVER))) {
      throw new AssertionError();
    }
  }
}

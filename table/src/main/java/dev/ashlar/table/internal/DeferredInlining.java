package dev.ashlar.table.internal;

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
/// rehearsal takes both ways, as C2 does not parse the one that was never taken. With 32 fields a
/// row of native columns takes 14 ns so, and 60 ns without.
public final class DeferredInlining {
  private static final MethodHandle NEVER = MethodHandles.empty(MethodType.methodType(void.class));

  private DeferredInlining() {}

  /// Returns the access.
  ///
  /// @param row is less than `limit`, without sign; the caller has just compared them so
  public static MethodHandle defer(int row, int limit, MethodHandle access) {
    return Integer.compareUnsigned(row, limit) < 0 ? access : NEVER;
  }

  /// Takes both ways.
  public static void rehearse() {
    if (!defer(0, 1, NEVER).equals(defer(1, 0, NEVER))) {
      throw new AssertionError();
    }
  }
}

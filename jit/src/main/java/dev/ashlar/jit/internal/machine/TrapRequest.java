// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import java.util.List;

/// A request to the uncommon trap: its reason, and the action on the code. The number is that of
/// `Deoptimization::make_trap_request` (deoptimization.hpp): the complement of the reason, in five
/// bits, above the action, in three. A number that is not negative is an index of a class that is
/// not loaded.
final class TrapRequest {
  private static final int ACTION_BITS = 3;
  private static final int REASON_MASK = 31;

  private static final List<String> FIRST =
      words(
          "none null_check null_assert range_check class_check array_check intrinsic bimorphic"
              + " profile_predicate");
  private static final List<String> MIDDLE =
      words(
          "unloaded uninitialized initialized unreached unhandled constraint div0_check age predicate"
              + " loop_limit_check speculate_class_check speculate_null_check speculate_null_assert");
  private static final List<String> LAST =
      words("unstable_if unstable_fused_if receiver_constraint");

  private TrapRequest() {}

  private static List<String> words(String words) {
    return List.of(words.split(" ", -1));
  }

  /// {@return HotSpot's name for the reason, as in `null_check`; `reason 9` where the JDK's numbers
  /// are not known}
  static String reason(int request, int jdkFeature) {
    if (request >= 0) {
      return "unloaded";
    }
    int number = (~request >> ACTION_BITS) & REASON_MASK;
    if (number < FIRST.size()) {
      return FIRST.get(number);
    }
    int rest = number - FIRST.size();
    if (jdkFeature >= 17 && jdkFeature <= 21) {
      return inOrder(rest, number, 0, 1);
    }
    return jdkFeature == 25 ? inOrder(rest, number, 1, 0) : "reason " + number;
  }

  /// @param before the number of additional reasons of JDK 25, after `profile_predicate`
  /// @param between the number of additional reasons of JDK 17 to 21, for transactional memory
  private static String inOrder(int rest, int number, int before, int between) {
    if (rest < before) {
      return "auto_vectorization_check";
    }
    int middle = rest - before;
    if (middle < MIDDLE.size()) {
      return MIDDLE.get(middle);
    }
    int last = middle - MIDDLE.size() - between;
    return last < 0 ? "rtm_state_change" : last < LAST.size() ? LAST.get(last) : "reason " + number;
  }
}

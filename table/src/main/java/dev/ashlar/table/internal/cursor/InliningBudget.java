// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.cursor;

import dev.ashlar.table.internal.schema.Field;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The accesses of a cursor that may be inlined during parsing, in a loop that uses all of them.
///
/// The others are deferred (see `InlineLate`), and no more than necessary. A deferred access
/// separates memory states, as a call does, and these do not always merge again. So behind a branch
/// of the loop, C2 does not always recognize the checks of a deferred access as invariant.
///
/// @param fields the numbers of all fields, in order
/// @param immediate how many fields are not deferred
public record InliningBudget(List<Integer> fields, int immediate) {
  /// The part of `NodeCountInliningCutoff` that is left for fields beside the loop itself.
  private static final int NODES = 17_000;

  /// The nodes of an access that is inlined at once, and of the call of a deferred one. In a loop
  /// over several chunks, where these are not the same for all rows: otherwise 1,170.
  private static final int IMMEDIATE_NODES = 1_360;

  private static final int DEFERRED_NODES = 300;

  /// Returns the budget of a cursor's class.
  ///
  /// @param methods of a cursor, in any order
  public static InliningBudget of(List<CursorMethod> methods) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (CursorMethod method : methods) {
      for (Field field : method.isPlain() ? method.target().fields() : List.<Field>of()) {
        if (!field.isRun()) {
          numbers.add(field.index());
        }
      }
    }
    List<Integer> fields = List.copyOf(numbers);
    int spare = NODES - fields.size() * DEFERRED_NODES;
    return new InliningBudget(fields, Math.max(0, spare / (IMMEDIATE_NODES - DEFERRED_NODES)));
  }

  /// Whether the accesses of a field are deferred.
  public boolean defers(Field field) {
    return fields.indexOf(field.index()) >= immediate;
  }
}

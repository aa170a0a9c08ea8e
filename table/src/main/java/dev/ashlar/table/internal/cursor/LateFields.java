// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.cursor;

import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.schema.Field;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The fields of a wide cursor whose accesses are inlined late (see `InlineLate`): C2 stops
/// inlining at 18,000 nodes while it parses a loop. Arrays take so few nodes that none of them is.
///
/// @param fields the numbers of all fields that the cursor reaches as primitives, in order
/// @param atOnce how many of them are not inlined late
public record LateFields(List<Integer> fields, int atOnce) {
  /// With so many fields, all are inlined at once.
  private static final int NARROW = 20;

  /// The part of `NodeCountInliningCutoff` that is left for fields beside the loop itself.
  private static final int NODES = 17_000;

  /// The nodes of an access that is inlined at once, and of the call of a late one.
  private static final int NODES_AT_ONCE = 1_400;

  private static final int LATE_NODES = 320;

  /// How many nodes more each of them has where the chunk is not the same for all rows.
  private static final int NODES_OF_CHUNK = 140;

  /// Returns those of a cursor.
  ///
  /// @param methods of a cursor, in any order
  /// @param isOneChunk whether all rows are in one chunk
  public static LateFields of(List<CursorMethod> methods, MemoryKind kind, boolean isOneChunk) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (CursorMethod method : methods) {
      for (Field field : method.isPlain() ? method.target().fields() : List.<Field>of()) {
        if (!field.isRun()) {
          numbers.add(field.index());
        }
      }
    }
    boolean isNarrow = kind == MemoryKind.HEAP_COLUMNS || numbers.size() <= NARROW;
    int late = LATE_NODES + (isOneChunk ? 0 : NODES_OF_CHUNK);
    int spare = Math.max(0, NODES - numbers.size() * late);
    int atOnce = isNarrow ? numbers.size() : spare / (NODES_AT_ONCE - LATE_NODES);
    return new LateFields(List.copyOf(numbers), atOnce);
  }

  /// Whether the cursor has few fields.
  public boolean isNarrow() {
    return fields.size() <= NARROW;
  }

  private boolean exist() {
    return atOnce < fields.size();
  }

  /// Whether a method reaches one.
  public boolean contains(CursorMethod method) {
    return exist()
        && method.isPlain()
        && method.target().fields().stream()
            .anyMatch(field -> fields.indexOf(field.index()) >= atOnce);
  }
}

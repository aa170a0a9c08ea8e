// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.table.RecordSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Names of record components for columns. A column's name may not be a name in Java: `Order ID`
/// becomes `order_id`. No two names are equal without regard to case, because DuckDB demands it.
final class ComponentNames {
  private ComponentNames() {}

  /// Returns a name for each column, in order. The first column of a name keeps it if a component
  /// can have that name.
  static List<String> of(List<String> columns) {
    Set<String> taken = new HashSet<>();
    List<Boolean> kept = columns.stream().map(name -> isName(name) && take(name, taken)).toList();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String name = columns.get(i);
      names.add(kept.get(i) ? name : free(isName(name) ? name : ofWords(name), taken));
    }
    return names;
  }

  /// Whether a column can be a component, or one of a record inside, as `leg.quantity` is.
  private static boolean isName(String name) {
    return List.of(name.split("\\.", -1)).stream().allMatch(RecordSchema::isName);
  }

  private static boolean take(String name, Set<String> taken) {
    return taken.add(name.toLowerCase(Locale.ROOT));
  }

  private static String free(String name, Set<String> taken) {
    String free = name;
    for (int number = 2; !take(free, taken); number++) {
      free = name + "_" + number;
    }
    return free;
  }

  private static String ofWords(String name) {
    String joined = name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{M}\\p{Nd}]+", "_");
    String words = joined.replaceAll("^_|_$", "");
    if (words.isEmpty()) {
      return "column";
    }
    if (!Character.isJavaIdentifierStart(words.codePointAt(0))) {
      return "_" + words;
    }
    return RecordSchema.isName(words) ? words : words + "_";
  }
}

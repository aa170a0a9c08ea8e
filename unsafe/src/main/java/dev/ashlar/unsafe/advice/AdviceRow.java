// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A row of a section's table, for one type.
///
/// @param base the type that the row and its section are written for
/// @param cells the other cells by the heading of their column
record AdviceRow(Signature signature, TypeName base, TypeName type, Map<String, String> cells) {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final String NONE = "none: ";

  /// {@return one row for each type that the first cell names}
  static List<AdviceRow> parse(List<String> headings, List<String> cells) {
    List<String> codes =
        CODE.matcher(cells.getFirst()).results().map(found -> found.group(1)).toList();
    String written = codes.getFirst();
    TypeName base = TypeName.in(written.substring(0, written.indexOf('(')));
    Map<String, String> others = new LinkedHashMap<>();
    for (int i = 1; i < headings.size(); i++) {
      others.put(headings.get(i), cells.get(i));
    }
    List<AdviceRow> rows = new ArrayList<>();
    for (int i = 0; i < codes.size(); i++) {
      TypeName type = i == 0 ? base : new TypeName(codes.get(i));
      Signature signature = Signature.parse(base.replacedIn(written, type));
      rows.add(new AdviceRow(signature, base, type, others));
    }
    return rows;
  }

  Replacement replacement(AdviceSection section) {
    return new Replacement(
        section.task(),
        section.does(),
        code(section, AdviceSection.BEFORE).orElse(Code.none("JDK 25 no longer has it")),
        code(section, AdviceSection.JDK).orElseThrow(),
        code(section, AdviceSection.ASHLAR).orElseGet(() -> Code.none(section.note("Ashlar"))),
        section.note("Cost"),
        section.note("Limits"));
  }

  /// {@return the code of a column; empty if the table has no such column}
  Optional<Code> code(AdviceSection section, String column) {
    return Optional.ofNullable(cells.get(column))
        .map(cell -> {
          if (cell.startsWith(NONE)) {
            return Code.none(cell.substring(NONE.length()));
          }
          MatchResult code = CODE.matcher(cell).results().findFirst().orElseThrow();
          String declarations = section.given() + section.blocks().getOrDefault(column, "");
          return Code.of(inType(code.group(1)), inType(declarations));
        });
  }

  private String inType(String code) {
    return base.equals(type) ? code : base.replacedIn(code, type);
  }
}

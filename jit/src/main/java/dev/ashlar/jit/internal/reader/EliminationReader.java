// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Elimination;
import dev.ashlar.jit.internal.log.Element;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Reads what C2 eliminated in one compilation: `<eliminate_allocation>` and `<eliminate_lock>`. C2
/// logs them after inlining, with the `<jvms>` of the position, innermost first.
final class EliminationReader {
  private final IdTable idTable;

  /// C2 copies loops, and eliminates in each copy.
  private final Set<Elimination> found = new LinkedHashSet<>();

  private final List<Elimination.Position> path = new ArrayList<>();
  private Elimination.Kind kind = Elimination.Kind.ALLOCATION;
  private String type = "";
  private boolean open;

  EliminationReader(IdTable idTable) {
    this.idTable = idTable;
  }

  /// Forgets everything: a compilation begins, or C2 retries.
  void clear() {
    found.clear();
    open = false;
  }

  /// {@return whether the tag belongs to an elimination}
  boolean tag(Element element) {
    switch (element.tag()) {
      case ELIMINATE_ALLOCATION ->
          begin(Elimination.Kind.ALLOCATION, idTable.type(element.id("type")));
      case ELIMINATE_LOCK -> begin(Elimination.Kind.LOCK, element.text("kind"));
      case JVMS -> {
        if (open) {
          path.add(
              new Elimination.Position(
                  idTable.method(element.id("method")), (int) element.number("bci", -1)));
        }
        return open;
      }
      case END_ELIMINATE_ALLOCATION, END_ELIMINATE_LOCK -> end();
      default -> {
        return false;
      }
    }
    return true;
  }

  private void begin(Elimination.Kind ofKind, String ofType) {
    open = true;
    kind = ofKind;
    type = ofType;
    path.clear();
  }

  private void end() {
    // An unlocking has no position.
    if (open && !path.isEmpty()) {
      Collections.reverse(path);
      found.add(new Elimination(kind, type, List.copyOf(path)));
    }
    open = false;
  }

  List<Elimination> finish() {
    return List.copyOf(found);
  }
}

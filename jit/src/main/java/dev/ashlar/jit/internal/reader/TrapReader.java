// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Trap;
import dev.ashlar.jit.internal.log.Element;
import dev.ashlar.jit.internal.log.ParseProblems;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads the events of code after its compilation: uncommon traps that were hit, and nmethods that
/// were made not entrant.
final class TrapReader {
  /// Far more than HotSpot's inlining limits allow. A damaged log has no limit.
  private static final int DEEPEST = 400;

  private final MethodTable methods;
  private final TrapCounts traps = new TrapCounts();
  private final Map<Long, Compilation.NotEntrant> notEntrant = new HashMap<>();

  private boolean open;
  private String reason = "";
  private String action = "";
  private double stamp;
  private long compileId;
  private int bci;

  /// Innermost method first.
  private final List<Method> frames = new ArrayList<>();

  TrapReader(MethodTable methods) {
    this.methods = methods;
  }

  void tag(Element element, long offset, ParseProblems problems) {
    switch (element.tag()) {
      case UNCOMMON_TRAP -> {
        if (open || !element.has("thread")) {
          problems.add("traps cut off", offset);
        }
        begin(element);
      }
      case JVMS -> {
        if (open && frames.isEmpty()) {
          bci = element.neededNumber("bci");
        }
        if (open && frames.size() < DEEPEST) {
          frames.add(methods.of(element.neededText("method"), (int) element.number("bytes", -1)));
        }
      }
      case END_UNCOMMON_TRAP -> {
        if (!open || frames.isEmpty()) {
          problems.add("traps cut off", offset);
        }
        if (open) {
          close();
        }
      }
      case MAKE_NOT_ENTRANT -> notEntrant(element);
      default -> {
        // Other tags outside of compilations do not matter.
      }
    }
  }

  private void begin(Element element) {
    // Without a thread it is a trap that C2 compiled, not one that was hit.
    open = element.has("thread");
    if (open) {
      reason = element.neededText("reason");
      action = element.neededText("action");
      stamp = element.neededFraction("stamp");
      compileId = element.number("compile_id", -1);
      frames.clear();
    }
  }

  private void close() {
    open = false;
    if (frames.isEmpty()) {
      return;
    }
    List<Method> path = new ArrayList<>(frames);
    Collections.reverse(path);
    traps.add(path, bci, reason, action, stamp);
  }

  private void notEntrant(Element element) {
    if (element.number("level", 0) != Compilation.FULL_OPTIMIZATION) {
      return;
    }
    long id = element.number("compile_id", -1);
    // Before JDK 25 HotSpot logs no reason. A trap of the same code just before it is the reason.
    String given = element.text("reason");
    String why = given.isEmpty() && id == compileId ? "uncommon trap" : given;
    notEntrant.putIfAbsent(
        id,
        new Compilation.NotEntrant(
            why.isEmpty() ? "no reason given" : why, element.neededFraction("stamp")));
  }

  Map<Long, Compilation.NotEntrant> notEntrant() {
    return notEntrant;
  }

  List<Trap> finish() {
    return traps.finish();
  }
}

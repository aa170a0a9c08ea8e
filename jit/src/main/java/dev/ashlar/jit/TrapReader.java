package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads what happened to code after it was compiled: traps that were hit, and code that was thrown
/// away.
final class TrapReader {
  private record Place(Method method, int bci, String reason, String action) {}

  private static final class Tally {
    final Method root;
    final double first;
    double last;
    long count;

    Tally(Method root, double first) {
      this.root = root;
      this.first = first;
    }
  }

  private final MethodTable methods;
  private final Map<Place, Tally> tallies = new LinkedHashMap<>();
  private final Map<Long, String> discards = new HashMap<>();

  private boolean open;
  private String reason = "";
  private String action = "";
  private double stamp;
  private long compileId;
  private @Nullable Method innermost;
  private int innermostBci;
  private @Nullable Method outermost;

  TrapReader(MethodTable methods) {
    this.methods = methods;
  }

  void tag(Element element) {
    if (element.is("uncommon_trap")) {
      // Without a thread it is a place where one may be hit, not one that was.
      open = element.has("thread");
      if (open) {
        reason = element.text("reason");
        action = element.text("action");
        stamp = element.fraction("stamp", Double.NaN);
        compileId = element.number("compile_id", -1);
        innermost = null;
        outermost = null;
      }
    } else if (element.is("jvms") && open) {
      Method method = methods.of(element.text("method"), (int) element.number("bytes", -1));
      if (innermost == null) {
        innermost = method;
        innermostBci = (int) element.number("bci", -1);
      }
      outermost = method;
    } else if (element.is("/uncommon_trap") && open) {
      close();
    } else if (element.is("make_not_entrant")) {
      discard(element);
    }
  }

  private void close() {
    open = false;
    Method method = innermost;
    Method root = outermost;
    if (method == null || root == null) {
      return;
    }
    Tally tally =
        tallies.computeIfAbsent(
            new Place(method, innermostBci, reason, action), p -> new Tally(root, stamp));
    tally.count++;
    tally.last = stamp;
  }

  private void discard(Element element) {
    if (element.number("level", 0) != Task.FULL) {
      return;
    }
    long id = element.number("compile_id", -1);
    // Before JDK 25 no reason is given; a trap of the same code just before it is one.
    String given = element.text("reason");
    String why = given.isEmpty() && id == compileId ? "uncommon trap" : given;
    discards.putIfAbsent(id, why.isEmpty() ? "no reason given" : why);
  }

  Map<Long, String> discards() {
    return discards;
  }

  List<Trap> finish() {
    List<Trap> traps = new ArrayList<>();
    tallies.forEach((place, tally) ->
        traps.add(
            new Trap(
                place.method,
                place.bci,
                tally.root,
                place.reason,
                place.action,
                tally.count,
                tally.first,
                tally.last)));
    traps.sort(Comparator.comparingLong(Trap::count).reversed());
    return List.copyOf(traps);
  }
}

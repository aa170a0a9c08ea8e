// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.asm;

import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.LoopCode.Role;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.Mark;
import dev.ashlar.jit.machine.Mark.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The differences between two versions of a method's code, loop by loop. Addresses are not
/// compared.
///
/// @param old the version before
/// @param now the version after
/// @param whole the differences of the code outside of all loops
/// @param loops the loops of both versions: first those of the new version, then those that are
///   gone
public record CodeDiff(
    CodeReading old, CodeReading now, List<Change> whole, List<LoopChange> loops) {
  /// Kinds that say what the code does. Spills, reloads and traps depend on the layout of the code.
  private static final Set<Kind> IGNORED =
      Set.of(Kind.UNCOMMON_TRAP, Kind.SPILL, Kind.RELOAD, Kind.VECTOR, Kind.RETURN_POLL);

  /// A number that differs.
  ///
  /// @param what the thing that is counted, such as `range check`, `call of Foo::bar (virtual)` or
  ///   `bits of the vectors`
  public record Change(String what, long before, long after) {}

  /// The differences of a loop.
  ///
  /// @param title the loop, as in `main loop, line 14`
  /// @param before the summary in the old code; empty if the loop is new
  /// @param after the summary in the new code; empty if the loop is gone
  /// @param changes empty if the loop is new, gone or unchanged
  public record LoopChange(String title, String before, String after, List<Change> changes) {
    public LoopChange {
      changes = List.copyOf(changes);
    }

    /// {@return whether the loop is new, gone or changed}
    public boolean isDifferent() {
      return before.isEmpty() || after.isEmpty() || !changes.isEmpty();
    }
  }

  /// Identifies a source loop in both versions by its role, by the method with its test, and by the
  /// number of such loops before it. Lines may have moved.
  private record LoopKey(Role role, List<String> path, int number) {}

  public CodeDiff {
    whole = List.copyOf(whole);
    loops = List.copyOf(loops);
  }

  /// {@return the differences of two versions}
  public static CodeDiff of(CodeReading old, CodeReading now) {
    Map<LoopKey, LoopCode> before = byKey(old.loops());
    Map<LoopKey, LoopCode> after = byKey(now.loops());
    List<LoopChange> loops = new ArrayList<>();
    after.forEach((key, loop) -> {
      LoopCode was = before.get(key);
      loops.add(
          new LoopChange(
              title(loop),
              was == null ? "" : was.summary(),
              loop.summary(),
              was == null ? List.of() : changes(numbers(was), numbers(loop))));
    });
    before.forEach((key, loop) -> {
      if (!after.containsKey(key)) {
        loops.add(new LoopChange(title(loop), loop.summary(), "", List.of()));
      }
    });
    return new CodeDiff(old, now, changes(outside(old), outside(now)), loops);
  }

  /// {@return the differences of each method and entry that both sides have}
  public static List<CodeDiff> ofAll(List<CodeReading> old, List<CodeReading> now) {
    return now.stream()
        .flatMap(after ->
            old.stream()
                .filter(before -> isSameEntry(before.code(), after.code()))
                .limit(1)
                .map(before -> of(before, after)))
        .toList();
  }

  /// {@return whether both are versions of the same method, and agree in whether they are OSR code}
  public static boolean isSameEntry(MachineCode one, MachineCode other) {
    return one.method().equals(other.method()) && one.isOsr() == other.isOsr();
  }

  /// {@return whether no number differs and no loop is new or gone; false if a part of the code is
  /// not known}
  public boolean isSame() {
    return isKnown(old)
        && isKnown(now)
        && whole.isEmpty()
        && loops.stream().noneMatch(LoopChange::isDifferent);
  }

  private static boolean isKnown(CodeReading reading) {
    return reading.isDecoded() && reading.code().isWhole();
  }

  private static String title(LoopCode loop) {
    String summary = loop.summary();
    int colon = summary.indexOf(": ");
    return colon < 0 ? summary : summary.substring(0, colon);
  }

  private static Map<LoopKey, LoopCode> byKey(List<LoopCode> loops) {
    Map<LoopKey, LoopCode> byKey = new LinkedHashMap<>();
    for (LoopCode loop : loops) {
      List<String> path = loop.frames().stream().map(f -> f.holder() + "::" + f.name()).toList();
      int number = 0;
      while (byKey.containsKey(new LoopKey(loop.role(), path, number))) {
        number++;
      }
      byKey.put(new LoopKey(loop.role(), path, number), loop);
    }
    return byKey;
  }

  private static Map<String, Long> numbers(LoopCode loop) {
    Map<String, Long> numbers = marks(loop.marks().stream());
    loop.before().forEach(mark -> numbers.merge(mark.kind().words() + " before it", 1L, Long::sum));
    numbers.put("bits of the vectors", (long) loop.vectorBits());
    numbers.put("instructions that are not vectorized", (long) loop.scalar().size());
    loop.unrolled().ifPresent(unrolled -> numbers.put("unroll factor", (long) unrolled));
    return numbers;
  }

  private static Map<String, Long> outside(CodeReading reading) {
    List<Mark> inLoops =
        reading.loops().stream()
            .flatMap(loop -> Stream.concat(loop.marks().stream(), loop.before().stream()))
            .toList();
    return marks(reading.marks().stream().filter(mark -> !inLoops.contains(mark)));
  }

  private static Map<String, Long> marks(Stream<Mark> marks) {
    Map<String, Long> numbers = new TreeMap<>();
    marks
        .filter(mark -> !IGNORED.contains(mark.kind()))
        .forEach(mark -> numbers.merge(name(mark), 1L, Long::sum));
    return numbers;
  }

  private static String name(Mark mark) {
    return switch (mark.kind()) {
      case CALL, RUNTIME_CALL -> mark.kind().words() + " of " + stable(mark.detail());
      case OTHER_CHECK -> mark.detail() + " check";
      default -> mark.kind().words();
    };
  }

  /// {@return a callee's name without an address}
  private static String stable(String callee) {
    return callee.replaceAll("0x\\p{XDigit}+", "an address");
  }

  private static List<Change> changes(Map<String, Long> before, Map<String, Long> after) {
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    return names.stream()
        .map(name -> new Change(name, before.getOrDefault(name, 0L), after.getOrDefault(name, 0L)))
        .filter(change -> change.before() != change.after())
        .toList();
  }
}

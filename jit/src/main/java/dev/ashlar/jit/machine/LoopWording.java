// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import dev.ashlar.jit.machine.Mark.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Describes a loop, as in: main loop, line 14: 23 instructions, unrolled 4 times; 1 range check in
/// it; before it: 2 class guards; not vectorized.
final class LoopWording {
  private static final List<Kind> CHECKS =
      List.of(
          Kind.RANGE_CHECK,
          Kind.NULL_CHECK,
          Kind.IMPLICIT_NULL_CHECK,
          Kind.CLASS_GUARD,
          Kind.LOOP_PREDICATE,
          Kind.OTHER_CHECK);
  private static final List<Kind> WORK =
      List.of(
          Kind.ALLOCATION,
          Kind.CARD_MARK,
          Kind.GC_BARRIER,
          Kind.LOCK,
          Kind.COMPARE_AND_SET,
          Kind.SAFEPOINT_POLL,
          Kind.BYTE_SWAP,
          Kind.SPILL,
          Kind.RELOAD);

  private LoopWording() {}

  static String of(LoopCode loop) {
    List<String> parts = new ArrayList<>();
    parts.add(size(loop));
    String checks = counted(loop.marks(), CHECKS);
    parts.add(checks.isEmpty() ? "no checks in it" : checks + " in it");
    String before = counted(loop.before(), CHECKS);
    if (!before.isEmpty()) {
      parts.add("before it: " + before);
    }
    if (loop.role() != LoopCode.Role.STRIP) {
      parts.add(
          loop.isVectorized()
              ? "vectorized, " + loop.vectorBits() + " bits wide"
              : loop.isPartlyVectorized() ? partly(loop) : "not vectorized");
    }
    String work = counted(loop.marks(), WORK);
    if (!work.isEmpty()) {
      parts.add(work);
    }
    parts.add(calls(loop));
    return loop.role().words() + position(loop) + ": " + String.join("; ", parts);
  }

  private static String partly(LoopCode loop) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    loop.scalar().forEach(name -> counts.merge(name, 1, Integer::sum));
    List<String> names = new ArrayList<>();
    counts.forEach((name, count) -> names.add(count + " " + name));
    return "partly vectorized, %s bits wide: one element at a time in %s"
        .formatted(loop.vectorBits(), String.join(", ", names));
  }

  private static String position(LoopCode loop) {
    if (loop.frames().isEmpty()) {
      return "";
    }
    Frame root = loop.frames().get(loop.frames().size() - 1);
    Frame inner = loop.frames().get(0);
    String line = root.line() < 0 ? ", bytecode " + root.bci() : ", line " + root.line();
    return loop.frames().size() == 1 ? line : line + " (in " + inner.words() + ")";
  }

  private static String size(LoopCode loop) {
    String instructions =
        (loop.skips() ? "up to " : "") + plural(loop.instructionCount(), "instruction");
    if (loop.unrolled().isPresent()) {
      int times = loop.unrolled().getAsInt();
      return times == 1
          ? instructions + " per iteration, not unrolled"
          : instructions + " for " + times + " iterations of the source loop";
    }
    return loop.step().isPresent()
        ? instructions + " per iteration, counter step " + loop.step().getAsLong()
        : instructions + " per iteration";
  }

  private static String counted(List<Mark> marks, List<Kind> kinds) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Kind kind : kinds) {
      for (Mark mark : marks) {
        if (mark.kind() == kind) {
          counts.merge(name(mark), 1, Integer::sum);
        }
      }
    }
    List<String> parts = new ArrayList<>();
    counts.forEach((name, count) -> parts.add(plural(count, name)));
    return String.join(", ", parts);
  }

  private static String name(Mark mark) {
    return mark.kind() == Kind.OTHER_CHECK ? mark.detail() + " check" : mark.kind().words();
  }

  private static String calls(LoopCode loop) {
    List<String> names =
        loop.marks().stream()
            .filter(m -> m.kind() == Kind.CALL || m.kind() == Kind.RUNTIME_CALL)
            .map(Mark::detail)
            .toList();
    return names.isEmpty()
        ? "no calls"
        : plural(names.size(), "call")
            + ": "
            + String.join(", ", names.stream().distinct().toList());
  }

  static String plural(int count, String noun) {
    if (count == 1) {
      return "1 " + noun;
    }
    int of = noun.indexOf(" of ");
    return count + " " + (of < 0 ? noun + "s" : noun.substring(0, of) + "s" + noun.substring(of));
  }
}

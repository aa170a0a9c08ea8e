// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.Instruction;
import dev.ashlar.jit.machine.Mark;
import dev.ashlar.jit.machine.Mark.Kind;
import dev.ashlar.jit.machine.Note;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the calls of the uncommon trap, the branches to them, and the conditions of these
/// branches.
final class TrapBranches {
  /// A call of the uncommon trap, as one branch reaches it.
  ///
  /// @param request null if it is not passed on this path
  private record Trap(Instruction call, @Nullable Integer request) {}

  /// Instructions of a path to a trap: it stores what the interpreter needs.
  private static final int LONGEST_PATH = 400;

  /// Instructions between a class's constant and its comparison.
  private static final int CONSTANT_DISTANCE = 4;

  /// The reasons of checks that C2 hoisted out of loops.
  static final Set<String> PREDICATES =
      Set.of("predicate", "profile_predicate", "auto_vectorization_check", "loop_limit_check");

  /// Methods of the JDK that throw if an index is out of range, and do nothing else.
  private static final Set<String> CHECK_METHODS =
      Set.of(
          "checkIndex checkFromToIndex checkFromIndexSize checkBounds checkOffset checkBoundsOff checkBoundsOffCount checkBoundsBeginEnd rangeCheck"
              .split(" ", -1));

  private final List<Instruction> instructions;
  private final Isa isa;
  private final PlacedNotes notes;
  private final int jdkFeature;
  private final Map<Long, Integer> indexOf = new HashMap<>();
  private final Set<Long> trapCalls = new HashSet<>();
  private final Map<Long, Set<String>> reasons = new HashMap<>();

  TrapBranches(List<Instruction> instructions, Isa isa, PlacedNotes notes, int jdkFeature) {
    this.instructions = instructions;
    this.isa = isa;
    this.notes = notes;
    this.jdkFeature = jdkFeature;
    for (int i = 0; i < instructions.size(); i++) {
      indexOf.put(instructions.get(i).address(), i);
    }
    findTrapCalls();
  }

  /// Finds the calls with a relocation that names the trap, and other calls of the same target:
  /// HotSpot may print another comment in place of a relocation.
  private void findTrapCalls() {
    Set<Long> targets = new HashSet<>();
    for (Instruction instruction : instructions) {
      if (isa.flow(instruction) == Isa.Flow.CALL && isNamedTrap(instruction)) {
        targets.add(isa.target(instruction));
      }
    }
    targets.remove(-1L);
    for (Instruction instruction : instructions) {
      if (isa.flow(instruction) == Isa.Flow.CALL
          && (isNamedTrap(instruction) || targets.contains(isa.target(instruction)))) {
        trapCalls.add(instruction.address());
      }
    }
  }

  private boolean isNamedTrap(Instruction call) {
    String relocation = notes.relocation(call, "runtime_call");
    return relocation != null
        && (relocation.contains("UncommonTrap") || relocation.contains("uncommon_trap"));
  }

  Set<Long> trapCalls() {
    return trapCalls;
  }

  /// {@return the checks, and the trap calls, in this order}
  List<Mark> marks() {
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < instructions.size(); i++) {
      if (isa.flow(instructions.get(i)) == Isa.Flow.BRANCH) {
        Mark check = check(i);
        if (check != null) {
          marks.add(check);
        }
      }
    }
    for (int i = 0; i < instructions.size(); i++) {
      if (trapCalls.contains(instructions.get(i).address())) {
        marks.add(trapMark(i));
      }
    }
    return marks;
  }

  private Mark trapMark(int index) {
    Instruction call = instructions.get(index);
    Set<String> known = reasons.getOrDefault(call.address(), Set.of());
    String reason = String.join(" or ", known.stream().sorted().toList());
    if (known.isEmpty()) {
      Integer request = requestBefore(index);
      reason = request == null ? "" : TrapRequest.reason(request, jdkFeature);
    }
    return new Mark(Kind.UNCOMMON_TRAP, call.address(), reason, trapFrames(call));
  }

  private @Nullable Integer requestBefore(int call) {
    for (int i = call - 1; i >= 0 && isa.flow(instructions.get(i)) == Isa.Flow.NEXT; i--) {
      Integer request = isa.trapRequest(instructions.get(i));
      if (request != null) {
        return request;
      }
    }
    return null;
  }

  private List<Frame> trapFrames(Instruction call) {
    Note.DebugInfo debug = notes.debugEndingAt(call);
    return debug == null ? List.of() : debug.frames();
  }

  private @Nullable Mark check(int index) {
    Instruction branch = instructions.get(index);
    Trap taken = trapAt(indexOf.get(isa.target(branch)));
    Trap fallen = trapAt(index + 1);
    String guarded = guardedClass(index);
    if (taken == null && fallen == null) {
      return guarded == null
          ? null
          : new Mark(Kind.CLASS_GUARD, branch.address(), guarded, notes.frames(branch));
    }
    if (taken != null && fallen != null) {
      // Both ways trap, so this is not a check but the end of an earlier one.
      return null;
    }
    Trap trap = taken != null ? taken : fallen;
    if (trap == null) {
      return null;
    }
    Integer request = trap.request();
    String reason = request == null ? "" : TrapRequest.reason(request, jdkFeature);
    if (!reason.isEmpty()) {
      reasons.computeIfAbsent(trap.call().address(), a -> new HashSet<>()).add(reason);
    }
    return mark(index, reason, trap, guarded);
  }

  private Mark mark(int index, String reason, Trap trap, @Nullable String guarded) {
    Instruction branch = instructions.get(index);
    List<Frame> frames = trapFrames(trap.call());
    Kind kind =
        switch (reason) {
          case "range_check" -> Kind.RANGE_CHECK;
          case "null_check", "speculate_null_check" -> Kind.NULL_CHECK;
          case "class_check", "bimorphic", "speculate_class_check" -> Kind.CLASS_GUARD;
          default -> null;
        };
    if (kind != null) {
      return new Mark(kind, branch.address(), guarded == null ? reason : guarded, frames);
    }
    if (PREDICATES.contains(reason)) {
      return new Mark(predicate(index, reason, guarded), branch.address(), reason, frames);
    }
    boolean isRange = isCheckMethod(frames) || checksIndex(trap.call());
    return new Mark(
        isRange ? Kind.RANGE_CHECK : Kind.OTHER_CHECK,
        branch.address(),
        reason.isEmpty() ? "unknown" : reason,
        frames);
  }

  /// {@return the kind of a check that C2 hoisted; the source position of its trap is the loop}
  private Kind predicate(int index, String reason, @Nullable String guarded) {
    Instruction branch = instructions.get(index);
    if (guarded != null) {
      return Kind.CLASS_GUARD;
    }
    if (reason.equals("loop_limit_check") || reason.equals("auto_vectorization_check")) {
      return Kind.LOOP_PREDICATE;
    }
    // A neighbor's position is no evidence, because predicates follow each other.
    return checksIndex(branch) || isa.isUnsigned(branch) ? Kind.RANGE_CHECK : Kind.LOOP_PREDICATE;
  }

  private boolean checksIndex(Instruction instruction) {
    Note.DebugInfo debug = notes.debugEndingAt(instruction);
    return debug != null && namesCheck(debug.bytecode());
  }

  private static boolean namesCheck(String bytecode) {
    int space = bytecode.lastIndexOf(' ');
    return bytecode.startsWith("invokestatic")
        && CHECK_METHODS.contains(bytecode.substring(space + 1));
  }

  private static boolean isCheckMethod(List<Frame> frames) {
    if (frames.isEmpty()) {
      return false;
    }
    Frame place = frames.get(0);
    return CHECK_METHODS.contains(place.name())
        && (place.holder().startsWith("java.") || place.holder().startsWith("jdk.internal."));
  }

  /// {@return the class that a branch compares an object's class with; null if it does not}
  private @Nullable String guardedClass(int branch) {
    int compare = branch - 1;
    if (compare < 0 || !isa.isCompare(instructions.get(compare))) {
      return null;
    }
    String direct = klass(instructions.get(compare));
    if (direct != null) {
      return direct;
    }
    List<String> compared = isa.compared(instructions.get(compare));
    for (int i = compare - 1; i >= Math.max(0, compare - CONSTANT_DISTANCE); i--) {
      Instruction before = instructions.get(i);
      List<String> written = isa.effect(before).registers();
      if (isa.flow(before) != Isa.Flow.NEXT || written == null) {
        return null;
      }
      if (written.stream().anyMatch(compared::contains)) {
        String loaded = klass(before);
        if (loaded != null) {
          return loaded;
        }
      }
    }
    return null;
  }

  /// {@return the class of a constant, as HotSpot writes it: `metadata('java/nio/Buffer')`}
  @Nullable String klass(Instruction instruction) {
    String relocation = notes.relocation(instruction, "metadata('");
    if (relocation == null || !relocation.endsWith("')")) {
      return null;
    }
    return relocation.substring("metadata('".length(), relocation.length() - 2).replace('/', '.');
  }

  /// {@return whether execution always reaches a trap from an instruction}
  boolean leadsToTrap(int index) {
    return trapAt(index) != null;
  }

  /// {@return the trap that execution always reaches from an instruction; null if there is none}
  private @Nullable Trap trapAt(@Nullable Integer start) {
    Integer request = null;
    int at = start == null ? instructions.size() : start;
    for (int steps = 0; at < instructions.size() && steps < LONGEST_PATH; steps++) {
      Instruction instruction = instructions.get(at);
      if (trapCalls.contains(instruction.address())) {
        return new Trap(instruction, request);
      }
      switch (isa.flow(instruction)) {
        case NEXT -> {
          Integer passed = isa.trapRequest(instruction);
          request = passed == null ? request : passed;
          at++;
        }
        case JUMP -> {
          Integer target = indexOf.get(isa.target(instruction));
          if (target == null) {
            return null;
          }
          at = target;
        }
        case BRANCH, CALL, RETURN, STOP -> {
          return null;
        }
      }
    }
    return null;
  }
}

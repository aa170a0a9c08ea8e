// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.asm;

import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.internal.log.MethodDescriptor;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.LoopCode.Role;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.Mark;
import dev.ashlar.jit.machine.Mark.Kind;
import dev.ashlar.jit.rules.CompiledLoops;
import dev.ashlar.jit.rules.LoopRequirement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/// The loops in printed machine code, for rules about them.
///
/// A requirement applies to C2's code of the method, and to its copies in the other printed
/// methods. OSR code counts if its method has no other code. C2 makes several copies of a loop;
/// only the main loop counts, not the pre-loop and the post-loop.
public final class MachineLoops implements CompiledLoops {
  private final List<CodeReading> readings;
  private final List<ParseProblem> parseProblems;

  /// @param readings the last version of each method
  /// @param parseProblems the parts of the printed code that could not be read
  public MachineLoops(List<CodeReading> readings, List<ParseProblem> parseProblems) {
    this.readings = readings.stream().filter(r -> counts(r.code(), readings)).toList();
    this.parseProblems = List.copyOf(parseProblems);
  }

  private static boolean counts(MachineCode code, List<CodeReading> all) {
    return code.isC2()
        && (!code.isOsr()
            || all.stream()
                .map(CodeReading::code)
                .noneMatch(c -> c.isC2() && !c.isOsr() && c.method().equals(code.method())));
  }

  @Override
  public List<ParseProblem> parseProblems() {
    return parseProblems;
  }

  @Override
  public List<String> objections(String method, OptionalInt line, LoopRequirement requirement) {
    int descriptor = MethodDescriptor.start(method);
    // Source positions have no descriptor.
    String name = descriptor < 0 ? method : method.substring(0, descriptor);
    Set<String> objections = new LinkedHashSet<>();
    boolean printed = false;
    boolean found = false;
    for (CodeReading reading : readings) {
      if (!concerns(reading, name)) {
        continue;
      }
      printed = true;
      String where = reading.code().method().shortName();
      // A count of implicit checks that are not located says nothing about what costs time.
      reading.unknown().stream()
          .filter(unknown -> !unknown.contains("implicit null check"))
          .forEach(unknown -> objections.add(where + ": not known: " + unknown));
      for (LoopCode loop : reading.loops()) {
        if ((loop.role() == Role.MAIN || loop.role() == Role.LOOP) && isAt(loop, name, line)) {
          found = true;
          if (!meets(loop, requirement)) {
            objections.add(where + ": " + loop.summary());
          }
        }
      }
    }
    if (!printed) {
      return List.of("no C2 code of " + method + " was printed: run with --asm " + method);
    }
    if (!found && objections.isEmpty()) {
      String at = line.isPresent() ? " at line " + line.getAsInt() : "";
      objections.add("C2's code of " + method + " has no loop" + at);
    }
    return new ArrayList<>(objections);
  }

  private static boolean concerns(CodeReading reading, String name) {
    return reading.code().method().isNamed(name)
        || reading.lines().stream().anyMatch(l -> l.frames().stream().anyMatch(f -> isOf(f, name)));
  }

  private static boolean isOf(Frame frame, String name) {
    return frame.method().isNamed(name);
  }

  private static boolean isAt(LoopCode loop, String name, OptionalInt line) {
    return loop.frames().stream()
        .anyMatch(f -> isOf(f, name) && (line.isEmpty() || f.line() == line.getAsInt()));
  }

  private static boolean meets(LoopCode loop, LoopRequirement requirement) {
    return switch (requirement) {
      case NO_RANGE_CHECK -> hasNone(loop, Kind.RANGE_CHECK, Kind.LOOP_PREDICATE);
      case NO_CLASS_GUARD -> hasNone(loop, Kind.CLASS_GUARD, Kind.LOOP_PREDICATE);
      case NO_CALL -> hasNone(loop, Kind.CALL, Kind.RUNTIME_CALL);
      case NO_ALLOCATION ->
          hasNone(loop, Kind.ALLOCATION, Kind.CALL)
              && loop.marks().stream().noneMatch(MachineLoops::isAllocatingStub);
      case VECTORIZED -> loop.isVectorized();
      case PARTLY_VECTORIZED -> loop.vectorBits() > 0;
    };
  }

  private static boolean hasNone(LoopCode loop, Kind one, Kind other) {
    return loop.count(one) == 0 && loop.count(other) == 0;
  }

  /// The stubs are `_new_instance_Java`, `_new_array_Java`, `_multianewarray2_Java` and others
  /// (`OptoRuntime`).
  private static boolean isAllocatingStub(Mark mark) {
    return mark.kind() == Kind.RUNTIME_CALL
        && (mark.detail().contains("_new_") || mark.detail().contains("newarray"));
  }
}

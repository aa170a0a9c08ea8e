// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.machine.Instruction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the step of a loop's counter. The counter is the register that the loop's test compares,
/// if it changes by constants only.
final class Counter {
  /// The value of a register: that of `register` at the loop's head, plus `offset`.
  private record Value(String register, long offset) {}

  private final Isa isa;

  /// Null means that the value is unknown; registers that are missing are unchanged.
  private final Map<String, @Nullable Value> values = new HashMap<>();

  /// Changed in some iterations only.
  private final Set<String> unsteady = new HashSet<>();

  private boolean lost;

  private Counter(Isa isa) {
    this.isa = isa;
  }

  /// @param round instructions of every iteration, in order, to the back edge
  /// @param sometimes instructions that an iteration may skip
  static OptionalLong step(Isa isa, List<Instruction> round, List<Instruction> sometimes) {
    Counter counter = new Counter(isa);
    List<Value> compared = List.of();
    for (Instruction instruction : sometimes) {
      counter.forget(instruction);
    }
    for (Instruction instruction : round) {
      if (isa.isCompare(instruction)) {
        compared = counter.compared(instruction);
      }
      counter.execute(instruction);
    }
    return counter.lost ? OptionalLong.empty() : counter.step(compared);
  }

  private List<Value> compared(Instruction compare) {
    return isa.compared(compare).stream().map(this::value).filter(Objects::nonNull).toList();
  }

  private OptionalLong step(List<Value> compared) {
    OptionalLong step = OptionalLong.empty();
    for (Value value : compared) {
      // The next iteration begins with the current value.
      Value next = value(value.register());
      if (next != null && next.register().equals(value.register()) && next.offset() != 0) {
        if (step.isPresent() && step.getAsLong() != next.offset()) {
          return OptionalLong.empty();
        }
        step = OptionalLong.of(next.offset());
      }
    }
    return step;
  }

  private @Nullable Value value(String register) {
    if (unsteady.contains(register)) {
      return null;
    }
    return values.containsKey(register) ? values.get(register) : new Value(register, 0);
  }

  private void forget(Instruction instruction) {
    List<String> registers = isa.effect(instruction).registers();
    if (registers == null) {
      lost = true;
    } else {
      unsteady.addAll(registers);
    }
  }

  private void execute(Instruction instruction) {
    Isa.Effect effect = isa.effect(instruction);
    List<String> registers = effect.registers();
    if (registers == null) {
      lost = true;
      return;
    }
    Value before = effect.source() == null ? null : value(effect.source());
    for (String register : registers) {
      values.put(
          register,
          before == null ? null : new Value(before.register(), before.offset() + effect.offset()));
    }
  }
}

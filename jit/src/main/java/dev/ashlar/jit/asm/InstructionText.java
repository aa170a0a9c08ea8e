// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.asm;

import dev.ashlar.jit.internal.machine.PrintedInstructions;
import dev.ashlar.jit.machine.Instruction;

/// Parses the text of an instruction, for implementations of [dev.ashlar.jit.machine.Decoder].
public final class InstructionText {
  private InstructionText() {}

  /// {@return an instruction parsed from Intel's or AT&T's syntax; its operands are in Intel's
  /// order}
  public static Instruction parse(long address, int length, String text) {
    return PrintedInstructions.parse(address, length, text);
  }
}

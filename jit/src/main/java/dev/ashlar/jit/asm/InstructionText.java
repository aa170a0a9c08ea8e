// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.asm;

import dev.ashlar.jit.internal.machine.PrintedInstructions;
import dev.ashlar.jit.machine.Instruction;

/// The text of an instruction, for those who implement a [dev.ashlar.jit.machine.Decoder].
public final class InstructionText {
  private InstructionText() {}

  /// {@return an instruction as a disassembler writes it, in Intel's syntax or AT&T's}
  public static Instruction parse(long address, int length, String text) {
    return PrintedInstructions.parse(address, length, text);
  }
}

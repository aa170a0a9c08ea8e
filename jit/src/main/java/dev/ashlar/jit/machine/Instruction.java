// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

/// A decoded instruction.
///
/// @param length the length in bytes
/// @param mnemonic the mnemonic in lower case with prefixes, as `lock cmpxchg`; [#BAD] for invalid
///   bytes
/// @param operands destination first, as in Intel's and ARM's manuals
public record Instruction(long address, int length, String mnemonic, String operands) {
  /// The mnemonic of invalid bytes.
  public static final String BAD = "(bad)";

  /// {@return the address of the next instruction}
  public long end() {
    return address + length;
  }

  public boolean isBad() {
    return mnemonic.equals(BAD);
  }

  /// {@return the instruction as text, as in `mov eax, [rbx+8]`}
  public String text() {
    return operands.isEmpty() ? mnemonic : mnemonic + " " + operands;
  }
}

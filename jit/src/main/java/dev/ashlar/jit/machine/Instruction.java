package dev.ashlar.jit.machine;

/// A decoded instruction.
///
/// @param length in bytes
/// @param mnemonic lower case, prefixes included, as in `lock cmpxchg`; [#BAD] where the bytes are
///   none
/// @param operands destination first, as Intel's and ARM's manuals write them
public record Instruction(long address, int length, String mnemonic, String operands) {
  /// Stands for bytes that are no instruction.
  public static final String BAD = "(bad)";

  /// {@return where the next one begins}
  public long end() {
    return address + length;
  }

  public boolean isBad() {
    return mnemonic.equals(BAD);
  }

  /// {@return as in `mov eax, [rbx+8]`}
  public String text() {
    return operands.isEmpty() ? mnemonic : mnemonic + " " + operands;
  }
}

package dev.ashlar.jit.machine;

import java.util.List;

/// A comment of HotSpot's within machine code.
///
/// Hexadecimal code is commented on a grid of four bytes: a note of address `a` and span 4 is about
/// something in it, and which instruction that is has to be inferred. With a disassembler library
/// the span is 0: the note is about the instruction at `a`.
public sealed interface Note {
  /// {@return where the note's part of the code begins}
  long address();

  /// {@return bytes of the part that the note is about; 0 for one instruction}
  int span();

  /// The place in the source of the instructions that end here, down to the previous place; at a
  /// call, of the call that returns here.
  ///
  /// @param bytecode as `invokevirtual getLong`, or HotSpot's words where there is none
  /// @param reexecute whether the interpreter would execute the bytecode again
  /// @param frames innermost first
  record DebugInfo(long address, int span, String bytecode, boolean reexecute, List<Frame> frames)
      implements Note {}

  /// Where references are, at a place where the garbage collector may run.
  record OopMap(long address, int span, String text) implements Note {}

  /// What an instruction's address or constant stands for.
  ///
  /// @param text as in `runtime_call UncommonTrapBlob`
  record Relocation(long address, int span, String text) implements Note {
    /// {@return whether it is of this kind, as in `poll`}
    public boolean isOf(String kind) {
      return text.equals(kind)
          || (text.startsWith(kind) && !isNamePart(text.charAt(kind.length())));
    }

    private static boolean isNamePart(char c) {
      return Character.isLetterOrDigit(c) || c == '_';
    }
  }

  /// An instruction that faults if its operand is null, which HotSpot continues at `target`.
  record ImplicitException(long address, int span, long target) implements Note {}

  /// Any other comment.
  record Remark(long address, int span, String text) implements Note {}
}

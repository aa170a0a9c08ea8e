// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import java.util.List;

/// A comment of HotSpot in machine code.
///
/// In hexadecimal code HotSpot prints comments on a grid of four bytes. A note with address `a` and
/// span 4 is about an instruction in these bytes, which must be inferred. With a disassembler
/// library the span is 0, and the note is about the instruction at `a`.
public sealed interface Note {
  /// {@return the address of the bytes}
  long address();

  /// {@return the number of bytes; 0 for one instruction}
  int span();

  /// The source position of the instructions between the previous note and the end of this note's
  /// bytes. After a call, it is the position of the call.
  ///
  /// @param bytecode the bytecode, as `invokevirtual getLong`, or HotSpot's text if there is none
  /// @param reexecute whether the interpreter would execute the bytecode again
  /// @param frames innermost first
  record DebugInfo(long address, int span, String bytecode, boolean reexecute, List<Frame> frames)
      implements Note {}

  /// The locations of references at a safepoint.
  record OopMap(long address, int span, String text) implements Note {}

  /// The meaning of an instruction's address or constant.
  ///
  /// @param text HotSpot's text, as in `runtime_call UncommonTrapBlob`
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

  /// An implicit null check: HotSpot handles its fault by continuing at `target`.
  record ImplicitException(long address, int span, long target) implements Note {}

  /// Any other comment.
  record Remark(long address, int span, String text) implements Note {}
}

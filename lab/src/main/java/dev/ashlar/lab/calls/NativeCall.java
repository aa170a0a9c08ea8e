// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import org.openjdk.jmh.annotations.CompilerControl;

/// The work of a case: native calls that need memory. Each call has arguments that differ from
/// those before it.
abstract class NativeCall {
  /// Makes call number `i`: opens memory, calls the function, and closes the memory.
  ///
  /// This method is not inlined, so that timing and verification run the same compiled code.
  ///
  /// @return a value that depends on all results of the call
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  final long call(int i) throws Throwable {
    return make(i);
  }

  abstract long make(int i) throws Throwable;

  /// {@return the value that [#call] has to return, computed without native code}
  abstract long expected(int i);

  /// Calls nothing, and so measures the cost of the loop around the contenders.
  static final class None extends NativeCall {
    private final String[] texts;

    None(String[] texts) {
      this.texts = texts;
    }

    @Override
    long make(int i) {
      return texts[i].length();
    }

    @Override
    long expected(int i) {
      return texts[i].length();
    }
  }
}

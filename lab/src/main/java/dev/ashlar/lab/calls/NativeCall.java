// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import org.openjdk.jmh.annotations.CompilerControl;

/// The work of a case: native calls that need memory. Each call has arguments that differ from
/// those before it.
abstract class NativeCall {
  /// Makes call number `i`, from its memory being opened to its being closed.
  ///
  /// It is compiled by itself, so that what is timed and what is proved is the same code.
  ///
  /// @return something that depends on all of its results
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  final long call(int i) throws Throwable {
    return make(i);
  }

  abstract long make(int i) throws Throwable;

  /// {@return what [#call] has to return, found without native code}
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

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.Arena;
import org.openjdk.jmh.annotations.CompilerControl;

/// A contender whose memory is an arena that is closed after the call.
abstract class ArenaMemory extends CallMemory<Arena> {
  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  final void close(Arena scratch) {
    scratch.close();
  }

  /// `Arena.ofConfined()`, as the JDK's documentation recommends for a call.
  static final class Confined extends ArenaMemory {
    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    Arena open(long byteSize) {
      return Arena.ofConfined();
    }
  }

  /// `Arena.ofShared()`. Its `close` ensures that no thread is using the memory.
  static final class Shared extends ArenaMemory {
    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    Arena open(long byteSize) {
      return Arena.ofShared();
    }
  }

  /// `Arena.ofAuto()`. Its memory is freed some time after it has become unreachable.
  static final class Automatic extends CallMemory<Arena> {
    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    Arena open(long byteSize) {
      return Arena.ofAuto();
    }

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    void close(Arena scratch) {}
  }
}

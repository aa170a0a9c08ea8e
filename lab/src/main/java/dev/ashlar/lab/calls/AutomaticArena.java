// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.Arena;
import org.openjdk.jmh.annotations.CompilerControl;

/// `Arena.ofAuto()`, whose memory is freed some time after the garbage collector has found it.
final class AutomaticArena extends CallMemory<Arena> {
  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  Arena open(long byteSize) {
    return Arena.ofAuto();
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  void close(Arena scratch) {}
}

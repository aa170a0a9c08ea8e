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
}

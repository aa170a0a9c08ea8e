// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.Arena;
import org.openjdk.jmh.annotations.CompilerControl;

/// `Arena.ofConfined()`, as the JDK's documentation recommends for a call.
final class ConfinedArena extends ArenaMemory {
  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  Arena open(long byteSize) {
    return Arena.ofConfined();
  }
}

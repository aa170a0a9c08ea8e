// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.Arena;
import org.openjdk.jmh.annotations.CompilerControl;

/// `Arena.ofShared()`, whose close makes sure that no thread is using the memory.
final class SharedArena extends ArenaMemory {
  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  Arena open(long byteSize) {
    return Arena.ofShared();
  }
}

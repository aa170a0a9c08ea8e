// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import org.lwjgl.system.SegmentStack;
import org.openjdk.jmh.annotations.CompilerControl;

/// A frame of LWJGL's `SegmentStack`, the successor of its `MemoryStack` for foreign functions.
final class LwjglFrame extends CallMemory<SegmentStack> {
  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  SegmentStack open(long byteSize) {
    return SegmentStack.stackPush();
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  void close(SegmentStack scratch) {
    scratch.close();
  }
}

package dev.ashlar.lab.calls;

import org.lwjgl.system.SegmentStack;

/// A frame of LWJGL's `SegmentStack`, the successor of its `MemoryStack` for foreign functions.
final class LwjglFrame extends CallMemory<SegmentStack> {
  @Override
  SegmentStack open(long byteSize) {
    return SegmentStack.stackPush();
  }

  @Override
  void close(SegmentStack scratch) {
    scratch.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.memory.NativeStack;
import org.openjdk.jmh.annotations.CompilerControl;

/// A frame of the thread's [NativeStack].
final class StackFrame extends CallMemory<NativeStack.Frame> {
  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  NativeStack.Frame open(long byteSize) {
    return NativeStack.current().push();
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  void close(NativeStack.Frame scratch) {
    scratch.close();
  }
}

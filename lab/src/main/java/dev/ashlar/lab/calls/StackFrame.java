package dev.ashlar.lab.calls;

import dev.ashlar.memory.NativeStack;

/// A frame of the thread's [NativeStack].
final class StackFrame extends CallMemory<NativeStack.Frame> {
  @Override
  NativeStack.Frame open(long byteSize) {
    return NativeStack.current().push();
  }

  @Override
  NativeStack.Frame openForStruct(long byteSize) {
    return NativeStack.current().pushForStruct();
  }

  @Override
  void close(NativeStack.Frame scratch) {
    scratch.close();
  }
}

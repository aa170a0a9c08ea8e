package dev.ashlar.memory;

import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;

/// What a downcall linked with [#captureErrno] leaves behind besides its result: C's `errno`.
///
/// ```java
/// try (var frame = NativeStack.current().push()) {
///   MemorySegment state = CallState.allocate(frame);
///   if ((int) CLOSE.invokeExact(state, fd) < 0) {
///     throw new IOException("errno " + CallState.errno(state));
///   }
/// }
/// ```
public final class CallState {
  private static final StructLayout LAYOUT = Linker.Option.captureStateLayout();
  private static final long BYTE_SIZE = LAYOUT.byteSize();
  private static final long BYTE_ALIGNMENT = LAYOUT.byteAlignment();
  private static final long ERRNO = LAYOUT.byteOffset(PathElement.groupElement("errno"));

  private CallState() {}

  /// The option to link a downcall with, so that its first argument is a call state.
  public static Linker.Option captureErrno() {
    return Linker.Option.captureCallState("errno");
  }

  /// The layout of a call state on this platform.
  public static MemoryLayout layout() {
    return LAYOUT;
  }

  /// Memory for one call state, contents undefined until a downcall has filled it.
  public static MemorySegment allocate(SegmentAllocator allocator) {
    return allocator.allocate(BYTE_SIZE, BYTE_ALIGNMENT);
  }

  /// The `errno` of the downcall that last filled `state`.
  ///
  /// @throws IndexOutOfBoundsException if `state` is smaller than [#layout]
  public static int errno(MemorySegment state) {
    return state.get(ValueLayout.JAVA_INT, ERRNO);
  }
}

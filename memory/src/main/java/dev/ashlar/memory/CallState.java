// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;

/// The state that a downcall stores besides its result: C's `errno`. The downcall must be linked
/// with [#captureErrno].
///
/// ```java
/// Linker linker = Linker.nativeLinker();
/// MethodHandle close =
///     linker.downcallHandle(
///         linker.defaultLookup().findOrThrow("close"),
///         FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
///         CallState.captureErrno());
/// try (NativeStack.Frame frame = NativeStack.current().push()) {
///   MemorySegment state = frame.allocate(CallState.LAYOUT);
///   if ((int) close.invokeExact(state, -1) < 0) {
///     System.err.println("errno " + CallState.errno(state));
///   }
/// }
/// ```
public final class CallState {
  /// The layout of a call state on this platform. A downcall fills the captured part of it.
  public static final StructLayout LAYOUT = Linker.Option.captureStateLayout();

  private static final long ERRNO = LAYOUT.byteOffset(PathElement.groupElement("errno"));

  private CallState() {}

  /// Returns the linker option for a downcall whose first argument is a call state.
  public static Linker.Option captureErrno() {
    return Linker.Option.captureCallState("errno");
  }

  /// Returns the `errno` of the downcall that last filled `state`.
  ///
  /// @throws IndexOutOfBoundsException if `state` is smaller than [#LAYOUT]
  public static int errno(MemorySegment state) {
    return state.get(ValueLayout.JAVA_INT, ERRNO);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.experiment.UnavailableException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/// The functions of C's standard library, which every process contains.
final class C {
  private static final Linker LINKER = Linker.nativeLinker();

  private C() {}

  /// {@return a handle that calls a function}
  ///
  /// @throws UnavailableException if this platform has no function of this name
  static MethodHandle function(String name, FunctionDescriptor type, Linker.Option... options) {
    return LINKER.downcallHandle(address(name), type, options);
  }

  private static MemorySegment address(String name) {
    return LINKER
        .defaultLookup()
        .find(name)
        .orElseThrow(() -> new UnavailableException("this platform has no function " + name));
  }

  /// {@return whether C's `long` has as many bytes as Java's}
  static boolean hasWideLong() {
    return Objects.requireNonNull(LINKER.canonicalLayouts().get("long")).byteSize()
        == ValueLayout.JAVA_LONG.byteSize();
  }
}

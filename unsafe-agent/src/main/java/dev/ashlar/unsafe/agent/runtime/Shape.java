// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import dev.ashlar.unsafe.agent.RefusedAccessException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A kind of memory that a call accesses: native memory, the arrays of one class, or one field.
abstract sealed class Shape permits NativeShape, ArrayShape, ReferenceArrayShape, FieldShape {
  private final AtomicReferenceArray<MethodHandle> handles =
      new AtomicReferenceArray<>(Access.ALL.size());
  private volatile @Nullable MethodHandle guard;

  /// {@return the access to memory of this shape, of type [Access#callType]}
  ///
  /// If it throws, the access that [#unusual] returns is called.
  ///
  /// @throws RefusedAccessException if the shape has no such access at any offset
  final MethodHandle handle(Access access) {
    MethodHandle known = handles.get(access.index());
    if (known != null) {
      return known;
    }
    MethodHandle made = call(make(access));
    handles.set(access.index(), made);
    return made;
  }

  /// {@return a handle with Unsafe as the first parameter, which is ignored}
  static MethodHandle call(MethodHandle handle) {
    return MethodHandles.dropArguments(handle, 0, Elements.unsafeClass());
  }

  private MethodHandle guard() {
    MethodHandle known = guard;
    if (known == null) {
      known = call(test());
      guard = known;
    }
    return known;
  }

  /// {@return a handle that uses this shape's access if [#test] is true, else `otherwise`}
  final MethodHandle guarded(Access access, MethodHandle otherwise) {
    return MethodHandles.guardWithTest(guard(), handle(access), otherwise);
  }

  /// {@return a test of type `(Object, long)boolean`: whether an object and an offset have this
  /// shape}
  abstract MethodHandle test();

  /// {@return the access, of type [Access#methodType]}
  abstract MethodHandle make(Access access);

  /// {@return the access to use for an object and an offset after the usual access has thrown
  /// `failure`}
  ///
  /// @throws RefusedAccessException if there is none
  abstract MethodHandle unusual(
      Access access, RuntimeException failure, @Nullable Object object, long offset);
}

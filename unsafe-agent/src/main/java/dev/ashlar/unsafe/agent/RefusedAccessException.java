// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import org.jspecify.annotations.Nullable;

/// An access through `sun.misc.Unsafe` that its replacement does not make: outside of an array, to
/// a field as another type, or with an offset that belongs to no field of the object. Nothing was
/// read or written.
public sealed class RefusedAccessException extends RuntimeException permits NativeAccessException {
  private static final long serialVersionUID = 1;

  /// Makes it, for the runtime.
  public RefusedAccessException(String message) {
    super(message);
  }

  /// Makes it, for the runtime.
  public RefusedAccessException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

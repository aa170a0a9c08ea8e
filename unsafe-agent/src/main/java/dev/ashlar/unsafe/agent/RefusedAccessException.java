// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import org.jspecify.annotations.Nullable;

/// Thrown if the replacement of `sun.misc.Unsafe` refuses an access. The access is outside of an
/// array, to a field as another type, or to a package that is not open, or the object has no field
/// at the offset. Nothing was read or written.
public sealed class RefusedAccessException extends RuntimeException permits NativeAccessException {
  private static final long serialVersionUID = 1;

  /// Creates the exception; used by the runtime.
  public RefusedAccessException(String message) {
    super(message);
  }

  /// Creates the exception; used by the runtime.
  public RefusedAccessException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

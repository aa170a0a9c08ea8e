// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import org.jspecify.annotations.Nullable;

/// An access to native memory that the option `check` refuses. The cause is where the block was
/// freed, if it was, and the cause of that is where it was allocated, as far as it was recorded.
public final class NativeAccessException extends RefusedAccessException {
  private static final long serialVersionUID = 1;

  /// @param cause stacks of the block
  public NativeAccessException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

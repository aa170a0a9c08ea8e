// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import org.jspecify.annotations.Nullable;

/// Thrown if the option `check` refuses an access to native memory. The cause has the stack at
/// which the block was freed, if it was. Its cause has the stack of the allocation. Both are
/// missing if they were not recorded.
public final class NativeAccessException extends RefusedAccessException {
  private static final long serialVersionUID = 1;

  /// @param cause the stacks of the block
  public NativeAccessException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

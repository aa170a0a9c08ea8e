// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent;

import org.jspecify.annotations.Nullable;

/// Thrown if the option `check` refuses an access to native memory. If the block was freed, the
/// cause has the stack of the call that freed it, and the cause of that has the stack of the
/// allocation. If not, the cause has the stack of the allocation. There is no cause if the block is
/// unknown. A stack that was not recorded is empty.
public final class NativeAccessException extends RefusedAccessException {
  private static final long serialVersionUID = 1;

  /// Creates the exception; used by the runtime.
  ///
  /// @param cause the stacks of the block; null if the block is unknown
  public NativeAccessException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

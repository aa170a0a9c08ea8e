// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Thrown for memory that is closed, released or another thread's. The accessor catches it, as it
/// does an offset out of bounds; then [SegmentAccess] throws the exception that the user sees.
final class RefusedAccess extends IndexOutOfBoundsException {
  private static final long serialVersionUID = 1;

  RefusedAccess() {}

  /// No user sees one.
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}

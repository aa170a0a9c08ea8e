// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;

/// A text area whose only text is the bytes of a constant.
final class ConstantText extends TextArea {
  /// The area of a short constant, which is stored in its words.
  static final ConstantText NONE = new ConstantText(MemorySegment.NULL);

  private final MemorySegment bytes;

  ConstantText(MemorySegment bytes) {
    this.bytes = bytes;
  }

  @Override
  public MemorySegment memory(long rest, int length) {
    return bytes;
  }

  @Override
  public long offset(long rest) {
    return 0;
  }

  @Override
  public boolean has(long head, long rest) {
    return true;
  }

  @Override
  protected long reserve(int length) {
    throw new UnsupportedOperationException("A constant takes no other text");
  }

  @Override
  protected boolean hasChecksums() {
    return false;
  }
}

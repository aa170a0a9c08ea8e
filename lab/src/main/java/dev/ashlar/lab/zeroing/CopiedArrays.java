// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import java.util.Arrays;

/// Arrays from `Arrays.copyOf`, as in `ByteArrayOutputStream`. The message is written to a buffer
/// that is reused. The buffer is then copied to a new array, which C2 does not zero.
final class CopiedArrays implements ArrayMaker {
  private final byte[] buffer;

  CopiedArrays(int capacity) {
    buffer = new byte[capacity];
  }

  @Override
  public byte[] make(Message message) {
    message.writeTo(buffer);
    return Arrays.copyOf(buffer, message.size());
  }
}

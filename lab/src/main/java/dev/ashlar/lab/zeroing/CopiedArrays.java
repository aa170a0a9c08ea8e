// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import java.util.Arrays;

/// Arrays from `Arrays.copyOf`, as `ByteArrayOutputStream` makes them. The message is written to a
/// buffer that is used again and again. It is copied in one go to an array that is not zeroed
/// first.
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

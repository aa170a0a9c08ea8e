// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

/// Arrays from `new`.
final class NewArrays implements ArrayMaker {
  @Override
  public byte[] make(Message message) {
    byte[] array = new byte[message.size()];
    message.writeTo(array);
    return array;
  }
}

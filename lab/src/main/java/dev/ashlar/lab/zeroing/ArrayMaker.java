// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

/// A contender on the heap: creates an array of a message's size, and writes the message to it.
interface ArrayMaker {
  byte[] make(Message message);

  /// {@return whether bytes that were not written are zero}
  default boolean zeroes() {
    return true;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

/// A contender off the heap: allocates memory of a message's size, writes the message to it, and
/// frees it.
interface NativeMemory {
  /// {@return the address of the freed memory}
  long use(Message message);

  /// {@return the bytes of the memory, copied before it is freed}
  byte[] content(Message message);

  /// {@return whether bytes that were not written are zero}
  boolean zeroes();
}

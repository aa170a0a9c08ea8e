// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

/// A contender off the heap: allocates memory of a message's size, writes the message to it, and
/// frees it.
interface NativeMemory {
  /// {@return the address the memory had}
  long use(Message message);

  /// {@return a copy of the memory before it was freed}
  byte[] content(Message message);

  /// {@return whether bytes that were not written are zero}
  boolean zeroes();
}

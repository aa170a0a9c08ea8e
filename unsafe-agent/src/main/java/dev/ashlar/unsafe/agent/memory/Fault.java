// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.memory;

import dev.ashlar.unsafe.agent.NativeAccessException;

/// Creates the exceptions of refused accesses.
final class Fault {
  private Fault() {}

  /// {@return the refusal of an access to bytes that are not all in a block, or to a freed block}
  static NativeAccessException of(Block block, String name, long bytes, long address) {
    String what = name + ": " + count(bytes) + " at ";
    long position = address - block.start;
    if (position < 0) {
      what += count(-position) + " in front of ";
    } else if (position >= block.byteSize) {
      long behind = position - block.byteSize;
      what += behind == 0 ? "the end of " : count(behind) + " behind the end of ";
    } else {
      what += "position " + position + " of ";
    }
    return fault(block, what + describe(block), address);
  }

  static NativeAccessException ofFree(Block block, String name, long address) {
    long position = address - block.start;
    return fault(
        block,
        "%s: %s%s"
            .formatted(
                name,
                position == 0 ? "" : count(position) + " from the start of ",
                describe(block)),
        address);
  }

  static NativeAccessException ofUnwritten(Block block, String name, long bytes, long unwritten) {
    return fault(
        block,
        "%s of %s: the byte at position %s of %s was never written"
            .formatted(name, count(bytes), unwritten - block.start, describe(block)),
        unwritten);
  }

  static NativeAccessException ofUnknown(String name, long bytes, long address) {
    return new NativeAccessException(
        name + ": " + count(bytes) + at(address) + ", which is of no known block", null);
  }

  private static NativeAccessException fault(Block block, String message, long address) {
    Stack freed = block.freed();
    Throwable cause =
        block.allocated.trace(block.isOfBuffer() ? "address first read at" : "allocated at", null);
    if (freed != null && freed != Stack.COLLECTED) {
      cause = freed.trace("freed at", cause);
    }
    return new NativeAccessException(message + at(address), cause);
  }

  private static String describe(Block block) {
    Stack freed = block.freed();
    String state =
        freed == null ? "" : freed == Stack.COLLECTED ? " that was collected" : " that was freed";
    return (block.isOfBuffer() ? "a direct buffer of " : "a block of ")
        + count(block.byteSize)
        + state;
  }

  private static String count(long bytes) {
    return bytes == 1 ? "1 byte" : bytes + " bytes";
  }

  private static String at(long address) {
    return ", at 0x" + Long.toHexString(address);
  }
}

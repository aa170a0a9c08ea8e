// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;
import org.jspecify.annotations.Nullable;

/// A contender: decodes a [TaggedStream] in memory of type `M`.
abstract class Decoder<M> {
  /// The last decoded int. Each decoded value is stored, as a real decoder stores fields.
  int lastInt;

  /// The last decoded long.
  long lastLong;

  boolean has(MemoryKind kind) {
    return true;
  }

  /// {@return memory with this content, of a kind that this contender supports}
  abstract M memory(MemoryKind kind, byte[] content);

  /// {@return read-only heap memory with this content; null if this contender has no such memory}
  @Nullable M readOnly(byte[] content) {
    return null;
  }

  /// Decodes all values that begin before `end`.
  ///
  /// @return the position after the last value
  abstract long decode(M memory, int end);

  /// Does the same as [#decode], with a slice for each block of the memory.
  long decodeSlices(M memory, int end) {
    int at = 0;
    while (at < end) {
      int block = Math.min(TaggedStream.BLOCK, end - at);
      at += (int) decode(slice(memory, at, block + Long.BYTES), block);
    }
    return at;
  }

  /// {@return a part of the memory}
  abstract M slice(M memory, int offset, int length);

  /// {@return a decoder of the same code in another class, whose call sites have their own profile}
  Decoder<M> copy() {
    return CopiedClass.copyOf(this);
  }

  TaggedStream.State state(long position) {
    return new TaggedStream.State(position, lastInt, lastLong);
  }

  /// Decodes nothing, and so measures the cost of calling a contender.
  static final class HarnessDecoder extends Decoder<byte[]> {
    @Override
    byte[] memory(MemoryKind kind, byte[] content) {
      return content;
    }

    @Override
    byte[] slice(byte[] memory, int offset, int length) {
      return memory;
    }

    @Override
    long decode(byte[] memory, int end) {
      return end;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

/// A contender: decodes a [TaggedStream] that lies in memory of type `M`.
abstract class Decoder<M> {
  /// The last int and the last long decoded. Each value is stored, as a decoder stores fields.
  int lastInt;

  long lastLong;

  boolean has(Kind kind) {
    return true;
  }

  /// {@return memory of a kind that this contender has, with this content}
  abstract M memory(Kind kind, byte[] content);

  /// Decodes all values that begin before `end`.
  ///
  /// @return the position behind the last
  abstract long decode(M memory, int end);

  TaggedStream.State state(long position) {
    return new TaggedStream.State(position, lastInt, lastLong);
  }
}

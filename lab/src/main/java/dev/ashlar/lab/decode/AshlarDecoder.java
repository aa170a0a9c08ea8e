// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.memory.Bytes;

/// [Bytes].
final class AshlarDecoder extends Decoder<Bytes> {
  @Override
  Bytes memory(Kind kind, byte[] content) {
    return switch (kind) {
      case HEAP -> Bytes.of(content);
      case READ_ONLY -> Bytes.of(content).asReadOnly();
      case NATIVE -> Bytes.of(Copies.nativeSegment(content));
      case MAPPED -> Bytes.of(Copies.mappedSegment(content));
    };
  }

  @Override
  long decode(Bytes memory, int end) {
    int at = 0;
    while (at < end) {
      if (memory.getByte(at) < 0) {
        lastInt = memory.getInt(at);
        at += Integer.BYTES;
      } else {
        lastLong = memory.getLong(at);
        at += Long.BYTES;
      }
    }
    return at;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.memory.Bytes;

/// Decodes with Ashlar's [Bytes].
final class AshlarDecoder extends Decoder<Bytes> {
  @Override
  Bytes memory(MemoryKind kind, byte[] content) {
    return kind == MemoryKind.HEAP ? Bytes.of(content) : Bytes.of(kind.copyOf(content));
  }

  @Override
  Bytes readOnly(byte[] content) {
    return Bytes.of(content).asReadOnly();
  }

  @Override
  Bytes slice(Bytes memory, int offset, int length) {
    return memory.asSlice(offset, length);
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

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;

/// Decodes nothing, and so measures the cost of calling a contender.
final class HarnessDecoder extends Decoder<byte[]> {
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

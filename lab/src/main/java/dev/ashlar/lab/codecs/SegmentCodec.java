// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import java.lang.foreign.MemorySegment;

/// The codecs over segments: as [Lz4Decoder#decode], [Lz4Encoder#encode] and [TagParser#checksum].
interface SegmentCodec {
  int decode(MemorySegment block, int byteSize, MemorySegment text, int capacity);

  int encode(MemorySegment text, int byteSize, MemorySegment block, int[] table);

  long checksum(MemorySegment message, int byteSize);
}

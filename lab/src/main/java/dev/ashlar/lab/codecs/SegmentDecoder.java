// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import java.lang.foreign.MemorySegment;

/// As [Lz4Decoder#decode] and [TagParser#checksum], over segments.
interface SegmentDecoder {
  int decode(MemorySegment block, int byteSize, MemorySegment text, int capacity);

  long checksum(MemorySegment message, int byteSize);
}

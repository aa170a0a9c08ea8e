// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import java.lang.foreign.MemorySegment;

/// The loop with which a [SegmentDecoder] reads its memory.
interface SegmentCode {
  /// As [Decoder#decode].
  ///
  /// @param values where each value is stored
  long decode(MemorySegment memory, int end, Decoder<?> values);

  /// As [Decoder#decodeSlices].
  long decodeSlices(MemorySegment memory, int end, Decoder<?> values);
}

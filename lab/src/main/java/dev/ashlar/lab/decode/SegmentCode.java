// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import java.lang.foreign.MemorySegment;

/// The loop with which a [SegmentDecoder] reads its memory.
interface SegmentCode {
  /// Decodes values, as [Decoder#decode] does.
  ///
  /// @param values the decoder in which each value is stored
  long decode(MemorySegment memory, int end, Decoder<?> values);

  /// Decodes values in slices, as [Decoder#decodeSlices] does.
  long decodeSlices(MemorySegment memory, int end, Decoder<?> values);
}

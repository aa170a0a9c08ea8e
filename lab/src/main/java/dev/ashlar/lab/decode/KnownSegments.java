// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;

/// The code of [PlainSegments], with one method for native memory and one for arrays. Each method
/// tells C2 the class of the segment before the loop.
final class KnownSegments implements SegmentCode {
  @Override
  public long decode(MemorySegment memory, int end, Decoder<?> values) {
    return memory.isNative() ? decodeNative(memory, end, values) : decodeBytes(memory, end, values);
  }

  private static long decodeNative(MemorySegment memory, int end, Decoder<?> values) {
    MemorySegment known = Segments.ofNative(memory);
    int at = 0;
    while (at < end) {
      at = PlainSegments.decodeOne(known, at, values);
    }
    return at;
  }

  private static long decodeBytes(MemorySegment memory, int end, Decoder<?> values) {
    MemorySegment known = Segments.ofBytes(memory);
    int at = 0;
    while (at < end) {
      at = PlainSegments.decodeOne(known, at, values);
    }
    return at;
  }

  @Override
  public long decodeSlices(MemorySegment memory, int end, Decoder<?> values) {
    return memory.isNative()
        ? slicesOfNative(memory, end, values)
        : slicesOfBytes(memory, end, values);
  }

  private static long slicesOfNative(MemorySegment memory, int end, Decoder<?> values) {
    MemorySegment known = Segments.ofNative(memory);
    int at = 0;
    while (at < end) {
      int block = Math.min(TaggedStream.BLOCK, end - at);
      at += (int) decodeNative(known.asSlice(at, block + Long.BYTES), block, values);
    }
    return at;
  }

  private static long slicesOfBytes(MemorySegment memory, int end, Decoder<?> values) {
    MemorySegment known = Segments.ofBytes(memory);
    int at = 0;
    while (at < end) {
      int block = Math.min(TaggedStream.BLOCK, end - at);
      at += (int) decodeBytes(known.asSlice(at, block + Long.BYTES), block, values);
    }
    return at;
  }
}

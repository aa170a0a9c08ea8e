// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.ashlar.lab.experiment.MemoryKind;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A segment for each chunk.
final class SegmentQuads extends FieldQuads {
  /// Allocators of segments; the timed kind is the first.
  private static final List<IntFunction<MemorySegment>> KINDS =
      List.of(
          MemoryKind.NATIVE::allocate,
          size -> MemorySegment.ofArray(new long[size / 8]),
          MemoryKind.HEAP::allocate,
          MemoryKind.MAPPED::allocate,
          size -> MemorySegment.ofArray(new int[size / 4]),
          size -> MemorySegment.ofArray(new double[size / 8]),
          size -> MemorySegment.ofArray(new float[size / 4]),
          size -> MemorySegment.ofArray(new char[size / 2]),
          size -> MemorySegment.ofArray(new short[size / 2]));

  private final MemorySegment[] chunks;

  private SegmentQuads(int rows, int chunkRows, IntFunction<MemorySegment> memory) {
    super(chunkRows);
    chunks =
        IntStream.range(0, rows / chunkRows)
            .mapToObj(chunk -> {
              long[] values = chunk(chunk, chunkRows);
              MemorySegment to = memory.apply(values.length * Long.BYTES);
              return to.copyFrom(MemorySegment.ofArray(values));
            })
            .toArray(MemorySegment[]::new);
  }

  static SegmentQuads ofNative(int rows, int chunkRows) {
    return new SegmentQuads(rows, chunkRows, KINDS.getFirst());
  }

  @Override
  long at(int chunk, int index) {
    return chunks[chunk].get(JAVA_LONG_UNALIGNED, 8L * index);
  }

  @Override
  List<SegmentQuads> kin(int rows, int kinds) {
    return KINDS.subList(1, kinds).stream()
        .map(kind -> new SegmentQuads(rows, rows, kind))
        .toList();
  }
}

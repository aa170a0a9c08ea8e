// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.memory.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/// Decodes with the JDK's `MemorySegment`.
final class SegmentDecoder extends Decoder<MemorySegment> {
  private final SegmentCode code;

  private SegmentDecoder(SegmentCode code) {
    this.code = code;
  }

  static SegmentDecoder plain() {
    return new SegmentDecoder(new PlainSegments());
  }

  static SegmentDecoder known() {
    return new SegmentDecoder(new KnownSegments());
  }

  static SegmentDecoder specialized() {
    return new SegmentDecoder(
        Specialized.of(MethodHandles.lookup(), SegmentCode.class, PlainSegments.class));
  }

  @Override
  MemorySegment memory(MemoryKind kind, byte[] content) {
    return kind.copyOf(content);
  }

  @Override
  MemorySegment readOnly(byte[] content) {
    return MemorySegment.ofArray(content).asReadOnly();
  }

  @Override
  MemorySegment slice(MemorySegment memory, int offset, int length) {
    return memory.asSlice(offset, length);
  }

  @Override
  long decode(MemorySegment memory, int end) {
    return code.decode(memory, end, this);
  }

  @Override
  long decodeSlices(MemorySegment memory, int end) {
    return code.decodeSlices(memory, end, this);
  }

  /// Returns a decoder with plain code, because the other code of a program is plain.
  @Override
  SegmentDecoder copy() {
    return new SegmentDecoder(CopiedClass.copyOf(new PlainSegments()));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.decode.Decoder.HarnessDecoder;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// One pass of one contender over a stream. With several kinds of memory, the contender decodes
/// only the first part of the stream, once in each kind.
final class DecodeWorkload<M> implements Workload {
  /// The kinds of memory on which a JVM has run the code before.
  enum Past {
    /// No kinds but those of the case.
    CLEAN,
    /// Every kind of memory that the contender has, by the code that is timed.
    POLLUTED,
    /// Every kind of memory that the contender has, by a copy of the code that is timed.
    POLLUTED_ELSEWHERE
  }

  /// The number of walks over each kind of memory, which pollute the profiles.
  private static final int WALKS_BEFORE = 30;

  private static final int PROOFS = 32;

  private final Decoder<M> decoder;
  private final TaggedStream stream;
  private final List<M> memories;
  private final Past past;
  private final boolean sliced;

  /// The end of the part of the stream that is decoded in each memory.
  private final int end;

  /// @param sliced whether each block is decoded in a slice
  DecodeWorkload(
      Decoder<M> decoder, TaggedStream stream, List<MemoryKind> kinds, Past past, boolean sliced) {
    this.decoder = decoder;
    this.stream = stream;
    this.memories = kinds.stream().map(kind -> decoder.memory(kind, stream.content())).toList();
    this.past = past;
    this.sliced = sliced;
    this.end = Math.ceilDiv(TaggedStream.END, kinds.size());
  }

  @Override
  public void prepare() {
    switch (past) {
      case CLEAN -> {}
      case POLLUTED -> pollute(decoder);
      case POLLUTED_ELSEWHERE -> pollute(decoder.copy());
    }
  }

  /// Compares the position and the last stored values, at the end of the stream and at [#PROOFS]
  /// random earlier ends.
  @Override
  public void verify() {
    if (decoder instanceof HarnessDecoder) {
      return;
    }
    Random random = new Random(PROOFS);
    for (M memory : memories) {
      for (int proof = 0; proof < PROOFS; proof++) {
        verify(decoder, memory, random.nextInt(TaggedStream.END));
      }
      verify(decoder, memory, TaggedStream.END);
    }
  }

  private void pollute(Decoder<M> polluted) {
    List<M> all = new ArrayList<>();
    for (MemoryKind kind : MemoryKind.values()) {
      if (decoder.has(kind)) {
        all.add(decoder.memory(kind, stream.content()));
      }
    }
    M readOnly = decoder.readOnly(stream.content());
    if (readOnly != null) {
      all.add(readOnly);
    }
    for (int walk = 0; walk < WALKS_BEFORE; walk++) {
      for (M each : all) {
        verify(polluted, each, TaggedStream.END);
      }
    }
  }

  private void verify(Decoder<M> verified, M memory, int end) {
    verified.lastInt = 0;
    verified.lastLong = 0;
    TaggedStream.State actual = verified.state(decode(verified, memory, end));
    TaggedStream.State expected = stream.decoded(end);
    if (!actual.equals(expected)) {
      throw new WrongResultException("%s at %d, not %s".formatted(actual, end, expected));
    }
  }

  @Override
  public long run() {
    long sum = 0;
    for (int i = 0; i < memories.size(); i++) { // No iterator: it would be counted as garbage.
      sum += decode(decoder, memories.get(i), end);
    }
    return sum;
  }

  private long decode(Decoder<M> by, M memory, int end) {
    return sliced ? by.decodeSlices(memory, end) : by.decode(memory, end);
  }
}

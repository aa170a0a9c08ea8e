// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// One pass over a stream by one contender. If there are several kinds of memory, each has a part
/// of the stream.
final class DecodeWorkload<M> implements Workload {
  /// The kinds of memory on which a JVM has run the code before.
  enum Past {
    /// Nothing.
    CLEAN,
    /// Every kind of memory that the contender has, by the code that is timed.
    POLLUTED,
    /// The same, by a copy of that code.
    POLLUTED_ELSEWHERE
  }

  /// Walks over each kind of memory.
  private static final int WALKS_BEFORE = 30;

  private static final int PROOFS = 32;

  private final Decoder<M> decoder;
  private final TaggedStream stream;
  private final List<M> memories;
  private final Past past;
  private final boolean sliced;

  /// Where the part of a memory ends.
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

  /// Compares the last stored values, at the end of the stream and at each earlier possible end.
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

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// One walk over a stream, by one contender.
final class DecodeWorkload<M> implements Workload {
  /// Walks over each kind of memory that the JVM is to have seen before.
  private static final int WALKS_BEFORE = 40;

  private static final int PROOFS = 32;

  private final Decoder<M> decoder;
  private final TaggedStream stream;
  private final M memory;
  private final boolean polluted;

  /// @param polluted whether the contender walks over every kind of memory that it has, before
  ///   anything is timed
  DecodeWorkload(Decoder<M> decoder, TaggedStream stream, Kind kind, boolean polluted) {
    this.decoder = decoder;
    this.stream = stream;
    this.memory = decoder.memory(kind, stream.content());
    this.polluted = polluted;
  }

  @Override
  public void prepare() {
    if (polluted) {
      pollute();
    }
  }

  /// What was stored last is compared where the stream ends, and wherever else it might have ended.
  @Override
  public void verify() {
    if (decoder instanceof HarnessDecoder) {
      return;
    }
    Random random = new Random(PROOFS);
    for (int proof = 0; proof < PROOFS; proof++) {
      verify(memory, random.nextInt(TaggedStream.END));
    }
    verify(memory, TaggedStream.END);
  }

  private void pollute() {
    List<M> all =
        Arrays.stream(Kind.values())
            .filter(decoder::has)
            .map(kind -> decoder.memory(kind, stream.content()))
            .toList();
    for (int walk = 0; walk < WALKS_BEFORE; walk++) {
      for (M each : all) {
        verify(each, TaggedStream.END);
      }
    }
  }

  private void verify(M decoded, int end) {
    decoder.lastInt = 0;
    decoder.lastLong = 0;
    TaggedStream.State actual = decoder.state(decoder.decode(decoded, end));
    TaggedStream.State expected = stream.decoded(end);
    if (!actual.equals(expected)) {
      throw new WrongResultException("%s at %d, not %s".formatted(actual, end, expected));
    }
  }

  @Override
  public long run() {
    return decoder.decode(memory, TaggedStream.END);
  }
}

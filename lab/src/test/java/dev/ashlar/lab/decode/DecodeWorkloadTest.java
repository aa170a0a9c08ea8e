// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.decode.DecodeWorkload.Past;
import dev.ashlar.lab.decode.Decoders.AshlarDecoder;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.memory.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The proof that precedes the timing can fail.
class DecodeWorkloadTest {
  @Test
  void believesAnHonestDecoder() {
    assertThatCode(() -> prove(workload(new Forger()))).doesNotThrowAnyException();
  }

  @Test
  void findsAnIntOfTheWrongOrder() {
    reject(
        new Forger() {
          @Override
          void forge() {
            lastInt = Integer.reverseBytes(lastInt);
          }
        });
  }

  @Test
  void findsALongThatIsOffByOneBit() {
    reject(
        new Forger() {
          @Override
          void forge() {
            lastLong ^= 1L << 63;
          }
        });
  }

  @Test
  void findsAWalkThatStopsEarly() {
    reject(
        new Forger() {
          @Override
          long decode(byte[] memory, int end) {
            return super.decode(memory, end - 1);
          }
        });
  }

  @Test
  void findsASliceOfTheWrongPlace() {
    Forger forger =
        new Forger() {
          @Override
          byte[] slice(byte[] memory, int offset, int length) {
            return super.slice(memory, Math.max(0, offset - 1), length);
          }
        };
    assertThatCode(() -> prove(workload(new Forger(), true))).doesNotThrowAnyException();
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(() -> prove(workload(forger, true)));
  }

  /// Else the code that is timed would be polluted too.
  @Test
  void aCopyDecodesInAClassOfItsOwn() {
    TaggedStream stream = TaggedStream.random();
    AshlarDecoder decoder = new AshlarDecoder();
    Decoder<Bytes> copy = decoder.copy();
    assertThat(copy.getClass()).isNotEqualTo(AshlarDecoder.class);
    long position = copy.decode(copy.memory(MemoryKind.SHARED, stream.content()), 1000);
    assertThat(copy.state(position)).isEqualTo(stream.decoded(1000));
    assertThat(decoder.lastLong).isZero();
  }

  /// The same by a `ByteBuffer`: widths, order and the last of each.
  @Test
  void theStreamIsWhatItSaysItIs() {
    for (TaggedStream stream : List.of(TaggedStream.random(), TaggedStream.predictable())) {
      ByteBuffer content = ByteBuffer.wrap(stream.content()).order(ByteOrder.LITTLE_ENDIAN);
      List<Boolean> narrow = new ArrayList<>();
      int lastInt = 0;
      long lastLong = 0;
      while (content.position() < TaggedStream.END) {
        boolean isInt = content.get(content.position()) < 0;
        narrow.add(isInt);
        if (isInt) {
          lastInt = content.getInt();
        } else {
          lastLong = content.getLong();
        }
      }
      assertThat(stream.decoded(TaggedStream.END))
          .isEqualTo(new TaggedStream.State(content.position(), lastInt, lastLong));
      assertThat(narrow.stream().filter(isInt -> isInt).count())
          .isBetween(narrow.size() * 48L / 100, narrow.size() * 52L / 100);
    }
  }

  @Test
  void predictableWidthsAlternate() {
    TaggedStream stream = TaggedStream.predictable();
    long before = 0;
    for (int value = 0; value < 1000; value++) {
      long next = stream.decoded((int) before + 1).position();
      assertThat(next - before).isEqualTo(value % 2 == 0 ? Long.BYTES : Integer.BYTES);
      before = next;
    }
  }

  private static void reject(Forger forger) {
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(() -> prove(workload(forger)))
        .withMessageContaining(", not State[");
  }

  private static void prove(DecodeWorkload<byte[]> workload) {
    workload.prepare();
    workload.verify();
  }

  private static DecodeWorkload<byte[]> workload(Forger forger) {
    return workload(forger, false);
  }

  private static DecodeWorkload<byte[]> workload(Forger forger, boolean sliced) {
    return new DecodeWorkload<>(
        forger, TaggedStream.random(), List.of(MemoryKind.HEAP), Past.POLLUTED, sliced);
  }

  /// Decodes as it should, and shows something else.
  private static class Forger extends Decoder<byte[]> {
    private final VarHandleDecoder honest = new VarHandleDecoder();

    @Override
    boolean has(MemoryKind kind) {
      return honest.has(kind);
    }

    @Override
    byte[] memory(MemoryKind kind, byte[] content) {
      return honest.memory(kind, content);
    }

    @Override
    byte[] slice(byte[] memory, int offset, int length) {
      return Arrays.copyOfRange(memory, offset, offset + length);
    }

    @Override
    long decode(byte[] memory, int end) {
      honest.lastInt = lastInt;
      honest.lastLong = lastLong;
      long position = honest.decode(memory, end);
      lastInt = honest.lastInt;
      lastLong = honest.lastLong;
      forge();
      return position;
    }

    void forge() {}
  }
}

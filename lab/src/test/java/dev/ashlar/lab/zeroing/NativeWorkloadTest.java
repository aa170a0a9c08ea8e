// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.zeroing.ArrayMaker.NewArrays;
import dev.ashlar.lab.zeroing.Message.Writing;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The proof that precedes the timing of native memory can fail.
class NativeWorkloadTest {
  private static final int SIZE = 3 * Message.FIELD + 7;

  @ParameterizedTest
  @EnumSource
  void believesHonestMemory(Writing writing) {
    assertThatCode(() ->
            new NativeWorkload(Message.all(SIZE, writing), new Forger(UnaryOperator.identity(), 1))
                .verify())
        .doesNotThrowAnyException();
  }

  @Test
  void findsAWrongByte() {
    UnaryOperator<byte[]> damage =
        content -> {
          content[SIZE - 1]++;
          return content;
        };
    reject(Writing.WRITTEN, new Forger(damage, 1), "not the bytes of message 0");
    reject(Writing.UNWRITTEN, new Forger(damage, 1), "not the bytes of message 0");
  }

  @Test
  void findsTooLittleMemory() {
    reject(
        Writing.UNWRITTEN,
        new Forger(content -> Arrays.copyOf(content, SIZE - 1), 1),
        "not the bytes of message 0");
  }

  @Test
  void findsNoMemoryAtAll() {
    reject(Writing.WRITTEN, new Forger(UnaryOperator.identity(), 0), "no memory has an address");
  }

  private static void reject(Writing writing, NativeMemory memory, String why) {
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(() -> new NativeWorkload(Message.all(SIZE, writing), memory).verify())
        .withMessage(why);
  }

  /// Zeroed memory, and shows something else.
  private record Forger(UnaryOperator<byte[]> damage, long address) implements NativeMemory {
    @Override
    public long use(Message message) {
      return address;
    }

    @Override
    public byte[] content(Message message) {
      return damage.apply(new NewArrays().make(message));
    }

    @Override
    public boolean zeroes() {
      return true;
    }
  }
}

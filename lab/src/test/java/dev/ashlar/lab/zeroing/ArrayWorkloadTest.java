// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.zeroing.ArrayMaker.NewArrays;
import dev.ashlar.lab.zeroing.Message.Writing;
import dev.ashlar.lab.zeroing.TextMaker.JdkTexts;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The proof that precedes the timing of arrays can fail.
class ArrayWorkloadTest {
  private static final int SIZE = 3 * Message.FIELD + 7;

  @ParameterizedTest
  @EnumSource
  void believesAnHonestMaker(Writing writing) {
    assertThatCode(() -> workload(writing, new NewArrays()).verify()).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Message.FIELD, SIZE - 1})
  void findsAWrongByte(int index) {
    reject(
        Writing.WRITTEN,
        message -> {
          byte[] array = new NewArrays().make(message);
          array[index]++;
          return array;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {SIZE - 1, SIZE + 1})
  void findsAWrongLength(int length) {
    reject(Writing.WRITTEN, message -> Arrays.copyOf(new NewArrays().make(message), length));
  }

  @Test
  void findsNothingWritten() {
    reject(Writing.WRITTEN, message -> new byte[message.size()]);
  }

  /// Whoever promises zeros must not show what lay there before.
  @Test
  void findsAByteThatNobodyWrote() {
    reject(
        Writing.UNWRITTEN,
        message -> {
          byte[] array = new byte[message.size()];
          array[SIZE / 2] = 1;
          return array;
        });
  }

  @Test
  void findsWorkLeftOutWhenAllAreTimed() {
    int[] calls = {0};
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(() ->
            new ArrayWorkload<>(
                    new Integer[] {3, 4},
                    length -> new byte[calls[0]++ == 0 ? 0 : length],
                    (_, _) -> true)
                .verify())
        .withMessage("4 bytes for all inputs, 7 for each on its own");
  }

  @ParameterizedTest
  @EnumSource
  void findsAWrongText(TextOperation operation) {
    TextMaker honest = new JdkTexts();
    operation.workload(64, honest).verify();
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(() -> operation.workload(64, new Forger(honest)).verify())
        .withMessage("not the bytes of input 255");
  }

  private static void reject(Writing writing, ArrayMaker maker) {
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(() -> workload(writing, maker).verify())
        .withMessageStartingWith("not the bytes of input ");
  }

  private static ArrayWorkload<Message> workload(Writing writing, ArrayMaker maker) {
    return new ArrayWorkload<>(
        Message.all(SIZE, writing),
        maker::make,
        (message, array) -> message.isIn(array, maker.zeroes()));
  }

  /// Makes each text as it should, but for its last byte.
  private record Forger(TextMaker honest) implements TextMaker {
    @Override
    public byte[] fromCodePoints(int[] codePoints) {
      return forged(honest.fromCodePoints(codePoints));
    }

    @Override
    public byte[] repeat(String text, int count) {
      return forged(honest.repeat(text, count));
    }

    @Override
    public byte[] replace(String text, char target, char replacement) {
      return forged(honest.replace(text, target, replacement));
    }

    @Override
    public byte[] build(int capacity, String[] words) {
      return forged(honest.build(capacity, words));
    }

    @Override
    public byte[] buildFrom(String text) {
      return forged(honest.buildFrom(text));
    }

    private static byte[] forged(byte[] text) {
      text[text.length - 1] ^= 1;
      return text;
    }
  }
}

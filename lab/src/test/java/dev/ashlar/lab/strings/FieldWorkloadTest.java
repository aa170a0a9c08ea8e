// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.strings.BufferWriter.GetBytesWriter;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The proof that precedes the timing can fail.
class FieldWorkloadTest {
  private static final String[] TEXTS = {"one", "zw\u00F6lf", "\u4E09", "\uD83D\uDE00", "five"};

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void believesAnHonestWriter(int fieldsPerMessage) {
    assertThatCode(() -> workload(new GetBytesWriter(1000), fieldsPerMessage).verify())
        .doesNotThrowAnyException();
  }

  @Test
  void findsAWrongByte() {
    reject(written(field -> with(field, field.length - 1, '!')), "not the field of 'one'");
  }

  @Test
  void findsAWrongTag() {
    reject(written(field -> with(field, 0, 2 << 3 | 2)), "not the field of 'one'");
  }

  @Test
  void findsALengthThatIsTooShort() {
    reject(written(field -> with(field, 1, field[1] - 1)), "not the field of 'one'");
  }

  @Test
  void findsALengthThatIsTooLong() {
    reject(written(field -> with(field, 1, field[1] + 1)), "no protobuf field for 'one'");
  }

  @Test
  void findsAByteTooMany() {
    reject(written(field -> Arrays.copyOf(field, field.length + 1)), "not the field of 'one'");
  }

  @Test
  void findsNothingWritten() {
    reject(written(_ -> new byte[0]), "not the field of 'one'");
  }

  @Test
  void findsFieldsLeftOutOfABatch() {
    FieldWriter lazy =
        new Forger(UnaryOperator.identity()) {
          @Override
          public long write(String[] texts, int from, int to) {
            return super.write(texts, from, to - from > 1 ? to - 1 : to);
          }
        };
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(() -> workload(lazy, TEXTS.length).verify())
        .withMessageContaining("bytes for all texts");
  }

  @Test
  void findsMessagesLeftOut() {
    FieldWriter lazy =
        new Forger(UnaryOperator.identity()) {
          private int messages;

          @Override
          public long write(String[] texts, int from, int to) {
            return ++messages > TEXTS.length + 2 ? 0 : super.write(texts, from, to);
          }
        };
    reject(lazy, "bytes for all texts");
  }

  private static void reject(FieldWriter writer, String why) {
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(() -> workload(writer, 1).verify())
        .withMessageContaining(why);
  }

  private static FieldWorkload workload(FieldWriter writer, int fieldsPerMessage) {
    return new FieldWorkload(writer, TEXTS, fieldsPerMessage, List.of());
  }

  private static FieldWriter written(UnaryOperator<byte[]> damage) {
    return new Forger(damage);
  }

  private static byte[] with(byte[] field, int index, int value) {
    byte[] damaged = field.clone();
    damaged[index] = (byte) value;
    return damaged;
  }

  /// Writes as it should, and shows something else.
  private static class Forger implements FieldWriter {
    private final FieldWriter honest = new GetBytesWriter(1000);
    private final UnaryOperator<byte[]> damage;

    Forger(UnaryOperator<byte[]> damage) {
      this.damage = damage;
    }

    @Override
    public long write(String[] texts, int from, int to) {
      return honest.write(texts, from, to);
    }

    @Override
    public byte[] written() {
      return damage.apply(honest.written());
    }
  }
}

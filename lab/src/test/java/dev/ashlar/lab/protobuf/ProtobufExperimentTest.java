// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.PairedExperimentContract;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.protobuf.MessageWorkload.Direction;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProtobufExperimentTest extends PairedExperimentContract {
  ProtobufExperimentTest() {
    super(new ProtobufExperiment());
  }

  @ParameterizedTest
  @EnumSource
  void anHonestCodecIsBelieved(Direction direction) {
    assertThatCode(() -> work(direction, new Forger()).verify()).doesNotThrowAnyException();
  }

  @Test
  void anotherMessageThanWasMeantIsNoProof() {
    reject(
        Direction.WRITE,
        new Forger() {
          @Override
          public int write(int index) {
            return super.write(index == 77 ? 78 : index);
          }
        });
    reject(
        Direction.READ,
        new Forger() {
          @Override
          public Object read(byte[] bytes) {
            Records.Tree tree = (Records.Tree) super.read(bytes);
            return new Records.Tree(tree.value() + 1, tree.label(), tree.children());
          }
        });
  }

  @Test
  void aWrongByteIsNoProof() {
    reject(
        Direction.WRITE,
        new Forger() {
          @Override
          public byte[] written() {
            byte[] bytes = super.written();
            bytes[bytes.length - 1]++;
            return bytes;
          }
        });
  }

  @Test
  void aByteTooManyIsNoProof() {
    reject(
        Direction.WRITE,
        new Forger() {
          @Override
          public byte[] written() {
            byte[] bytes = super.written();
            return Arrays.copyOf(bytes, bytes.length + 1);
          }
        });
  }

  @Test
  void messagesLeftOutAreNoProof() {
    reject(
        Direction.WRITE,
        new Forger() {
          private int messages;

          @Override
          public int write(int index) {
            messages++;
            return messages <= MessageWorkload.MESSAGES && index % 2 == 1 ? 0 : super.write(index);
          }
        });
  }

  private static MessageWorkload work(Direction direction, Codec codec) {
    MessageWorkload work = new MessageWorkload(direction, Message.TREE, codec);
    work.prepare();
    return work;
  }

  private static void reject(Direction direction, Codec codec) {
    MessageWorkload work = work(direction, codec);
    assertThatExceptionOfType(WrongResultException.class).isThrownBy(work::verify);
  }

  /// Does as it should, until a method is overridden.
  private static class Forger implements Codec {
    private final Codec honest = new JdkCodec(Message.TREE);

    @Override
    public void prepare(List<Record> messages) {
      honest.prepare(messages);
    }

    @Override
    public int write(int index) {
      return honest.write(index);
    }

    @Override
    public byte[] written() {
      return honest.written();
    }

    @Override
    public Object read(byte[] bytes) {
      return honest.read(bytes);
    }

    @Override
    public Object shown(Object read) {
      return honest.shown(read);
    }
  }
}

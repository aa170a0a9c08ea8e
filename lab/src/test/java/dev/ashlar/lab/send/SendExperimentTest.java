// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.send;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.PairedExperimentContract;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SendExperimentTest extends PairedExperimentContract {
  SendExperimentTest() {
    super(new SendExperiment());
  }

  @Test
  void aMessageWithOtherBytesIsNoProof() {
    Workload other =
        new SendWorkload(
            MemoryKind.NATIVE,
            4096,
            memory -> {
              ByteBuffer zeros = ByteBuffer.allocate((int) memory.byteSize());
              return new Sender.OfBuffer(zeros::rewind);
            });
    assertThatExceptionOfType(WrongResultException.class).isThrownBy(other::verify);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.PairedExperimentContract;
import dev.ashlar.lab.access.LoopWorkload.Loop;
import dev.ashlar.lab.access.StraightLine.Operation;
import dev.ashlar.lab.access.StraightLine.StraightLineWorkload;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AccessExperimentTest extends PairedExperimentContract {
  AccessExperimentTest() {
    super(new AccessExperiment());
  }

  @ParameterizedTest
  @EnumSource
  void aWalkThatMissesAnElementIsNoProof(Loop loop) {
    Memory memory = Memories.ASHLAR.allocate(MemoryKind.HEAP, LoopWorkload.BYTE_SIZE);
    Workload work = new LoopWorkload(memory, loop, null);
    memory.putDouble(LoopWorkload.BYTE_SIZE - Double.BYTES, -1);
    reject(work);
  }

  @ParameterizedTest
  @EnumSource
  void aMethodThatMissesASiteIsNoProof(Operation operation) {
    List<Memory> messages =
        IntStream.range(0, StraightLineWorkload.COUNT)
            .mapToObj(_ -> Memories.SEGMENT.allocate(MemoryKind.NATIVE, 16 * Long.BYTES))
            .toList();
    StraightLine code = StraightLine.generate(Memories.SEGMENT, operation, 15);
    reject(new StraightLineWorkload(code, messages, operation, 16));
  }

  @Test
  void aHashOfOtherTextsIsNoProof() {
    Memory memory = Memories.UNSAFE.allocate(MemoryKind.NATIVE, HashWorkload.byteSize(20));
    reject(new HashWorkload(null, memory, 20, 0));
  }

  private static void reject(Workload work) {
    assertThatExceptionOfType(WrongResultException.class).isThrownBy(work::verify);
  }
}

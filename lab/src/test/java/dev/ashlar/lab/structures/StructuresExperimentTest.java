// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.PairedExperimentContract;
import dev.ashlar.lab.access.Memories;
import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.structures.Bodies.BodiesWorkload;
import dev.ashlar.lab.structures.LongTable.TableWorkload;
import dev.ashlar.lab.structures.NodeList.ListWorkload;
import dev.ashlar.lab.structures.Ring.RingWorkload;
import dev.ashlar.lab.structures.Ring.TwoThreadsWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StructuresExperimentTest extends PairedExperimentContract {
  StructuresExperimentTest() {
    super(new StructuresExperiment());
  }

  /// A value too many is in the ring.
  @Test
  void aRingThatGivesOtherValuesIsNoProof() {
    Ring ring =
        new Structures.MemoryRing(Memories.SEGMENT.allocate(MemoryKind.NATIVE, Ring.BYTE_SIZE));
    ring.offer(7);
    reject(new RingWorkload(ring));
    Ring other =
        new Structures.MemoryRing(Memories.SEGMENT.allocate(MemoryKind.NATIVE, Ring.BYTE_SIZE));
    other.offer(7);
    reject(new TwoThreadsWorkload(other));
  }

  @ParameterizedTest
  @EnumSource
  void aTableThatHasLostItsKeysIsNoProof(TableWorkload.Operation operation) {
    Memory memory = Memories.SEGMENT.allocate(MemoryKind.HEAP, LongTable.BYTE_SIZE);
    Workload work = new TableWorkload(new Structures.MemoryTable(memory), operation);
    memory.putAll(new byte[LongTable.BYTE_SIZE]);
    reject(work);
  }

  @Test
  void aListWithAnotherValueIsNoProof() {
    Memory memory = Memories.SEGMENT.allocate(MemoryKind.HEAP, ListWorkload.BYTE_SIZE);
    Workload work = new ListWorkload(memory, new Structures.MemoryList(memory));
    memory.putLong(24, memory.getLong(24) + 1);
    reject(work);
  }

  @ParameterizedTest
  @EnumSource
  void aStructThatWasNotMovedIsNoProof(BodiesWorkload.Pass pass) {
    Memory memory = Memories.SEGMENT.allocate(MemoryKind.HEAP, Bodies.BYTE_SIZE);
    Workload work = new BodiesWorkload(memory, new Structures.MemoryBodies(memory), pass);
    memory.putDouble(0, memory.getDouble(0) - 1);
    reject(work);
  }

  private static void reject(Workload work) {
    assertThatExceptionOfType(WrongResultException.class).isThrownBy(work::verify);
  }
}

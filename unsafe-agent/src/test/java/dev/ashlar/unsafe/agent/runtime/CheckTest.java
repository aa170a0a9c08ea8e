// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import dev.ashlar.unsafe.agent.AgentJar;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The options `check` and `leaks`: mistakes with native memory are stopped at the access.
@ExtendWith(Seeded.class)
class CheckTest {
  @TempDir private Path folder = Path.of("");

  private ChildJvm.Ended run(String options, String... mistakes) throws Exception {
    Path classes = AgentJar.compiled(folder, AgentJar.program("Faults"));
    String[] program = {"-cp", classes.toString(), "Faults"};
    return AgentJar.checked(
        folder, options, Stream.of(program, mistakes).flatMap(Stream::of).toArray(String[]::new));
  }

  private void prints(String options, String mistakes, String expected) throws Exception {
    ChildJvm.Ended ended = run(options, mistakes.split(" ", -1));
    assertThat(ended.out()).as(ended.err()).isEqualToNormalizingNewlines(expected);
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void anAccessIsInsideOfItsBlock() throws Exception {
    prints(
        "check",
        "behind front over atomic add address set copy-from copy-to copy-heap copy-wrap null",
        """
        behind: putInt: 4 bytes at 8 bytes behind the end of a block of 100 bytes, in make
          allocated at allocated
        front: putLong: 8 bytes at 8 bytes in front of a block of 100 bytes, in make
          allocated at allocated
        over: getLong: 8 bytes at position 96 of a block of 100 bytes, in make
          allocated at allocated
        atomic: compareAndSwapInt: 4 bytes at the end of a block of 100 bytes, in make
          allocated at allocated
        add: getAndAddLong: 8 bytes at 4 bytes behind the end of a block of 100 bytes, in make
          allocated at allocated
        address: putLong: 8 bytes at position 96 of a block of 100 bytes, in make
          allocated at allocated
        set: setMemory: 101 bytes at position 0 of a block of 100 bytes, in make
          allocated at allocated
        copy-from: copyMemory from: 100 bytes at position 1 of a block of 100 bytes, in make
          allocated at allocated
        copy-to: copyMemory to: 100 bytes at 1 byte in front of a block of 100 bytes, in make
          allocated at allocated
        copy-heap: copyMemory to: 100 bytes at position 1 of a block of 100 bytes, in make
          allocated at allocated
        copy-wrap: copyMemory to: 100 bytes, which is of no known block, in make
        null: getInt: 4 bytes, which is of no known block, in make
        """);
    assertThat(AgentJar.report(folder)).contains("Faults.make", "behind the end of a block");
  }

  @Test
  void aFreedBlockIsNotAccessed() throws Exception {
    prints(
        "check",
        "free free-thread free-loop double-free free-inside reallocate-freed reallocated volatile"
            + " ordered",
        """
        free: putInt: 4 bytes at position 8 of a block of 100 bytes that was freed, in make
          freed at freed
          allocated at allocated
        free-thread: putInt: 4 bytes at position 8 of a block of 100 bytes that was freed, in make
          freed at lambda$otherThread$0
          allocated at allocated
        free-loop: getLong: 8 bytes at position 0 of a block of 100 bytes that was freed, in make
          freed at sleepAndFree
          allocated at allocated
        double-free: freeMemory: a block of 100 bytes that was freed, in make
          freed at freed
          allocated at allocated
        free-inside: freeMemory: 16 bytes from the start of a block of 100 bytes, in make
          allocated at allocated
        reallocate-freed: reallocateMemory: a block of 100 bytes that was freed, in make
          freed at freed
          allocated at allocated
        reallocated: getByte: 1 byte at position 0 of a block of 100 bytes that was freed, in make
          freed at make
          allocated at allocated
        volatile: putLongVolatile: 8 bytes at position 0 of a block of 100 bytes that was freed, \
        in make
          freed at freed
          allocated at allocated
        ordered: putOrderedInt: 4 bytes at position 0 of a block of 100 bytes that was freed, \
        in make
          freed at freed
          allocated at allocated
        """);
  }

  @Test
  void theMemoryOfBuffersIsChecked() throws Exception {
    prints(
        "check",
        "buffer buffer-freed buffer-free foreign",
        """
        buffer: putInt: 4 bytes at position 98 of a direct buffer of 100 bytes, in make
          address first read at address
        buffer-freed: putInt: 4 bytes at position 96 of a direct buffer of 100 bytes that was \
        freed, in make
          freed at freedBuffer
          address first read at address
        buffer-free: freeMemory: a direct buffer of 100 bytes, in make
          address first read at address
        foreign: done
        """);
    assertThat(AgentJar.report(folder)).contains("\"unknownAddresses\": 1");
  }

  @Test
  void strictChecksRefuseUnknownMemory() throws Exception {
    prints(
        "check=strict,check=stacks=1000000",
        "foreign buffer-collected behind free",
        """
        foreign: putLong: 8 bytes, which is of no known block, in make
        buffer-collected: putByte: 1 byte at position 0 of a direct buffer of 100 bytes that was \
        collected, in useCollectedBuffer
          address first read at address
        behind: putInt: 4 bytes at 8 bytes behind the end of a block of 100 bytes, in make
          allocated at a place that was not recorded (see check=stacks=N)
        free: putInt: 4 bytes at position 8 of a block of 100 bytes that was freed, in make
          freed at a place that was not recorded (see check=stacks=N)
          allocated at a place that was not recorded (see check=stacks=N)
        """);
  }

  @Test
  void whatWasNeverWrittenIsNotRead() throws Exception {
    prints(
        "check=init",
        "unwritten unwritten-copy unwritten-heap unwritten-grown",
        """
        unwritten: getInt of 4 bytes: the byte at position 12 of a block of 100 bytes was never \
        written, in make
          allocated at make
        unwritten-copy: getShort of 2 bytes: the byte at position 1 of a block of 100 bytes was \
        never written, in make
          allocated at allocated
        unwritten-heap: copyMemory of 8 bytes: the byte at position 0 of a block of 100 bytes was \
        never written, in make
          allocated at make
        unwritten-grown: getByte of 1 byte: the byte at position 100 of a block of 200 bytes was \
        never written, in make
          allocated at make
        """);
  }

  @Test
  void whatIsNotFreedIsListed() throws Exception {
    ChildJvm.Ended ended = run("leaks", "leak");
    assertThat(ended.out()).startsWith("leak: done");
    assertThat(ended.err())
        .contains(
            "305 bytes were not freed; blocks: 4",
            "300 bytes, blocks: 3, allocated at Faults.allocated(Faults.java");
    assertThat(AgentJar.report(folder))
        .containsSubsequence(
            "{\"bytes\": 300, \"blocks\": 3, \"stack\": [\"Faults.allocated(",
            "{\"bytes\": 5, \"blocks\": 1, \"stack\": [\"Faults.make(");
  }

  @ParameterizedTest
  @ValueSource(strings = {"same", "outside", "threads"})
  void randomProgramsAreStoppedOutsideOfTheirBlocksOnly(String kind, RandomGenerator random)
      throws Exception {
    List<String> flags =
        List.of(
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-Dashlar.seed=" + random.nextLong());
    ChildJvm.run("check", 300, flags, CheckedPrograms.class.getName(), kind);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.machine.LoopCode.Role;
import dev.ashlar.jit.machine.Mark.Kind;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Loops that add the longs of a heap buffer, a direct buffer, and of memory through Unsafe: what
/// is in them was counted by hand.
class CodeReadingTest {
  private static CodeReading read(String name) throws IOException {
    MachineCode code = Printed.code(name);
    List<Decoder> decoders = Decoders.installed(code.architecture());
    assumeFalse(decoders.isEmpty(), Decoders.remedy(code.architecture()));
    return CodeAnalysis.of(code, decoders.get(0));
  }

  /// Columns: range checks, class guards, loop predicates, other checks, traps, polls, polls at
  /// return, calls, byte swaps.
  @ParameterizedTest
  @CsvSource({
    "heap-17, 4, 1, 3, 0, 3, 1, 1, 0, 18",
    "direct-17, 4, 1, 2, 0, 3, 1, 1, 0, 18",
    "unsafe-17, 0, 0, 0, 0, 0, 1, 1, 0, 0",
    "heap-25, 2, 1, 4, 0, 1, 1, 1, 1, 2",
    "direct-25, 2, 1, 3, 0, 1, 1, 1, 1, 10",
    "unsafe-25, 0, 0, 0, 0, 0, 1, 1, 1, 0"
  })
  void everyCheckIsNamedAndNoneInvented(
      String name,
      int rangeChecks,
      int classGuards,
      int predicates,
      int others,
      int traps,
      int polls,
      int returnPolls,
      int runtimeCalls,
      int byteSwaps)
      throws IOException {
    CodeReading reading = read(name);
    assertThat(counts(reading))
        .isEqualTo(
            expected(
                rangeChecks,
                classGuards,
                predicates,
                others,
                traps,
                polls,
                returnPolls,
                runtimeCalls,
                byteSwaps));
    assertThat(reading.lines()).noneMatch(line -> line.instruction().isBad());
  }

  private static Map<Kind, Integer> expected(int... counts) {
    Kind[] kinds = {
      Kind.RANGE_CHECK,
      Kind.CLASS_GUARD,
      Kind.LOOP_PREDICATE,
      Kind.OTHER_CHECK,
      Kind.UNCOMMON_TRAP,
      Kind.SAFEPOINT_POLL,
      Kind.RETURN_POLL,
      Kind.RUNTIME_CALL,
      Kind.BYTE_SWAP
    };
    Map<Kind, Integer> expected = new EnumMap<>(Kind.class);
    for (int i = 0; i < kinds.length; i++) {
      if (counts[i] > 0) {
        expected.put(kinds[i], counts[i]);
      }
    }
    return expected;
  }

  private static Map<Kind, Integer> counts(CodeReading reading) {
    List<Kind> apart = List.of(Kind.SPILL, Kind.RELOAD, Kind.VECTOR, Kind.IMPLICIT_NULL_CHECK);
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    for (Mark mark : reading.marks()) {
      if (!apart.contains(mark.kind())) {
        counts.merge(mark.kind(), 1, Integer::sum);
      }
    }
    return counts;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "heap-17 | main loop, line 8: 100 instructions for 16 iterations of the source loop; no"
            + " checks in it; before it: 1 class guard, 3 loop predicates; not vectorized; 16 byte"
            + " swaps, 1 reload; no calls",
        "direct-17 | main loop, line 13: 100 instructions for 16 iterations of the source loop; no"
            + " checks in it; before it: 1 class guard, 2 loop predicates; not vectorized; 16 byte"
            + " swaps, 1 reload; no calls",
        "unsafe-17 | main loop, line 18: 80 instructions for 16 iterations of the source loop; no"
            + " checks in it; not vectorized; 1 reload; no calls",
        "heap-25 | main loop, line 8: 40 instructions for 32 iterations of the source loop; no"
            + " checks in it; before it: 2 range checks, 1 class guard, 4 loop predicates;"
            + " vectorized, 256 bits wide; no calls",
        "direct-25 | main loop, line 13: 32 instructions for 8 iterations of the source loop; no"
            + " checks in it; before it: 2 range checks, 1 class guard, 3 loop predicates; not"
            + " vectorized; 8 byte swaps; no calls",
        "unsafe-25 | main loop, line 18: 64 instructions for 16 iterations of the source loop; no"
            + " checks in it; not vectorized; 1 reload; no calls"
      })
  void aMainLoopInWords(String name, String summary) throws IOException {
    List<LoopCode> main = read(name).loops().stream().filter(l -> l.role() == Role.MAIN).toList();
    assertThat(main).extracting(LoopCode::summary).containsExactly(summary);
  }

  /// The bounds checks of JDK 17's buffers are bytecode: they stay where C2 has not moved them.
  @Test
  void checksThatStayedInsideAreInPreAndPostLoop() throws IOException {
    assertThat(read("heap-17").loops())
        .extracting(LoopCode::role, loop -> loop.count(Kind.RANGE_CHECK))
        .containsExactly(
            tuple(Role.MAIN, 0), tuple(Role.PRE, 2), tuple(Role.STRIP, 0), tuple(Role.POST, 2));
  }

  @Test
  void aTrapHasItsReasonAndItsPlace() throws IOException {
    assertThat(read("heap-17").marks())
        .filteredOn(mark -> mark.kind() == Kind.UNCOMMON_TRAP)
        .extracting(Mark::detail, mark -> mark.frames().get(0).words())
        .containsExactly(
            tuple("predicate", "Sums::heap@8 (line 8)"),
            tuple("unstable_if", "java.nio.Buffer::checkIndex@1 (line 748)"),
            tuple("unstable_if", "java.nio.Buffer::checkIndex@11 (line 748)"));
  }

  /// The note of the target stands at the four bytes in which its load begins, behind another
  /// instruction.
  @Test
  void aCallThroughARegisterHasItsTarget() throws IOException {
    MachineCode code =
        Printed.parse(
                """
                Compiled method (c2) 419  128       4       T::m (35 bytes)
                 main code      [0x0000000000001000,0x000000000000101c] = 28

                [MachCode]
                [Verified Entry Point]
                  # {method} {0x00007f55f8400728} 'm' '()V' in 'T'
                  0x0000000000001000: 6690 6690 | 6690 6690
                  0x0000000000001008: ;   {runtime_call Stub::oop_arraycopy}
                  0x0000000000001008: c5f8 7749 | ba00 2000 | 0000 0000 | 0041 ffd2 | c3f4 f4f4
                [/MachCode]
                """)
            .methods()
            .get(0);
    List<Decoder> decoders = Decoders.installed(Architecture.X86_64);
    assumeFalse(decoders.isEmpty(), Decoders.remedy(Architecture.X86_64));
    for (Decoder decoder : decoders) {
      assertThat(CodeAnalysis.of(code, decoder).marks())
          .filteredOn(mark -> mark.kind() == Kind.RUNTIME_CALL)
          .extracting(Mark::detail)
          .containsExactly("Stub::oop_arraycopy");
    }
  }

  /// With a disassembler library in the JVM the code is read alike.
  @ParameterizedTest
  @CsvSource({"17", "25"})
  void printedInstructionsAreReadAsDecodedOnes(int jdk) throws IOException {
    MachineCode printed = Printed.code("heap-" + jdk + "-disassembled");
    CodeReading disassembled = CodeAnalysis.ofPrinted(printed);
    CodeReading decoded = read("heap-" + jdk);
    assertThat(counts(disassembled)).isEqualTo(counts(decoded));
    assertThat(disassembled.loops().stream().map(LoopCode::summary).toList())
        .isEqualTo(decoded.loops().stream().map(LoopCode::summary).toList());
  }

  @Test
  void loopsOfTornCodeAreNotVouchedFor() throws IOException {
    String text = Printed.text("heap-25");
    int row = text.indexOf("\n  0x", text.indexOf("; - Sums::heap@22"));
    MachineCode torn =
        Printed.parse(text.substring(0, row) + text.substring(text.indexOf('\n', row + 1)))
            .methods()
            .get(0);
    List<Decoder> decoders = Decoders.installed(torn.architecture());
    assumeTrue(!decoders.isEmpty(), "no disassembler");
    CodeReading reading = CodeAnalysis.of(torn, decoders.get(0));
    assertThat(reading.loops()).isEmpty();
    assertThat(reading.unknown()).contains("its loops, as not all of the code could be read");
  }
}

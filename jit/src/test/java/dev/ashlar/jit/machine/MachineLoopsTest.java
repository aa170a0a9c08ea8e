// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.asm.MachineLoops;
import dev.ashlar.jit.rules.LoopRequirement;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Requirements of the loops in printed code, and code about which nothing is certain.
class MachineLoopsTest {
  private static List<String> objections(
      MachineCode code, String method, OptionalInt line, LoopRequirement requirement)
      throws IOException {
    List<Decoder> decoders = Decoders.installed(Architecture.X86_64);
    assumeFalse(decoders.isEmpty(), "no disassembler");
    return new MachineLoops(List.of(CodeAnalysis.of(code, decoders.get(0))), List.of())
        .objections(method, line, requirement);
  }

  @Test
  void aLoopThatCannotBeJudgedMeetsNoRequirement() throws IOException {
    MachineCode code = Printed.code("heap-25");
    String method = code.method().qualifiedName();
    for (LoopRequirement requirement : LoopRequirement.values()) {
      assertThat(objections(code, method, OptionalInt.of(1), requirement))
          .containsExactly("C2's code of " + method + " has no loop at line 1");
      assertThat(objections(code, "other.Type::other", OptionalInt.empty(), requirement))
          .containsExactly(
              "no C2 code of other.Type::other was printed: run with --asm other.Type::other");
      assertThat(
              new MachineLoops(List.of(CodeAnalysis.undecoded(code)), List.of())
                  .objections(method, OptionalInt.empty(), requirement))
          .containsExactly(
              code.method().shortName() + ": not known: its instructions: no disassembler");
    }
    MachineCodeLog torn =
        Printed.parse(Printed.text("heap-25").replaceFirst("(?m)^  0x\\p{XDigit}+: .*$", ""));
    assertThat(torn.methods().get(0).isWhole()).isFalse();
    for (LoopRequirement requirement : LoopRequirement.values()) {
      assertThat(objections(torn.methods().get(0), method, OptionalInt.empty(), requirement))
          .isNotEmpty();
    }
  }

  /// The direct buffer of JDK 25 has its checks hoisted; the main loop has only what is left.
  @Test
  void theMainLoopIsJudged() throws IOException {
    for (String name : List.of("heap-17", "heap-25", "direct-17", "direct-25", "unsafe-25")) {
      MachineCode code = Printed.code(name);
      CodeReading reading = CodeAnalysis.of(code, Decoders.installed(Architecture.X86_64).get(0));
      LoopCode main =
          reading.loops().stream()
              .filter(l -> l.role() == LoopCode.Role.MAIN)
              .findFirst()
              .orElseThrow();
      assertThat(
              objections(
                      code,
                      code.method().qualifiedName(),
                      OptionalInt.empty(),
                      LoopRequirement.VECTORIZED)
                  .isEmpty())
          .as(name)
          .isEqualTo(main.isVectorized());
      assertThat(
              objections(
                      code,
                      code.method().qualifiedName(),
                      OptionalInt.empty(),
                      LoopRequirement.NO_RANGE_CHECK)
                  .isEmpty())
          .as(name)
          .isEqualTo(main.count(Mark.Kind.RANGE_CHECK) == 0);
    }
  }
}

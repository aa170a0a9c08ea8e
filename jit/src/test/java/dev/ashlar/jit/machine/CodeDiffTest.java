// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.ashlar.jit.asm.CodeAnalysis;
import dev.ashlar.jit.asm.CodeDiff;
import dev.ashlar.jit.asm.Decoders;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What two versions of a method differ in.
class CodeDiffTest {
  private static CodeReading reading(MachineCode code) throws IOException {
    List<Decoder> decoders = Decoders.installed(Architecture.X86_64);
    assumeFalse(decoders.isEmpty(), "no disassembler");
    return CodeAnalysis.of(code, decoders.get(0));
  }

  @Test
  void aVersionIsTheSameAsItself() throws IOException {
    for (String name : List.of("heap-17", "direct-17", "direct-25", "unsafe-25")) {
      CodeReading reading = reading(Printed.code(name));
      assertThat(CodeDiff.of(reading, reading).isSame()).as(name).isTrue();
    }
  }

  @Test
  void codeAtAnotherAddressIsTheSame() throws IOException {
    String text = Printed.text("unsafe-25");
    MachineCode moved =
        Printed.parse(text.replaceAll("0x0000([0-9a-f]{3})", "0x0001$1")).methods().get(0);
    MachineCode code = Printed.code("unsafe-25");
    assertThat(moved.runs()).isNotEqualTo(code.runs());
    assertThat(CodeDiff.of(reading(code), reading(moved)).loops())
        .noneMatch(CodeDiff.LoopChange::isDifferent);
  }

  /// The range checks of a direct buffer are not in the code over Unsafe.
  @Test
  void whatWasLostIsNamed() throws IOException {
    CodeReading direct = reading(Printed.code("direct-17"));
    CodeReading unsafe = reading(Printed.code("unsafe-17"));
    CodeDiff diff = CodeDiff.of(direct, unsafe);
    assertThat(diff.isSame()).isFalse();
    long byteSwaps = direct.loops().stream().mapToLong(l -> l.count(Mark.Kind.BYTE_SWAP)).sum();
    assertThat(byteSwaps).isPositive();
    assertThat(diff.loops()).anyMatch(l -> l.after().isEmpty() && l.before().contains("byte swap"));
  }

  @Test
  void codeThatIsNotKnownIsNotTheSame() throws IOException {
    CodeReading unknown = CodeAnalysis.undecoded(Printed.code("heap-25"));
    assertThat(CodeDiff.of(unknown, unknown).isSame()).isFalse();
    assertThat(CodeDiff.ofAll(List.of(unknown), List.of(unknown))).hasSize(1);
    assertThat(CodeDiff.ofAll(List.of(unknown), List.of())).isEmpty();
  }
}

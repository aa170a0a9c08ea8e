// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.basics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.memory.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Each program runs, and prints what it should.
@Timeout(60)
class BasicsTest {
  private interface Program {
    void main() throws Exception;
  }

  private static String printed(Program program) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(bytes, true, UTF_8));
    try {
      program.main();
    } finally {
      System.setOut(before);
    }
    return bytes.toString(UTF_8);
  }

  @Test
  void oneDecoderReadsAllMemory() throws Exception {
    long sum = LongStream.range(0, 1_000).filter(i -> i % 2 == 1).map(i -> 3 * i + 3).sum();
    assertThat(printed(MessageDecoder::main))
        .isEqualTo("array   %1$d\nnative  %1$d\nmapped  %1$d\n".formatted(sum));
    byte[] cut = MessageDecoder.messages(1);
    cut[1] = 100;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MessageDecoder.sumOfOrders(Bytes.of(cut)))
        .withMessage("The message at 0 says 100 bytes");
  }

  @Test
  void cReadsTheNumbers() throws Exception {
    assertThat(printed(NativeCall::main)).isEqualTo("[3.25, -17.0, 6.02E23]\n");
    assertThat(NativeCall.numbers("")).isEmpty();
  }

  @Test
  void theCountersAreThereAgain() throws Exception {
    assertThat(printed(Counters::main).lines())
        .containsExactly(counter(0), counter(1), counter(2), counter(3));
  }

  private static String counter(int number) {
    long bytes = 2 * LongStream.range(0, 1_000).filter(i -> i % 4 == number).sum();
    return "Counter[requests=500, bytes=" + bytes + "]";
  }

  @Test
  void theLinesAreJson() throws Exception {
    assertThat(printed(JsonLines::main))
        .isEqualTo(
            """
            {"at":1780000000123,"level":"INFO","message":"Größe \\"42\\""}
            {"at":1780000000456,"level":"WARN","message":"C:\\\\temp\\nfull"}
            """);
  }
}

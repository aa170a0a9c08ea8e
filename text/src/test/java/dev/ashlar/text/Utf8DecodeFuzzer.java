// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;

/// Any bytes, decoded in every way from every kind of memory.
class Utf8DecodeFuzzer {
  @FuzzTest(maxDuration = "3s")
  void decode(byte[] input) {
    String expected = new String(input, UTF_8);
    int bad = Jdk.firstMalformed(input, 0, input.length);
    int offset = input.length == 0 ? 0 : input[0] & 0xF;
    for (Memory.Kind kind : Memory.Kind.values()) {
      Memory memory = kind.allocate(offset + input.length + 4);
      memory.fill((byte) 0x80);
      memory.set(offset, input);
      require(memory.decode(offset, input.length, Malformed.REPLACE).equals(expected), kind);
      try {
        String reported = memory.decode(offset, input.length, Malformed.REPORT);
        require(bad < 0 && reported.equals(expected), kind);
      } catch (MalformedTextException e) {
        require(bad >= 0 && e.index() == offset + bad, kind);
      }
      Memory exact = kind.allocate(input.length);
      exact.set(0, input);
      require(exact.isValid() == (bad < 0), kind);
      require(exact.isAscii() == expected.chars().allMatch(c -> c < 0x80), kind);
    }
    if (bad < 0) {
      byte[] again = new byte[input.length];
      Utf8.encode(expected, again, 0, Malformed.REPORT);
      require(java.util.Arrays.equals(again, input), Memory.Kind.ARRAY);
    }
  }

  private static void require(boolean condition, Memory.Kind kind) {
    if (!condition) {
      throw new AssertionError(kind);
    }
  }
}

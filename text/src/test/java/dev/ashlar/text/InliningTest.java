// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;

import dev.ashlar.jit.junit.ForkedJvm;
import dev.ashlar.jit.junit.JitRun;
import org.junit.jupiter.api.Test;

/// Hot paths stay free of calls, for texts of every kind.
class InliningTest {
  private static final ForkedJvm JVM = inForkedJvm().withFlags("-Xbatch");

  private static final Utf8.Encoder ENCODER = Utf8.encoder();
  private static final byte[] TARGET = new byte[8192];
  private static final String[] SHORT = {
    "http.request.method",
    "GET",
    "caf\u00e9 cr\u00e8me",
    "\u65e5\u672c\u8a9e",
    "telemetry.sdk.language",
  };
  private static final String[] LONG = new String[SHORT.length];

  static {
    for (int i = 0; i < SHORT.length; i++) {
      LONG[i] = SHORT[i].repeat(40);
    }
  }

  static long result;

  static void encodeShort() {
    for (int i = 0; i < 1_000; i++) {
      result += encode(SHORT[i % SHORT.length]);
    }
  }

  static void encodeLong() {
    for (int i = 0; i < 100; i++) {
      result += encode(LONG[i % LONG.length]);
    }
  }

  private static int encode(String text) {
    return ENCODER.encode(text, TARGET, 0);
  }

  @Test
  void shortTexts() {
    JitRun run = JVM.call(InliningTest.class, "encodeShort");
    run.assertThat(Utf8.Encoder.class, "encode").isCompiledByC2().hasNoVirtualCall();
    run.assertThat(ShortText.class, "encodeOneOrTwo").inlinesAllCalls();
    run.assertThat(ShortText.class, "encodeUpToThree").inlinesAllCalls();
  }

  @Test
  void longTexts() {
    JitRun run = JVM.call(InliningTest.class, "encodeLong");
    run.assertThat(Utf8.Encoder.class, "encode").isCompiledByC2().hasNoVirtualCall();
    run.assertThat(EncodeKernel.class, "encode").inlinesAllCalls();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;

import dev.ashlar.jit.junit.ForkedJvm;
import dev.ashlar.jit.junit.JitRun;
import dev.ashlar.wire.internal.output.OutputBuffer;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/// What is done for each field stays free of calls.
@SuppressWarnings("ArrayRecordComponent")
class InliningTest {
  private static final ForkedJvm JVM = inForkedJvm().withFlags("-Xbatch");

  record Span(
      @ProtoField(1) long id,
      @ProtoField(2) String name,
      @ProtoField(value = 3, type = FieldType.SINT32) int delta,
      @ProtoField(4) double price,
      @ProtoField(5) byte[] token) {}

  private static final ProtoType<Span> SPAN = ProtoType.of(MethodHandles.lookup(), Span.class);

  private static final Span[] SPANS = new Span[64];
  private static final byte[][] ENCODED = new byte[SPANS.length][];
  private static final ProtoWriter WRITER = ProtoWriter.create();

  static {
    for (int i = 0; i < SPANS.length; i++) {
      SPANS[i] = new Span(1L << i, "name".repeat(1 + i % 7), 50 * i - 999, i / 3.0, new byte[16]);
      ENCODED[i] = SPAN.toByteArray(SPANS[i]);
    }
  }

  static long result;

  static void write() {
    for (int i = 0; i < 2_000; i++) {
      result += writeOne(SPANS[i % SPANS.length]);
    }
  }

  private static long writeOne(Span span) {
    WRITER.reset();
    SPAN.write(span, WRITER);
    return WRITER.byteSize();
  }

  static void read() {
    for (int i = 0; i < 2_000; i++) {
      result += readOne(ENCODED[i % SPANS.length]).delta();
    }
  }

  private static Span readOne(byte[] bytes) {
    return SPAN.parse(bytes);
  }

  @Test
  void writing() {
    JitRun run = JVM.call(InliningTest.class, "write");
    run.assertThat(ProtoType.class, "write").isCompiledByC2().hasNoVirtualCall();
    run.assertThat(OutputBuffer.class, "textInRun").inlines("put");
  }

  @Test
  void reading() {
    JitRun run = JVM.call(InliningTest.class, "read");
    run.assertThat(ProtoType.class, "parse").isCompiledByC2().hasNoVirtualCall();
    run.assertThat(ProtoReader.class, "readString").isCompiledByC2().hasNoVirtualCall();
  }
}

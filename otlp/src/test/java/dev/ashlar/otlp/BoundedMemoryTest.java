// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A receiver that hangs, and a heap that has no room for what is exported meanwhile.
class BoundedMemoryTest {
  private static final int LIMIT = 4 << 20;
  private static final int HEAP = 80 << 20;

  /// Exports three times the heap.
  static final class Program {
    public static void main(String[] args) throws Exception {
      RandomTelemetry telemetry = new RandomTelemetry(new SplittableRandom(5));
      List<SpanData> spans = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        spans.add(telemetry.span());
      }
      OtlpEncoder<SpanData> encoder = OtlpEncoder.ofSpans();
      int size = encoder.encode(spans);
      try (Receiver receiver = new Receiver().always(Receiver.hang());
          AshlarSpanExporter exporter =
              AshlarSpanExporter.builder()
                  .setEndpoint(receiver.url())
                  .setMaxPendingBytes(LIMIT)
                  .setTimeout(Duration.ofMillis(500))
                  .build()) {
        long exported = 0;
        int failed = 0;
        for (; exported < 3L * HEAP; exported += size) {
          if (exporter.export(spans).isDone()) {
            failed++;
          }
        }
        System.out.println("failed at once: " + (failed > 0));
      }
    }
  }

  @Test
  void theHeapIsEnough(@TempDir Path folder) throws Exception {
    ChildJvm.Ended run =
        ChildJvm.java(
            folder,
            "-Xmx" + HEAP,
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName());
    assertThat(run.out()).contains("failed at once: true");
    assertThat(run.err()).doesNotContain("OutOfMemoryError");
    assertThat(run.exitCode()).isZero();
  }
}

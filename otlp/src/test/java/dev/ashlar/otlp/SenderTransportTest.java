// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.impl.InstrumentationUtil;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.GrpcResponse;
import io.opentelemetry.sdk.common.export.GrpcSender;
import io.opentelemetry.sdk.common.export.GrpcSenderConfig;
import io.opentelemetry.sdk.common.export.GrpcStatusCode;
import io.opentelemetry.sdk.common.export.MessageWriter;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A sender of the SDK's interface, in place of the JDK's client.
class SenderTransportTest {
  private static final List<SpanData> SPANS =
      new RandomTelemetry(new SplittableRandom(3)).spans(1_000);

  /// Answers at once, in the caller's thread.
  private static final class Sender implements GrpcSender {
    private final List<byte[]> sent = new ArrayList<>();
    private final List<Boolean> suppressed = new ArrayList<>();
    private GrpcStatusCode status = GrpcStatusCode.OK;
    private boolean fails;
    private @Nullable Error error;
    private boolean shutDown;

    @Override
    public void send(
        MessageWriter message, Consumer<GrpcResponse> onResponse, Consumer<Throwable> onError) {
      suppressed.add(InstrumentationUtil.shouldSuppressInstrumentation(Context.current()));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        message.writeMessage(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      assertThat(out.size()).isEqualTo(message.getContentLength());
      sent.add(out.toByteArray());
      if (error != null) {
        throw error;
      }
      if (fails) {
        onError.accept(new IOException("no way"));
        return;
      }
      onResponse.accept(
          new GrpcResponse() {
            @Override
            public GrpcStatusCode getStatusCode() {
              return status;
            }

            @Override
            public String getStatusDescription() {
              return "described";
            }

            @Override
            public byte[] getResponseMessage() {
              return new byte[0];
            }
          });
    }

    @Override
    public CompletableResultCode shutdown() {
      shutDown = true;
      return CompletableResultCode.ofSuccess();
    }
  }

  private static GrpcSenderConfig given(AtomicReference<@Nullable GrpcSenderConfig> config) {
    return Objects.requireNonNull(config.get());
  }

  @Test
  void outcomes() {
    Sender sender = new Sender();
    AtomicReference<@Nullable GrpcSenderConfig> config = new AtomicReference<>();
    OtlpEncoder<SpanData> encoder = OtlpEncoder.ofSpans();
    encoder.encode(SPANS);
    try (LogCapture log = new LogCapture(AshlarSpanExporter.class)) {
      AshlarSpanExporter exporter =
          AshlarSpanExporter.builder()
              .addHeader("a", "b")
              .setGrpcSender(given -> {
                config.set(given);
                return sender;
              })
              .build();
      assertThat(given(config).getFullMethodName())
          .isEqualTo("opentelemetry.proto.collector.trace.v1.TraceService/Export");
      assertThat(given(config).getEndpoint()).hasPort(4317);
      assertThat(given(config).getHeadersSupplier().get()).containsEntry("a", List.of("b"));

      assertThat(exporter.export(SPANS).isSuccess()).isTrue();
      assertThat(sender.sent).singleElement().isEqualTo(encoder.toByteArray());
      assertThat(sender.suppressed).containsExactly(true);
      assertThat(InstrumentationUtil.shouldSuppressInstrumentation(Context.current())).isFalse();

      sender.status = GrpcStatusCode.INVALID_ARGUMENT;
      CompletableResultCode refused = exporter.export(SPANS);
      assertThat(refused.isDone()).isTrue();
      assertThat(refused.isSuccess()).isFalse();
      sender.fails = true;
      assertThat(exporter.export(SPANS).isSuccess()).isFalse();
      assertThat(log.warnings())
          .hasSize(2)
          .anyMatch(warning -> warning.contains("INVALID_ARGUMENT"))
          .anyMatch(warning -> warning.contains("no way"));

      exporter.shutdown();
      assertThat(sender.shutDown).isTrue();
    }
  }

  /// Such as a thread that cannot be created. It fails one request, and reaches nobody else.
  @Test
  void errorsOfASender() {
    Sender sender = new Sender();
    try (LogCapture log = new LogCapture(AshlarSpanExporter.class)) {
      AshlarSpanExporter exporter =
          AshlarSpanExporter.builder()
              .setMaxConcurrentRequests(1)
              .setGrpcSender(_ -> sender)
              .build();
      for (Error error :
          List.of(
              new OutOfMemoryError("unable to create native thread"),
              new StackOverflowError(),
              new NoClassDefFoundError("com/example/Missing"))) {
        sender.error = error;
        CompletableResultCode result = exporter.export(SPANS);
        assertThat(result.isDone()).isTrue();
        assertThat(result.isSuccess()).isFalse();
        sender.error = null;
        assertThat(exporter.export(SPANS).isSuccess()).isTrue();
        assertThat(log.warnings()).last().asString().contains(error.getClass().getName());
      }
      assertThat(exporter.shutdown().isSuccess()).isTrue();
    }
  }

  /// What waits has its outcome, and so has the shutdown.
  @Test
  void aSenderThatCannotBeShutDown() {
    GrpcSender sender =
        new GrpcSender() {
          @Override
          public void send(
              MessageWriter message,
              Consumer<GrpcResponse> onResponse,
              Consumer<Throwable> onError) {
            // Never answers.
          }

          @Override
          public CompletableResultCode shutdown() {
            throw new IllegalStateException("stays open");
          }
        };
    try (LogCapture _ = new LogCapture(AshlarSpanExporter.class)) {
      AshlarSpanExporter exporter =
          AshlarSpanExporter.builder()
              .setMaxConcurrentRequests(1)
              .setTimeout(Duration.ofMillis(1))
              .setGrpcSender(_ -> sender)
              .build();
      exporter.export(SPANS);
      CompletableResultCode waiting = exporter.export(SPANS);
      CompletableResultCode shutdown = exporter.shutdown().join(30, TimeUnit.SECONDS);
      assertThat(shutdown.getFailureThrowable()).hasMessage("stays open");
      assertThat(waiting.isDone()).isTrue();
      assertThat(waiting.isSuccess()).isFalse();
    }
  }

  /// The stack may end in any call. Whatever was half-done, the next export works.
  @Test
  void whereTheStackEnds() throws InterruptedException {
    Sender sender = new Sender();
    AshlarSpanExporter exporter =
        AshlarSpanExporter.builder().setMaxConcurrentRequests(2).setGrpcSender(_ -> sender).build();
    // A class of the JDK that is first needed where the stack ends can never be used again.
    sender.error = new StackOverflowError();
    assertThat(exporter.export(SPANS).isSuccess()).isFalse();
    sender.error = null;
    assertThat(exporter.export(SPANS).isSuccess()).isTrue();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(null, () -> exportFromTheEnd(exporter), "short", 512 << 10);
    thread.setUncaughtExceptionHandler((_, failed) -> failure.set(failed));
    thread.start();
    thread.join();
    assertThat(failure.get()).isNull();
    for (int i = 0; i < 10; i++) {
      assertThat(exporter.export(SPANS).isSuccess()).isTrue();
    }
    assertThat(exporter.flush().isSuccess()).isTrue();
    assertThat(exporter.shutdown().isSuccess()).isTrue();
  }

  /// Exports from each frame at the end of the stack, until it is deep enough.
  ///
  /// @return how often that worked
  @SuppressWarnings("InfiniteRecursion") // It is to end the stack.
  private static int exportFromTheEnd(AshlarSpanExporter exporter) {
    int worked = 0;
    try {
      worked = exportFromTheEnd(exporter);
    } catch (StackOverflowError end) {
      // Now from here.
    }
    if (worked < 20) {
      try {
        worked += exporter.export(SPANS.subList(0, 1)).isSuccess() ? 1 : 0;
      } catch (StackOverflowError stillTooDeep) {
        return worked;
      }
    }
    return worked;
  }

  /// What waited is sent by a loop: one call for each would end the stack.
  @Test
  void manyThatAreAnsweredAtOnce() {
    Sender sender = new Sender();
    AtomicReference<@Nullable Runnable> held = new AtomicReference<>();
    AshlarSpanExporter exporter =
        AshlarSpanExporter.builder()
            .setMaxConcurrentRequests(1)
            .setGrpcSender(_ ->
                new GrpcSender() {
                  @Override
                  public void send(
                      MessageWriter message,
                      Consumer<GrpcResponse> onResponse,
                      Consumer<Throwable> onError) {
                    if (held.get() == null) {
                      held.set(() -> sender.send(message, onResponse, onError));
                    } else {
                      sender.send(message, onResponse, onError);
                    }
                  }

                  @Override
                  public CompletableResultCode shutdown() {
                    return sender.shutdown();
                  }
                })
            .build();
    List<SpanData> one = SPANS.subList(0, 1);
    List<CompletableResultCode> results = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      results.add(exporter.export(one));
    }
    assertThat(results).noneMatch(CompletableResultCode::isDone);
    Objects.requireNonNull(held.get()).run();
    assertThat(results).allMatch(CompletableResultCode::isSuccess);
    assertThat(sender.sent).hasSize(20_000);
    exporter.shutdown();
  }
}

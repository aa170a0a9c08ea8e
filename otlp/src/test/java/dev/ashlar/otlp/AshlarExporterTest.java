// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.Value;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.testing.logs.TestLogRecordData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Receivers of all kinds, against what the protocol says about sending again.
class AshlarExporterTest {
  private static final RetryPolicy SOON =
      RetryPolicy.builder()
          .setMaxAttempts(4)
          .setInitialBackoff(Duration.ofMillis(5))
          .setMaxBackoff(Duration.ofMillis(10))
          .build();

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(300);

  private final List<AshlarSpanExporter> exporters = new ArrayList<>();
  private Receiver receiver;
  private LogCapture log;

  @BeforeEach
  void open() throws IOException {
    receiver = new Receiver();
    log = new LogCapture(AshlarSpanExporter.class);
  }

  @AfterEach
  void close() throws IOException {
    exporters.forEach(exporter -> exporter.shutdown().join(50, TimeUnit.SECONDS));
    receiver.close();
    log.close();
  }

  private AshlarExporterBuilder<AshlarSpanExporter> builder() {
    return AshlarSpanExporter.builder()
        .setEndpoint(receiver.url())
        .setTimeout(LONG)
        .setRetryPolicy(SOON);
  }

  private AshlarSpanExporter built(AshlarExporterBuilder<AshlarSpanExporter> builder) {
    AshlarSpanExporter exporter = builder.build();
    exporters.add(exporter);
    return exporter;
  }

  private AshlarSpanExporter exporter() {
    return built(builder());
  }

  private static List<SpanData> spans(int seed, int count) {
    RandomTelemetry telemetry = new RandomTelemetry(new SplittableRandom(seed));
    List<SpanData> spans = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      spans.add(telemetry.span());
    }
    return spans;
  }

  private static final List<SpanData> SPANS = spans(1, 20);

  private static byte[] encoded(List<SpanData> spans) {
    OtlpEncoder<SpanData> encoder = OtlpEncoder.ofSpans();
    encoder.encode(spans);
    return encoder.toByteArray();
  }

  private static boolean succeeded(CompletableResultCode result) {
    result.join(50, TimeUnit.SECONDS);
    assertThat(result.isDone()).isTrue();
    return result.isSuccess();
  }

  @Test
  void acceptedAtOnce() throws Exception {
    AshlarSpanExporter exporter = built(builder().addHeader("X-Tenant", "seven"));
    assertThat(succeeded(exporter.export(SPANS))).isTrue();

    Receiver.Request request = receiver.take();
    assertThat(request.path()).isEqualTo("/v1/test");
    assertThat(request.headers())
        .containsEntry("content-type", "application/x-protobuf")
        .containsEntry("x-tenant", "seven")
        .containsKey("user-agent")
        .doesNotContainKeys("upgrade", "content-encoding");
    assertThat(request.body()).isEqualTo(encoded(SPANS));
    assertThat(receiver.untaken()).isZero();
    assertThat(log.messages()).isEmpty();
  }

  @Test
  void aBuilderOfAnExporterHasItsSettings() throws Exception {
    AshlarSpanExporter exporter = built(builder().addHeader("X-Tenant", "seven"));
    AshlarSpanExporter changed = built(exporter.toBuilder().addHeader("X-Region", "north"));
    AshlarSpanExporter same = built(exporter.toBuilder());

    assertThat(succeeded(changed.export(SPANS))).isTrue();
    assertThat(receiver.take().headers())
        .containsEntry("x-tenant", "seven")
        .containsEntry("x-region", "north");
    assertThat(succeeded(same.export(SPANS))).isTrue();
    assertThat(receiver.take().headers())
        .containsEntry("x-tenant", "seven")
        .doesNotContainKey("x-region");
    assertThat(same).hasToString(exporter.toString());
  }

  @Test
  void nothingIsSentForNothing() {
    assertThat(succeeded(exporter().export(List.of()))).isTrue();
    assertThat(receiver.untaken()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 400, 401, 404, 408, 413, 500, 501, 505})
  void whatTheReceiverRefusesIsNotSentAgain(int status) throws Exception {
    receiver.always(Receiver.answer(status, "because".getBytes(StandardCharsets.UTF_8)));
    assertThat(succeeded(exporter().export(SPANS))).isFalse();
    receiver.take();
    assertThat(receiver.untaken()).isZero();
    assertThat(log.warnings()).singleElement().asString().contains("" + status, "because");
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 502, 503, 504})
  void whatMayWorkLaterIsSentAgain(int status) throws Exception {
    receiver.then(Receiver.status(status)).then(Receiver.status(status));
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThat(receiver.take().body()).isEqualTo(encoded(SPANS));
    }
    assertThat(receiver.untaken()).isZero();
  }

  @Test
  void attemptsEnd() throws Exception {
    receiver.always(Receiver.status(503));
    assertThat(succeeded(exporter().export(SPANS))).isFalse();
    assertThat(receiver.untaken()).isEqualTo(SOON.getMaxAttempts());
  }

  @Test
  void withoutAPolicyThereIsOneAttempt() throws Exception {
    receiver.always(Receiver.status(503));
    assertThat(succeeded(built(builder().setRetryPolicy(null)).export(SPANS))).isFalse();
    assertThat(receiver.untaken()).isOne();
  }

  @Test
  void theReceiverSaysWhen() throws Exception {
    receiver.then(Receiver.status(429, "Retry-After: 1"));
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    long first = receiver.take().nanos();
    assertThat(receiver.take().nanos() - first).isGreaterThan(1_000_000_000L);
  }

  @Test
  void theReceiverNamesADate() throws Exception {
    ZonedDateTime then = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(2);
    receiver.then(
        Receiver.status(503, "Retry-After: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(then)));
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    receiver.take();
    receiver.take();
    assertThat(ZonedDateTime.now(ZoneOffset.UTC)).isAfter(then.withNano(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"301", "99999999999999999999", "999999999"})
  void aWaitThatIsTooLongEndsTheRequest(String seconds) {
    receiver.always(Receiver.status(429, "Retry-After: " + seconds));
    assertThat(succeeded(exporter().export(SPANS))).isFalse();
    assertThat(receiver.untaken()).isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-1", "1.5"})
  void aWaitThatIsNoneIsOurs(String seconds) {
    receiver.then(Receiver.status(429, "Retry-After: " + seconds));
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    assertThat(receiver.untaken()).isEqualTo(2);
  }

  @Test
  void aReceiverThatHangsUpIsTriedAgain() throws Exception {
    receiver.then(Receiver.hangUp()).then(Receiver.hangUp());
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThat(receiver.take().body()).isEqualTo(encoded(SPANS));
    }
  }

  @Test
  void acceptedButTheBodyBreaksOff() {
    receiver.always(Receiver.breakOff(200));
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    assertThat(receiver.untaken()).isOne();
  }

  @Test
  void acceptedButTheBodyDoesNotEnd() {
    receiver.always(Receiver.endless(200));
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    assertThat(receiver.untaken()).isOne();
  }

  @Test
  void acceptedButTheBodyStalls() {
    receiver.always(Receiver.stall(200));
    assertThat(succeeded(built(builder().setTimeout(SHORT)).export(SPANS))).isTrue();
    assertThat(receiver.untaken()).isOne();
  }

  @Test
  void refusedAndTheBodyDoesNotEnd() {
    receiver.always(Receiver.endless(400));
    assertThat(succeeded(exporter().export(SPANS))).isFalse();
    assertThat(receiver.untaken()).isOne();
  }

  @Test
  void unavailableAndTheBodyBreaksOff() {
    receiver.then(Receiver.breakOff(503));
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    assertThat(receiver.untaken()).isEqualTo(2);
  }

  @Test
  void aPartIsRejected() {
    byte[] response =
        ExportTraceServiceResponse.newBuilder()
            .setPartialSuccess(
                ExportTracePartialSuccess.newBuilder()
                    .setRejectedSpans(3)
                    .setErrorMessage("too old"))
            .build()
            .toByteArray();
    receiver.always(Receiver.answer(200, response));
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    assertThat(receiver.untaken()).isOne();
    assertThat(log.warnings()).singleElement().asString().contains("3 of 20", "too old");
  }

  @Test
  void anAnswerThatIsNoMessageIsAnAnswer() {
    receiver.always(
        Receiver.answer(200, "{\"partialSuccess\":{}}".getBytes(StandardCharsets.UTF_8)));
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    assertThat(log.messages()).isEmpty();
  }

  @Test
  void compressed() throws Exception {
    AshlarSpanExporter exporter = built(builder().setCompression("gzip"));
    for (int turn = 0; turn < 3; turn++) {
      List<SpanData> spans = spans(turn, 1 + 300 * turn);
      assertThat(succeeded(exporter.export(spans))).isTrue();
      Receiver.Request request = receiver.take();
      assertThat(request.headers()).containsEntry("content-encoding", "gzip");
      assertThat(request.content()).isEqualTo(encoded(spans));
    }
  }

  @Test
  void nobodyListens() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    AshlarSpanExporter exporter =
        built(
            builder()
                .setEndpoint("http://localhost:" + port)
                .setRetryPolicy(SOON.toBuilder().setMaxAttempts(2).build()));
    for (int turn = 0; turn < 10; turn++) {
      assertThat(succeeded(exporter.export(SPANS))).isFalse();
    }
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .contains("20 spans", "http://localhost:" + port, "ConnectException");
  }

  @Test
  void itIsSaidWhenItWorksAgain() {
    receiver.then(Receiver.status(400)).then(Receiver.status(400));
    AshlarSpanExporter exporter = exporter();
    assertThat(succeeded(exporter.export(SPANS))).isFalse();
    assertThat(succeeded(exporter.export(SPANS))).isFalse();
    assertThat(succeeded(exporter.export(SPANS))).isTrue();
    assertThat(succeeded(exporter.export(SPANS))).isTrue();
    assertThat(log.messages()).hasSize(2).last().asString().contains("works again");
  }

  /// More is exported than may wait for a receiver that takes nothing.
  @Test
  void whatExceedsTheLimitFailsAtOnce() {
    receiver.always(Receiver.hang());
    int size = encoded(SPANS).length;
    AshlarSpanExporter exporter = built(builder().setMaxPendingBytes(10L * size).setTimeout(SHORT));
    List<CompletableResultCode> results = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      results.add(exporter.export(SPANS));
    }
    // The first ones are pending, unless the machine was as slow as a timeout.
    assertThat(results.stream().skip(20).filter(CompletableResultCode::isDone).count())
        .isGreaterThan(50);
    assertThat(results.getLast().isSuccess()).isFalse();
    assertThat(log.warnings()).anyMatch(warning -> warning.contains("" + 10 * size));
  }

  @Test
  void whatWaitsIsSentInItsTurn() throws Exception {
    CountDownLatch exported = new CountDownLatch(1);
    receiver.then(out -> {
      exported.await();
      return Receiver.status(200).give(out);
    });
    AshlarSpanExporter exporter = built(builder().setMaxConcurrentRequests(1));
    List<CompletableResultCode> results = new ArrayList<>();
    List<byte[]> expected = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      List<SpanData> spans = spans(i, 5);
      expected.add(encoded(spans));
      results.add(exporter.export(spans));
    }
    exported.countDown();
    assertThat(succeeded(exporter.flush())).isTrue();
    assertThat(results).allMatch(CompletableResultCode::isSuccess);
    for (byte[] each : expected) {
      assertThat(receiver.take().body()).isEqualTo(each);
    }
  }

  @Test
  void manyThreads() throws Exception {
    AshlarSpanExporter exporter = exporter();
    Map<String, Integer> expected = new HashMap<>();
    List<Thread> threads = new ArrayList<>();
    List<CompletableResultCode> results = new java.util.concurrent.CopyOnWriteArrayList<>();
    for (int i = 0; i < 8; i++) {
      List<SpanData> spans = spans(i, 10 + i);
      expected.merge(text(encoded(spans)), 25, Integer::sum);
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int turn = 0; turn < 25; turn++) {
                  results.add(exporter.export(spans));
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(succeeded(CompletableResultCode.ofAll(results))).isTrue();
    Map<String, Integer> actual = new HashMap<>();
    while (receiver.untaken() > 0) {
      actual.merge(text(receiver.take().body()), 1, Integer::sum);
    }
    assertThat(actual).isEqualTo(expected);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Test
  void afterShutdownNothingIsExported() {
    AshlarSpanExporter exporter = exporter();
    assertThat(succeeded(exporter.export(SPANS))).isTrue();
    assertThat(succeeded(exporter.shutdown())).isTrue();
    assertThat(succeeded(exporter.shutdown())).isTrue();
    assertThat(succeeded(exporter.export(SPANS))).isFalse();
    assertThat(receiver.untaken()).isOne();
  }

  @Test
  void shutdownWaitsForWhatIsPending() {
    receiver.then(Receiver.status(503));
    AshlarSpanExporter exporter = exporter();
    CompletableResultCode result = exporter.export(SPANS);
    assertThat(succeeded(exporter.shutdown())).isTrue();
    assertThat(result.isSuccess()).isTrue();
  }

  @Test
  void shutdownDoesNotWaitForever() throws Exception {
    receiver.always(Receiver.hang());
    AshlarSpanExporter exporter =
        built(builder().setTimeout(Duration.ofSeconds(1)).setMaxConcurrentRequests(1));
    CompletableResultCode first = exporter.export(SPANS);
    CompletableResultCode second = exporter.export(SPANS);
    receiver.take();
    assertThat(succeeded(exporter.shutdown())).isFalse();
    assertThat(succeeded(first)).isFalse();
    assertThat(succeeded(second)).isFalse();
  }

  /// Without a limit a request may wait long for its next attempt. The shutdown ends the wait after
  /// ten seconds. Callbacks that fail keep neither the other requests nor the client.
  @Test
  void shutdownReleasesAllWhateverFails() throws Exception {
    receiver.always(Receiver.status(503, "Retry-After: 200"));
    AshlarSpanExporter exporter =
        built(builder().setTimeout(Duration.ZERO).setMaxConcurrentRequests(3));
    List<CompletableResultCode> results = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      CompletableResultCode result = exporter.export(SPANS);
      String name = "callback " + i;
      result.whenComplete(() -> {
        throw new IllegalStateException(name);
      });
      results.add(result);
    }
    for (int i = 0; i < 3; i++) {
      receiver.take();
    }
    CompletableResultCode shutdown = exporter.shutdown();
    assertThat(succeeded(shutdown)).isFalse();
    assertThat(results).allMatch(CompletableResultCode::isDone);
    Throwable failure = shutdown.getFailureThrowable();
    assertThat(failure).isInstanceOf(IllegalStateException.class);
    assertThat(allOf(failure)).hasSize(5);
  }

  private static Set<String> allOf(Throwable failure) {
    Set<String> messages = new TreeSet<>(Set.of(failure.getMessage()));
    for (Throwable suppressed : failure.getSuppressed()) {
      messages.addAll(allOf(suppressed));
    }
    return messages;
  }

  /// A header that fails, or is not allowed, fails the export and not the caller.
  @Test
  void headersThatFail() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    AshlarSpanExporter exporter =
        built(
            builder()
                .setHeaders(() -> {
                  if (calls.getAndIncrement() == 0) {
                    throw new IllegalStateException("no token");
                  }
                  return Map.of("Authorization", "token " + calls);
                }));
    assertThat(succeeded(exporter.export(SPANS))).isFalse();
    assertThat(log.warnings()).singleElement().asString().contains("no token");
    assertThat(succeeded(exporter.export(SPANS))).isTrue();
    assertThat(receiver.take().headers()).containsEntry("authorization", "token 2");
  }

  /// Where a header needs a class that is missing.
  @Test
  void headersThatFailWhenSentAgain() {
    receiver.then(Receiver.status(503));
    AtomicInteger calls = new AtomicInteger();
    AshlarSpanExporter exporter =
        built(
            builder()
                .setHeaders(() -> {
                  if (calls.getAndIncrement() == 1) {
                    throw new NoClassDefFoundError("com/example/Token");
                  }
                  return Map.of();
                }));
    assertThat(succeeded(exporter.export(SPANS))).isFalse();
    assertThat(log.warnings()).singleElement().asString().contains("com/example/Token");
    assertThat(succeeded(exporter.export(SPANS))).isTrue();
  }

  /// Data of others than the SDK.
  @Test
  void gettersThatFail() {
    AshlarSpanExporter exporter = exporter();
    for (SpanData stranger : List.of(failing(null), failing(new LinkageError("other version")))) {
      assertThat(succeeded(exporter.export(List.of(SPANS.getFirst(), stranger)))).isFalse();
      assertThat(log.warnings()).last().asString().contains("cannot be encoded");
      assertThat(succeeded(exporter.export(SPANS))).isTrue();
    }
  }

  /// @param error what its getters throw; if null, they return null
  private static SpanData failing(@Nullable Error error) {
    return (SpanData)
        Proxy.newProxyInstance(
            SpanData.class.getClassLoader(),
            new Class<?>[] {SpanData.class},
            (_, method, _) -> {
              if (error != null) {
                throw error;
              }
              return method.getReturnType() == int.class ? 0 : null;
            });
  }

  @Test
  void whatCannotBeEncodedFails() throws Exception {
    Value<?> deep = Value.of("leaf");
    for (int i = 0; i < 200_000; i++) {
      deep = Value.of(List.of(deep));
    }
    AshlarLogRecordExporter exporter =
        AshlarLogRecordExporter.builder().setEndpoint(receiver.url()).build();
    try (LogCapture records = new LogCapture(AshlarLogRecordExporter.class)) {
      assertThat(
              succeeded(
                  exporter.export(List.of(TestLogRecordData.builder().setBodyValue(deep).build()))))
          .isFalse();
      assertThat(records.warnings()).singleElement().asString().contains("cannot be encoded");
      assertThat(
              succeeded(
                  exporter.export(
                      List.of(TestLogRecordData.builder().setBodyValue(Value.of("flat")).build()))))
          .isTrue();
    } finally {
      exporter.shutdown();
    }
  }

  @Test
  void whatIsSentDecodes() throws Exception {
    assertThat(succeeded(exporter().export(SPANS))).isTrue();
    ExportTraceServiceRequest request =
        ExportTraceServiceRequest.parseFrom(receiver.take().content());
    long count =
        request.getResourceSpansList().stream()
            .flatMap(group -> group.getScopeSpansList().stream())
            .mapToLong(group -> group.getSpansCount())
            .sum();
    assertThat(count).isEqualTo(SPANS.size());
  }
}

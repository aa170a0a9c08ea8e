// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Redirects, with OpenTelemetry's exporter as the judge of where the batch arrives.
class RedirectTest {
  private static final List<SpanData> SPANS =
      new RandomTelemetry(new SplittableRandom(3)).spans(1_000);
  private static final String SECRET = "s3cret";
  private static final int MOST = 20;

  private Receiver receiver;
  private Receiver other;
  private LogCapture log;
  private LogCapture theirLog;

  @BeforeEach
  void open() throws IOException {
    receiver = new Receiver();
    other = new Receiver();
    log = new LogCapture(AshlarSpanExporter.class);
    theirLog = new LogCapture(io.opentelemetry.exporter.otlp.internal.HttpExporter.class);
  }

  @AfterEach
  void close() throws IOException {
    receiver.close();
    other.close();
    log.close();
    theirLog.close();
  }

  private AshlarExporterBuilder<AshlarSpanExporter> ours() {
    return AshlarSpanExporter.builder()
        .setEndpoint(receiver.url())
        .setTimeout(Duration.ofSeconds(60));
  }

  private OtlpHttpSpanExporter theirs() {
    return OtlpHttpSpanExporter.builder()
        .setEndpoint(receiver.url())
        .setTimeout(Duration.ofSeconds(60))
        .build();
  }

  private static byte[] encoded() {
    OtlpEncoder<SpanData> encoder = OtlpEncoder.ofSpans();
    encoder.encode(SPANS);
    return encoder.toByteArray();
  }

  private static boolean export(SpanExporter exporter) {
    try (exporter) {
      return exporter.export(SPANS).join(50, TimeUnit.SECONDS).isSuccess();
    }
  }

  @ParameterizedTest
  @CsvSource({"307, /moved", "308, /moved", "307, moved", "308, ?to=moved", "307, SAME/a/b"})
  void withinAServer(int status, String location) throws Exception {
    String where = location.replace("SAME", receiver.base());
    receiver.then(Receiver.status(status, "Location: " + where));
    assertThat(export(theirs())).isTrue();
    assertThat(receiver.take().path()).isEqualTo("/v1/test");
    String path = receiver.take().path();

    receiver.then(Receiver.status(status, "Location: " + where));
    assertThat(export(ours().addHeader("Authorization", SECRET).build())).isTrue();
    assertThat(receiver.take().body()).isEqualTo(encoded());
    Receiver.Request moved = receiver.take();
    assertThat(moved.path()).isEqualTo(path);
    assertThat(moved.body()).isEqualTo(encoded());
    assertThat(moved.headers()).containsEntry("authorization", SECRET);
    assertThat(receiver.untaken()).isZero();
    assertThat(log.messages()).isEmpty();
  }

  /// Another port is another server. Any header that was set may be a secret, and none goes there,
  /// not even if it redirects back.
  @ParameterizedTest
  @ValueSource(ints = {307, 308})
  void toAnotherServer(int status) throws Exception {
    receiver.then(Receiver.status(status, "Location: " + other.base() + "/there"));
    assertThat(export(theirs())).isTrue();
    assertThat(other.take().path()).isEqualTo("/there");
    receiver.take();

    receiver.then(Receiver.status(status, "Location: " + other.base() + "/there"));
    other.then(Receiver.status(status, "Location: " + receiver.base() + "/back"));
    assertThat(
            export(
                ours()
                    .setCompression("gzip")
                    .addHeader("Authorization", SECRET)
                    .addHeader("api-key", SECRET)
                    .addHeader("Cookie", SECRET)
                    .setHeaders(() -> Map.of("X-Token", SECRET))
                    .build()))
        .isTrue();
    assertThat(receiver.take().headers())
        .containsEntry("authorization", SECRET)
        .containsEntry("api-key", SECRET)
        .containsEntry("cookie", SECRET)
        .containsEntry("x-token", SECRET);
    for (Receiver.Request request : List.of(other.take(), receiver.take())) {
      assertThat(request.content()).isEqualTo(encoded());
      assertThat(request.headers())
          .containsEntry("content-type", "application/x-protobuf")
          .containsEntry("content-encoding", "gzip")
          .containsKey("user-agent")
          .doesNotContainValue(SECRET);
    }
  }

  @Test
  void inACircle() throws Exception {
    receiver.always(Receiver.status(307, "Location: /again"));
    assertThat(export(theirs())).isFalse();
    int arrived = receiver.untaken();
    for (int i = 0; i < arrived; i++) {
      receiver.take();
    }
    assertThat(arrived).isEqualTo(1 + MOST);
    assertThat(export(ours().build())).isFalse();
    assertThat(receiver.untaken()).isEqualTo(1 + MOST);
    assertThat(log.warnings()).singleElement().asString().contains("307", "/again", "endpoint");
  }

  /// The others would make a GET of it, which has no batch.
  @ParameterizedTest
  @ValueSource(ints = {300, 301, 302, 303, 305})
  void whatWouldLoseTheBatch(int status) throws Exception {
    receiver.then(Receiver.status(status, "Location: " + other.base() + "/there?token=" + SECRET));
    assertThat(export(ours().build())).isFalse();
    assertThat(receiver.untaken()).isOne();
    assertThat(other.untaken()).isZero();
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .contains("" + status, other.base() + "/there", "set the endpoint")
        .doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://localhost/", "http://", "http://a b", "mailto:me", "https://a_b/"})
  void whatCannotBeFollowed(String location) {
    receiver.then(Receiver.status(308, "Location: " + location));
    assertThat(export(ours().build())).isFalse();
    assertThat(receiver.untaken()).isOne();
    assertThat(log.warnings()).singleElement().asString().contains("308", "set the endpoint");
  }

  @Test
  void withoutALocation() {
    receiver.then(Receiver.status(307));
    assertThat(export(ours().build())).isFalse();
    assertThat(log.warnings()).singleElement().asString().contains("status 307");
  }

  /// An attempt begins at the endpoint again.
  @Test
  void theTargetIsBusy() throws Exception {
    RetryPolicy twice =
        RetryPolicy.builder()
            .setMaxAttempts(2)
            .setInitialBackoff(Duration.ofMillis(1))
            .setMaxBackoff(Duration.ofMillis(2))
            .build();
    receiver
        .then(Receiver.status(307, "Location: " + other.base() + "/there"))
        .then(Receiver.status(200));
    other.then(Receiver.status(503));
    assertThat(export(ours().addHeader("Authorization", SECRET).setRetryPolicy(twice).build()))
        .isTrue();
    assertThat(other.take().headers()).doesNotContainValue(SECRET);
    receiver.take();
    assertThat(receiver.take().headers()).containsEntry("authorization", SECRET);
  }

  /// It has the time that the first has left, and may have what it did not answer.
  @Test
  void theTargetHangs() {
    receiver.then(Receiver.status(307, "Location: " + other.base()));
    other.always(Receiver.hang());
    assertThat(export(ours().setTimeout(Duration.ofMillis(500)).build())).isFalse();
    assertThat(receiver.untaken()).isOne();
    assertThat(other.untaken()).isOne();
  }
}

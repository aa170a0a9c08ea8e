// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.otlp.AshlarExporterBuilder;
import dev.ashlar.otlp.AshlarSpanExporter;
import dev.ashlar.otlp.AshlarSpanExporterProvider;
import dev.ashlar.otlp.LogCapture;
import dev.ashlar.otlp.RandomTelemetry;
import dev.ashlar.otlp.Receiver;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.sender.okhttp.internal.OkHttpHttpSenderProvider;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.autoconfigure.spi.internal.DefaultConfigProperties;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Endpoints, headers and timeouts, with OpenTelemetry's exporter as the judge of what is sent.
class EndpointTest {
  private static final List<SpanData> SPANS =
      new RandomTelemetry(new SplittableRandom(5)).spans(10);
  private static final String SECRET = "s3cret";

  private static boolean export(SpanExporter exporter) {
    try (exporter) {
      CompletableResultCode result = exporter.export(SPANS).join(30, TimeUnit.SECONDS);
      assertThat(result.isDone()).isTrue();
      return result.isSuccess();
    }
  }

  private static AshlarExporterBuilder<AshlarSpanExporter> builder(String endpoint) {
    return AshlarSpanExporter.builder().setEndpoint(endpoint).setRetryPolicy(null);
  }

  /// By the JDK's client, by a sender, and by OpenTelemetry's own exporter.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://otel_collector:PORT/v1/traces",
        "http://otel_collector:PORT",
        "http://user:password@otel_collector:PORT/a%20b?token=a%26b",
        "http://localhost:PORT?token=1",
        "http://localhost:PORT/x?token=1#part",
        "HTTP://localhost:PORT/"
      })
  void requestsGoWhereThoseOfOpenTelemetryGo(String pattern) throws Exception {
    try (Receiver receiver = new Receiver()) {
      String url =
          receiver.base().replaceFirst(".*:", pattern.replaceFirst("PORT.*", ""))
              + pattern.replaceFirst(".*PORT", "");
      String theirs = url.replace("HTTP", "http"); // They compare the scheme as it is.
      assertThat(export(OtlpHttpSpanExporter.builder().setEndpoint(theirs).build())).isTrue();
      String path = receiver.take().path();
      assertThat(export(builder(url).build())).isTrue();
      assertThat(receiver.take().path()).isEqualTo(path);
      assertThat(export(builder(url).setHttpSender(new OkHttpHttpSenderProvider()).build()))
          .isTrue();
      assertThat(receiver.take().path()).isEqualTo(path);
    }
  }

  @Test
  void aNameThatNobodyKnowsIsTriedAgain() {
    RetryPolicy twice =
        RetryPolicy.builder()
            .setMaxAttempts(2)
            .setInitialBackoff(Duration.ofMillis(1))
            .setMaxBackoff(Duration.ofMillis(2))
            .setRetryExceptionPredicate(failure -> {
              assertThat(failure).isInstanceOf(java.net.UnknownHostException.class);
              return true;
            })
            .build();
    try (LogCapture log = new LogCapture(AshlarSpanExporter.class)) {
      assertThat(export(builder("http://no_such_host.invalid").setRetryPolicy(twice).build()))
          .isFalse();
      assertThat(log.warnings()).singleElement().asString().contains("UnknownHostException");
    }
  }

  /// The JDK's client would compare the certificate with an address.
  @Test
  void tlsNeedsANameThatTheJdkKnows() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder("https://otel_collector:4318/").build())
        .withMessageContaining("https://otel_collector:4318/")
        .withMessageContaining("sender");
    builder("https://otel_collector:4318/")
        .setHttpSender(new OkHttpHttpSenderProvider())
        .build()
        .shutdown();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://              | URL
          http:///path         | host
          http://:4318         | host
          http://a:b           | host
          http://a:1234567890  | host
          otel_collector:4318  | URL
          collector:4318       | http://
          http://a_b:0         | 65535
          http://a_b:65536     | 65535
          """)
  void whatIsNoEndpoint(String endpoint, String remedy) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder(endpoint))
        .withMessageContaining("'" + endpoint + "'")
        .withMessageContaining(remedy);
  }

  private static String printed(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://user:s3cret@localhost:1",
        "http://s3cret@localhost:1/v1?token=s3cret",
        "http://user:@s3cret@otel_collector:1#s3cret",
        "http://localhost:1/v1?user=me@s3cret"
      })
  void secretsOfAnEndpointAreNotPrinted(String endpoint) {
    AshlarSpanExporter exporter =
        AshlarSpanExporter.builder()
            .setEndpoint(endpoint)
            .addHeader("Authorization", SECRET)
            .setRetryPolicy(null)
            .build();
    assertThat(exporter.toString()).contains(":1").doesNotContain(SECRET);
    try (LogCapture log = new LogCapture(AshlarSpanExporter.class)) {
      assertThat(export(exporter)).isFalse();
      assertThat(log.messages()).hasSize(1).noneMatch(line -> line.contains(SECRET));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://user:s3cret@",
        "http://user:s3cret@host name",
        "ftp://user:s3cret@host",
        "user:s3cret@host:4318",
        "http://user:s3cret@host:0",
        "http://user:s3cret?@host:4318",
        "http://user:s3cret/@host:4318",
        "http://user:s3cret#@host:4318",
        "http://user:[s3cret@host",
        "http://host:x?token=s3cret",
        "http://host:0#s3cret",
        "http://host:%?token=s3cret\n"
      })
  void secretsOfAnEndpointThatIsRefusedAreNotPrinted(String endpoint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder(endpoint))
        .satisfies(refused -> assertThat(printed(refused)).doesNotContain(SECRET));
  }

  @ParameterizedTest
  @CsvSource({
    "endpoint, http://user:s3cret@host?token=s3cret",
    "headers, Authorization s3cret",
    "headers, 'a=b,s3cret'",
    "headers, a=s3cret%C3%A9",
    "headers, a=s3cret%0A",
    "headers, a=s3cret%s3cret"
  })
  void secretsOfAVariableThatIsRefusedAreNotPrinted(String name, String value) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> configured(Map.of("otel.exporter.otlp." + name, value)))
        .satisfies(refused -> assertThat(printed(refused)).doesNotContain(SECRET));
  }

  private static SpanExporter configured(Map<String, String> properties) {
    return new AshlarSpanExporterProvider()
        .createExporter(
            DefaultConfigProperties.create(
                properties,
                io.opentelemetry.common.ComponentLoader.forClassLoader(
                    EndpointTest.class.getClassLoader())));
  }

  /// The JDK's client sends a question mark for what is Latin-1 only, and names the value of
  /// others.
  @ParameterizedTest
  @ValueSource(
      strings = {"s3cret é", "s3cret 日本", "s3cret\r\nX: y", "s3cret\u0000", "s3cret\u007f"})
  void headersThatCannotBeSentAreRefused(String value) throws Exception {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AshlarSpanExporter.builder().addHeader("X-Token", value))
        .withMessageContaining("X-Token")
        .satisfies(refused -> assertThat(printed(refused)).doesNotContain(SECRET));
    try (Receiver receiver = new Receiver();
        LogCapture log = new LogCapture(AshlarSpanExporter.class)) {
      assertThat(export(builder(receiver.url()).setHeaders(() -> Map.of("X-Token", value)).build()))
          .isFalse();
      assertThat(receiver.untaken()).isZero();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("X-Token")
          .doesNotContain(SECRET);
    }
  }

  @Test
  void headersOfAsciiAreSentAsTheyAre() throws Exception {
    String value = "a\t~!\"%+/=,;";
    try (Receiver receiver = new Receiver()) {
      assertThat(export(builder(receiver.url()).addHeader("X-Token", value).build())).isTrue();
      assertThat(receiver.take().headers()).containsEntry("x-token", value);
    }
  }

  /// As in OpenTelemetry's exporter, whose text has the largest number of nanoseconds then.
  @Test
  void zeroIsNoLimit() throws Exception {
    assertThat(OtlpHttpSpanExporter.builder().setTimeout(Duration.ZERO).build().toString())
        .contains("timeoutNanos=" + Long.MAX_VALUE);
    try (Receiver receiver = new Receiver();
        SpanExporter configured =
            configured(
                Map.of(
                    "otel.exporter.otlp.protocol",
                    "http/protobuf",
                    "otel.exporter.otlp.timeout",
                    "0",
                    "otel.exporter.otlp.endpoint",
                    receiver.base()))) {
      assertThat(configured.toString()).contains("timeout none");
      assertThat(export(configured)).isTrue();
      assertThat(
              export(
                  builder(receiver.url())
                      .setTimeout(Duration.ofSeconds(Long.MAX_VALUE))
                      .setConnectTimeout(Duration.ZERO)
                      .build()))
          .isTrue();
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AshlarSpanExporter.builder().setTimeout(Duration.ofSeconds(-1)))
        .withMessageContaining("zero for no limit");
  }
}

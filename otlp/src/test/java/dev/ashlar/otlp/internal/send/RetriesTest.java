// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.common.export.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Dates in `Retry-After`, by the examples of RFC 9110, section 5.6.7.
class RetriesTest {
  private static final Instant EXAMPLE = Instant.ofEpochSecond(784111777);
  private static final Retries RETRIES = new Retries(RetryPolicy.getDefault());

  private static Optional<Duration> delay(String retryAfter, Instant now) {
    return RETRIES.delay(1, retryAfter, now, Settings.NO_LIMIT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994"
      })
  void allFormsOfADate(String date) {
    assertThat(delay(date, EXAMPLE.minusSeconds(30))).contains(Duration.ofSeconds(30));
    assertThat(delay(date, EXAMPLE.plusSeconds(30))).contains(Duration.ZERO);
    assertThat(delay(date, EXAMPLE.minusSeconds(301))).isEmpty();
  }

  /// Two digits are a year that is at most 50 years from now.
  ///
  /// @param seconds null if that is too long to wait
  @ParameterizedTest
  @CsvSource({
    "'Friday, 31-Dec-99 23:59:59 GMT', 1999-12-31T23:59:49Z, 10",
    "'Saturday, 01-Jan-00 00:00:00 GMT', 1999-12-31T23:59:50Z, 10",
    "'Friday, 31-Dec-99 23:59:59 GMT', 2000-01-01T00:00:00Z, 0",
    "'Wednesday, 25-Nov-76 00:00:00 GMT', 2026-11-26T00:00:00Z,",
    "'Friday, 25-Nov-77 00:00:00 GMT', 2026-11-26T00:00:00Z, 0",
    "'Thu Dec 10 12:00:00 2026', 2026-12-10T11:59:00Z, 60"
  })
  void theCenturyOfADate(String date, Instant now, @Nullable Long seconds) {
    assertThat(delay(date, now)).isEqualTo(Optional.ofNullable(seconds).map(Duration::ofSeconds));
  }
}

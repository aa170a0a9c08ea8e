// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import static java.time.ZoneOffset.UTC;
import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;

import io.opentelemetry.sdk.common.export.RetryPolicy;
import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Decides whether and when a request is sent again.
///
/// @param policy how often and how soon; null if nothing is sent again
record Retries(@Nullable RetryPolicy policy) {
  /// Too many requests, bad gateway, unavailable, gateway timeout: the protocol has no others.
  private static final Set<Integer> RETRYABLE = Set.of(429, 502, 503, 504);

  /// The longest wait that a receiver can ask for: longer ones end the request, whose bytes would
  /// be kept all the time.
  static final Duration MAX_WAIT = Duration.ofMinutes(5);

  private static final double JITTER = 0.2;

  private static final DateTimeFormatter ASCTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH).withZone(UTC);

  static boolean isRetryable(int status) {
    return RETRYABLE.contains(status);
  }

  /// {@return whether a request without an answer is sent again} It is not after a time-out, which
  /// is no [IOException] here: the receiver may have it. What TLS refuses, it refuses again, and
  /// who answers in another protocol does so again.
  boolean isRetryable(Throwable failure) {
    RetryPolicy policy = this.policy;
    if (policy == null || !(failure instanceof IOException broken)) {
      return false;
    }
    Predicate<IOException> chosen = policy.getRetryExceptionPredicate();
    return chosen != null
        ? chosen.test(broken)
        : !(failure instanceof SSLException || failure instanceof ProtocolException);
  }

  /// {@return how long to wait before the next attempt; empty if there is none}
  ///
  /// @param attempts made so far
  /// @param retryAfter what the receiver asks for: seconds, or a date; or empty
  /// @param left the time that the request has left
  Optional<Duration> delay(int attempts, String retryAfter, Instant now, Duration left) {
    RetryPolicy policy = this.policy;
    if (policy == null || attempts >= policy.getMaxAttempts()) {
      return Optional.empty();
    }
    Duration delay = parse(retryAfter, now).orElseGet(() -> backoff(policy, attempts));
    return Optional.of(delay)
        .filter(wait -> wait.compareTo(MAX_WAIT) <= 0 && wait.compareTo(left) < 0);
  }

  private static Duration backoff(RetryPolicy policy, int attempts) {
    double growth = Math.pow(policy.getBackoffMultiplier(), attempts - 1);
    double nanos =
        Math.min(
            policy.getInitialBackoff().toNanos() * growth,
            (double) policy.getMaxBackoff().toNanos());
    double share = 1 - JITTER + 2 * JITTER * ThreadLocalRandom.current().nextDouble();
    return Duration.ofNanos((long) (nanos * share));
  }

  /// RFC 9110, sections 10.2.3 and 5.6.7, which has three forms of dates.
  private static Optional<Duration> parse(String retryAfter, Instant now) {
    String text = retryAfter.strip();
    if (text.matches("\\d{1,9}")) {
      return Optional.of(Duration.ofSeconds(Integer.parseInt(text)));
    }
    if (text.matches("\\d+")) {
      return Optional.of(MAX_WAIT.plusSeconds(1));
    }
    for (DateTimeFormatter form : List.of(RFC_1123_DATE_TIME, ASCTIME, rfc850(now))) {
      try {
        Instant then = Instant.from(form.parse(text));
        return Optional.of(then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO);
      } catch (DateTimeParseException ofAnother) {
        // The next is tried.
      }
    }
    return Optional.empty();
  }

  /// A year that would be more than 50 years from now is of the century before.
  private static DateTimeFormatter rfc850(Instant now) {
    return new DateTimeFormatterBuilder()
        .appendPattern("EEEE, dd-MMM-")
        .appendValueReduced(ChronoField.YEAR, 2, 2, now.atZone(UTC).getYear() - 49)
        .appendPattern(" HH:mm:ss 'GMT'")
        .toFormatter(Locale.ENGLISH)
        .withZone(UTC);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

/// The outcome of a request.
///
/// @param accepted whether the receiver accepted it
/// @param error the failure, for the log; empty if there was none
/// @param errorType the kind of the failure, for metrics and the log: a status or the class of an
///   exception
/// @param response the body of the receiver's answer, if it accepted
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
record Outcome(boolean accepted, String error, String errorType, byte[] response) {
  private static final byte[] NONE = {};
  private static final int MAX_LOGGED = 500;
  private static final int TOO_LARGE = 413;

  static Outcome accepted(byte[] response) {
    return new Outcome(true, "", "", response);
  }

  /// {@return the outcome of an answer over HTTP}
  static Outcome of(int status, byte[] response) {
    return isAccepted(status)
        ? accepted(response)
        : failed(
            "The receiver answered with status %d%s%s"
                .formatted(
                    status,
                    PartialSuccess.readable(response, MAX_LOGGED),
                    status == TOO_LARGE
                        ? ": lower setMaxRequestBytes, or otel.exporter.ashlar.max.request.bytes"
                        : ""),
            Integer.toString(status));
  }

  static boolean isAccepted(int status) {
    return status / 100 == 2;
  }

  static Outcome failed(String error, String errorType) {
    return new Outcome(false, error, errorType, NONE);
  }

  static Outcome failed(String error, Throwable cause) {
    return failed(error + ": " + cause, cause.getClass().getName());
  }
}

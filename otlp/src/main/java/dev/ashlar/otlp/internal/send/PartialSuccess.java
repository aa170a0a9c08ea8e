// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import dev.ashlar.text.Utf8;
import dev.ashlar.wire.ProtoFormatException;
import dev.ashlar.wire.ProtoReader;

/// The answer to an accepted request: how many of its items were rejected, and why.
///
/// ```
/// response         partial success = 1
/// partial success  rejected items = 1, message = 2
/// ```
record PartialSuccess(long rejected, String message) {
  private static final int PARTIAL_SUCCESS = 1 << 3 | 2;
  private static final int REJECTED = 1 << 3;
  private static final int MESSAGE = 2 << 3 | 2;

  private static final PartialSuccess ALL = new PartialSuccess(0, "");

  boolean isWhole() {
    return rejected == 0 && message.isEmpty();
  }

  /// Reads a response. One that is none, or broke off, says nothing: the status has said that the
  /// request was accepted.
  static PartialSuccess parse(byte[] response) {
    try {
      ProtoReader reader = ProtoReader.of(response);
      PartialSuccess last = ALL;
      while (reader.hasRemaining()) {
        int tag = reader.readTag();
        if (tag == PARTIAL_SUCCESS) {
          last = parse(reader);
        } else {
          reader.skipField(tag);
        }
      }
      return last;
    } catch (ProtoFormatException noResponse) {
      return ALL;
    }
  }

  private static PartialSuccess parse(ProtoReader reader) {
    long rejected = 0;
    String message = "";
    long begun = reader.beginMessage();
    while (reader.hasRemaining()) {
      int tag = reader.readTag();
      switch (tag) {
        case REJECTED -> rejected = reader.readInt64();
        case MESSAGE -> message = reader.readString();
        default -> reader.skipField(tag);
      }
    }
    reader.endMessage(begun);
    return new PartialSuccess(rejected, message);
  }

  /// {@return the body of a refusal for the log, as far as it is text: of a `google.rpc.Status` its
  /// message}
  static String readable(byte[] body, int most) {
    String text = statusMessage(body);
    if (text.isEmpty() && Utf8.isValid(body, 0, body.length)) {
      text = new String(body, java.nio.charset.StandardCharsets.UTF_8).strip();
    }
    if (text.isEmpty()) {
      return "";
    }
    return ": " + text.substring(0, Math.min(most, text.length()));
  }

  /// `google.rpc.Status`: code = 1, message = 2.
  private static String statusMessage(byte[] body) {
    try {
      return body.length == 0 ? "" : parse(ProtoReader.of(body), "");
    } catch (ProtoFormatException noStatus) {
      return "";
    }
  }

  private static String parse(ProtoReader reader, String none) {
    String message = none;
    while (reader.hasRemaining()) {
      int tag = reader.readTag();
      if (tag == MESSAGE) {
        message = reader.readString();
      } else {
        reader.skipField(tag);
      }
    }
    return message;
  }
}

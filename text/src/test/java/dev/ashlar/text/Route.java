// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

/// The ways from a String into memory, which have to agree.
enum Route {
  /// The static methods of [Utf8], with working memory from the [ScratchPool].
  SHARED,
  /// An [Utf8.Encoder].
  OWN,
  /// What a thread does that found no working memory.
  PLAIN,
  /// A [Utf8Constant], made for the call.
  CONSTANT;

  private static final Utf8.Encoder REPLACING = Utf8.encoder();
  private static final Utf8.Encoder WITH_FFFD = Utf8.encoder(Malformed.REPLACE_WITH_FFFD);
  private static final Utf8.Encoder REPORTING = Utf8.encoder(Malformed.REPORT);

  /// {@return the one encoder of this policy; for the thread that runs the tests}
  static Utf8.Encoder encoder(Malformed malformed) {
    return switch (malformed) {
      case REPLACE -> REPLACING;
      case REPLACE_WITH_FFFD -> WITH_FFFD;
      case REPORT -> REPORTING;
    };
  }

  long encodedLength(String text, Malformed malformed) {
    return switch (this) {
      case SHARED -> Utf8.encodedLength(text, malformed);
      case OWN -> encoder(malformed).encodedLength(text);
      case PLAIN -> CharwiseEncoding.encodedLength(text, malformed);
      case CONSTANT -> Utf8Constant.of(text, malformed).encodedLength();
    };
  }
}

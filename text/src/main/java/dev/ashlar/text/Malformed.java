// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

/// The policy for text that cannot be converted: a surrogate without its partner when encoding,
/// bytes that are not UTF-8 when decoding.
///
/// ```java
/// String replaced = Utf8.decode(new byte[] {'a', -1}, 0, 2, Malformed.REPLACE);
/// ```
public enum Malformed {
  /// Replaces as the JDK does: a lone surrogate by `?` (`String.getBytes`), each malformed sequence
  /// of bytes by U+FFFD (`new String(bytes, UTF_8)`).
  REPLACE(0x3F, 1),

  /// Replaces by U+FFFD in both directions.
  REPLACE_WITH_FFFD(0xBD_BFEF, 3),

  /// Throws a [MalformedTextException] that names the place; nothing is written.
  REPORT(0, 0);

  /// The bytes that replace a lone surrogate, as a little-endian int.
  final int replacement;

  /// The size of the replacement in bytes; 0 when there is none.
  final int replacementSize;

  Malformed(int replacement, int replacementSize) {
    this.replacement = replacement;
    this.replacementSize = replacementSize;
  }
}

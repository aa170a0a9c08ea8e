// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

/// What becomes of text that cannot be converted: a surrogate without its partner when encoding,
/// bytes that are not UTF-8 when decoding.
///
/// ```java
/// String replaced = Utf8.decode(new byte[] {'a', -1}, 0, 2, Malformed.REPLACE);
/// ```
public enum Malformed {
  /// As the JDK does: `?` for a lone surrogate (`String.getBytes`), U+FFFD for each malformed
  /// sequence of bytes (`new String(bytes, UTF_8)`).
  REPLACE(0x3F, 1),

  /// U+FFFD in both directions.
  REPLACE_WITH_FFFD(0xBD_BFEF, 3),

  /// A [MalformedTextException] that names the place; nothing is written.
  REPORT(0, 0);

  /// What stands for a lone surrogate, as bytes of a little-endian int.
  final int replacement;

  /// Bytes of the replacement; 0 when there is none.
  final int replacementSize;

  Malformed(int replacement, int replacementSize) {
    this.replacement = replacement;
    this.replacementSize = replacementSize;
  }
}

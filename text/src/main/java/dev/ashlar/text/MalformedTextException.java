// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

/// Thrown for text that cannot be converted, under [Malformed#REPORT].
///
/// ```java
/// try {
///   Utf8.decode(new byte[] {'a', -1}, 0, 2, Malformed.REPORT);
/// } catch (MalformedTextException malformed) {
///   System.err.println("at byte " + malformed.index());
/// }
/// ```
public final class MalformedTextException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /// Where the malformed part begins.
  private final long index;

  private MalformedTextException(String message, long index) {
    super(message);
    this.index = index;
  }

  /// {@return the index at which the malformed part begins}
  ///
  /// Encoding counts chars of the text. Decoding counts bytes, as the call's offset argument does.
  public long index() {
    return index;
  }

  static MalformedTextException loneSurrogate(String text, int index) {
    return new MalformedTextException(
        "lone surrogate U+%04X at index %d of %d chars; Malformed.REPLACE would encode it as '?'"
            .formatted((int) text.charAt(index), index, text.length()),
        index);
  }

  static MalformedTextException badByte(int value, long offset) {
    return new MalformedTextException(
        "malformed UTF-8 at offset %d, byte 0x%02X; Malformed.REPLACE would decode it as U+FFFD"
            .formatted(offset, value & 0xFF),
        offset);
  }
}

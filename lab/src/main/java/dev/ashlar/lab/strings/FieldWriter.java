// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

/// A contender: writes messages of protobuf string fields (tag, length, UTF-8) to a buffer that is
/// reused.
interface FieldWriter {
  /// The number and the wire type of each field that is written: field 1, length-delimited.
  byte TAG = 1 << 3 | 2;

  /// Writes a message that has a field for each of `texts[from, to)`.
  ///
  /// @return the bytes written
  long write(String[] texts, int from, int to);

  /// {@return the bytes of the last message, which must have had one field}
  byte[] written();
}

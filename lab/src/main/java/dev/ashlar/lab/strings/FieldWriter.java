package dev.ashlar.lab.strings;

/// A contender: writes protobuf string fields (tag, length, UTF-8) to a buffer that it uses again
/// and again.
interface FieldWriter {
  /// Number and wire type of the field, which all contenders write: field 1, length-delimited.
  byte TAG = 1 << 3 | 2;

  /// Writes a field for each text.
  ///
  /// @return the bytes written in all
  long write(String[] texts);

  /// {@return the bytes of the last [#write], if it was of a single text}
  byte[] written();
}

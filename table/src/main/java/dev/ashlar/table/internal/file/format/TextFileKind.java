// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// What a file beside a table has texts for.
public enum TextFileKind {
  /// Texts of any length, which rows refer to by their place.
  TEXTS(".text", "ASHLARTX"),
  /// Texts that have codes, in the order of their codes.
  DICTIONARY(".dictionary", "ASHLARDC");

  private final String suffix;
  private final String magic;

  TextFileKind(String suffix, String magic) {
    this.suffix = suffix;
    this.magic = magic;
  }

  /// What the name of the file has behind that of the table.
  public String suffix() {
    return suffix;
  }

  /// What the file begins with.
  byte[] magic() {
    return magic.getBytes(US_ASCII);
  }
}

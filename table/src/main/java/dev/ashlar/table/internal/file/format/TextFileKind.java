// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// The purpose of the texts in a file beside a table.
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

  /// The suffix of the file's name, behind the name of the table.
  public String suffix() {
    return suffix;
  }

  /// The first bytes of the file.
  byte[] magic() {
    return magic.getBytes(US_ASCII);
  }
}

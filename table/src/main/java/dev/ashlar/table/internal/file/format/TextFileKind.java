// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// The purpose of a file beside a table that has texts, or other runs of bytes with checksums.
public enum TextFileKind {
  /// Texts of any length, which rows refer to by their place.
  TEXTS(".text", "ASHLARTX", "texts"),
  /// Texts that have codes, in the order of their codes.
  DICTIONARY(".dictionary", "ASHLARDC", "dictionary"),
  /// Which rows were deleted, a piece for each commit of deletions.
  DELETIONS(".deleted", "ASHLARDL", "deleted rows");

  private final String suffix;
  private final String magic;
  private final String content;

  TextFileKind(String suffix, String magic, String content) {
    this.suffix = suffix;
    this.magic = magic;
    this.content = content;
  }

  /// The suffix of the file's name, behind the name of the table.
  public String suffix() {
    return suffix;
  }

  /// What the file has of its table, for messages.
  public String content() {
    return content;
  }

  /// The first bytes of the file.
  byte[] magic() {
    return magic.getBytes(US_ASCII);
  }
}

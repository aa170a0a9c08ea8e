// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The record at the end of a zip archive.
final class ArchiveEnd {
  private static final int SIGNATURE = 0x0605_4B50;
  private static final int BYTES = 22;
  private static final int LONGEST_COMMENT = 0xFFFF;
  private static final int DIRECTORY_BYTES_AT = 12;
  private static final int COMMENT_BYTES_AT = 20;

  /// The number of bytes at the end of a file that may have the record.
  static final int MOST_BYTES = BYTES + LONGEST_COMMENT;

  private ArchiveEnd() {}

  /// {@return whether a file ends with such a record}
  ///
  /// @param tail the last bytes of the file, at most [#MOST_BYTES], and all of a shorter file
  static boolean isAt(byte[] tail, int length) {
    ByteBuffer bytes = ByteBuffer.wrap(tail, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = length - BYTES; at >= 0; at--) {
      if (bytes.getInt(at) == SIGNATURE) {
        int comment = Short.toUnsignedInt(bytes.getShort(at + COMMENT_BYTES_AT));
        long directory = Integer.toUnsignedLong(bytes.getInt(at + DIRECTORY_BYTES_AT));
        // A directory that does not fit is one of a longer file, or as long as it gets.
        boolean fits = directory <= at || length == MOST_BYTES;
        if (at + BYTES + comment == length && fits) {
          return true;
        }
      }
    }
    return false;
  }
}

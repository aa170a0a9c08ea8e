// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.classfile;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// The list of files at the end of a zip file, which `ZipFile` reads into memory.
public final class CentralDirectory {
  private static final int END_SIGNATURE = 0x0605_4B50;
  private static final int END_BYTES = 22;
  private static final int LONGEST_COMMENT = 0xFFFF;

  /// Where the end record has the size of the list.
  private static final int SIZE_AT = 12;

  private CentralDirectory() {}

  /// Checks how many bytes `ZipFile` would allocate. Several records may look like the end record,
  /// and it is unknown which one `ZipFile` takes, so all are checked.
  ///
  /// @throws IOException if it would allocate more than `limit` bytes
  public static void requireShorter(Path file, int limit) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(in.length(), END_BYTES + LONGEST_COMMENT)];
      in.seek(in.length() - end.length);
      in.readFully(end);
      ByteBuffer bytes = ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 0; at <= end.length - END_BYTES; at++) {
        if (bytes.getInt(at) == END_SIGNATURE
            && Integer.toUnsignedLong(bytes.getInt(at + SIZE_AT)) > limit) {
          throw new IOException(
              "its list of files is longer than the limit of " + limit + " bytes");
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import dev.ashlar.lab.access.Memory;

/// Decodes a block of LZ4, as described in `lz4_Block_format.md`. A sequence is a token, literals,
/// and a copy of decoded bytes.
///
/// ```
/// token             upper 4 bits: number of literals; lower 4 bits: length of the copy, less 4
/// literal count     bytes to add to the number of literals, if the upper 4 bits are 15
/// literals
/// distance          16 bits: from the end of the decoded bytes back to the bytes to copy
/// copy length       bytes to add to the length of the copy, if the lower 4 bits are 15
/// ```
///
/// The first byte that is not 255 is the last byte to add.
///
/// The last sequence ends after its literals. Copies are made in steps of eight bytes, if there is
/// enough room after them.
final class Lz4Decoder {
  static final int MIN_MATCH = 4;
  static final int HALF = 15;
  private static final int STEP = Long.BYTES;

  private final Memory source;
  private final int end;
  private final Memory target;
  private final int limit;

  private int read;
  private int written;

  private Lz4Decoder(Memory source, int byteSize, Memory target, int capacity) {
    this.source = source;
    this.end = byteSize;
    this.target = target;
    this.limit = capacity;
  }

  /// {@return the number of bytes that the block decodes to}
  ///
  /// @throws IllegalArgumentException if the bytes are not a whole block, or decode to more than
  ///   `capacity` bytes
  static int decode(Memory block, int byteSize, Memory text, int capacity) {
    Lz4Decoder decoder = new Lz4Decoder(block, byteSize, text, capacity);
    decoder.run();
    return decoder.written;
  }

  private void run() {
    while (true) {
      int token = next();
      literals(length(token >>> 4));
      if (read == end) {
        return;
      }
      int distance = next() | next() << 8;
      match(distance, length(token & HALF) + MIN_MATCH);
    }
  }

  private int next() {
    if (read >= end) {
      throw malformed("ends in the middle of a sequence");
    }
    return source.getByte(read++) & 0xFF;
  }

  private int length(int half) {
    int length = half;
    if (half == HALF) {
      int more;
      do {
        more = next();
        length += more;
        if (length < 0) {
          throw malformed("has a length of more than 2^31");
        }
      } while (more == 0xFF);
    }
    return length;
  }

  private void literals(int length) {
    if (length > end - read || length > limit - written) {
      throw malformed("has %d literals and no room for them".formatted(length));
    }
    int from = read;
    int to = written;
    read += length;
    written += length;
    if (from + length + STEP <= end && to + length + STEP <= limit) {
      for (int done = 0; done < length; done += STEP) {
        target.putLong(to + done, source.getLong(from + done));
      }
    } else {
      for (int done = 0; done < length; done++) {
        target.putByte(to + done, source.getByte(from + done));
      }
    }
  }

  private void match(int distance, int length) {
    int from = written - distance;
    if (distance == 0 || from < 0 || length > limit - written) {
      throw malformed("copies %d bytes from %d before".formatted(length, distance));
    }
    int to = written;
    written += length;
    if (distance >= STEP && to + length + STEP <= limit) {
      for (int done = 0; done < length; done += STEP) {
        target.putLong(to + done, target.getLong(from + done));
      }
    } else {
      for (int done = 0; done < length; done++) {
        target.putByte(to + done, target.getByte(from + done));
      }
    }
  }

  private IllegalArgumentException malformed(String how) {
    return new IllegalArgumentException("The block %s, at byte %d of %d".formatted(how, read, end));
  }
}

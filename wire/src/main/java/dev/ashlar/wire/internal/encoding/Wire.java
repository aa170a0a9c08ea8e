// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.encoding;

import dev.ashlar.memory.internal.LittleEndian;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The encoding's parts: tags, varints and words.
///
/// ```
/// field    = tag value
/// tag      = varint (number << 3 | wire type)
/// varint   = 1 to 10 bytes, 7 bits each, lowest first; the top bit is set in all but the last
/// value    = varint | 8 bytes | varint length, bytes | fields of a group, end tag | 4 bytes
/// ```
public final class Wire {
  public static final int VARINT = 0;
  public static final int FIXED64 = 1;
  public static final int LENGTH = 2;
  public static final int START_GROUP = 3;
  public static final int END_GROUP = 4;
  public static final int FIXED32 = 5;

  public static final int TYPE_BITS = 3;

  public static final int MAX_FIELD = (1 << 29) - 1;
  public static final int FIRST_RESERVED = 19_000;
  public static final int LAST_RESERVED = 19_999;

  /// The largest size of a tag and of a length, in bytes.
  public static final int MAX_VARINT32 = 5;

  public static final int MAX_VARINT64 = 10;

  /// The top bits of eight bytes. All bytes of a varint but the last have it set.
  public static final long CONTINUES = 0x8080_8080_8080_8080L;

  public static final VarHandle SHORT = LittleEndian.SHORT;
  public static final VarHandle INT = LittleEndian.INT;
  public static final VarHandle LONG = LittleEndian.LONG;

  private Wire() {}

  /// {@return the tag of a field, as an unsigned int}
  ///
  /// @throws IllegalArgumentException if no field can have this number
  public static int tag(int field, int wireType) {
    // One comparison for nearly all; the rest is not worth being inlined.
    if (Integer.compareUnsigned(field - 1, FIRST_RESERVED - 1) >= 0) {
      requireHighField(field);
    }
    return field << TYPE_BITS | wireType;
  }

  private static void requireHighField(int field) {
    String reason = fieldFault(field);
    if (reason != null) {
      throw new IllegalArgumentException(reason);
    }
  }

  /// {@return the reason why no field can have this number; null if one can}
  public static @Nullable String fieldFault(int field) {
    if (field <= 0 || field > MAX_FIELD) {
      return "field number " + field + " is not between 1 and " + MAX_FIELD;
    }
    if (field >= FIRST_RESERVED && field <= LAST_RESERVED) {
      return "field number "
          + field
          + " is reserved for protobuf itself, as all from "
          + FIRST_RESERVED
          + " to "
          + LAST_RESERVED
          + " are: take another";
    }
    return null;
  }

  /// {@return the size of an unsigned int as a varint, in bytes}
  public static int size(int value) {
    return (352 - Integer.numberOfLeadingZeros(value) * 9) >>> 6;
  }

  /// {@return the size of a varint, in bytes}
  public static int size(long value) {
    return (640 - Long.numberOfLeadingZeros(value) * 9) >>> 6;
  }

  /// Writes an unsigned int.
  ///
  /// @return the index after it
  public static int put(byte[] target, int at, int value) {
    // Apart from the loop, so that a tag that is a constant becomes one store.
    if ((value & ~0x7F) == 0) {
      target[at] = (byte) value;
      return at + 1;
    }
    if ((value & ~0x3FFF) == 0) {
      SHORT.set(target, at, (short) ((value & 0x7F) | 0x80 | (value << 1 & 0x7F00)));
      return at + 2;
    }
    return putByBytes(target, at, value & 0xFFFF_FFFFL);
  }

  /// Writes a varint byte by byte. Unlike [#put(byte[],int,long)], it overwrites no byte after it.
  ///
  /// @return the index after it
  public static int putByBytes(byte[] target, int at, long value) {
    while ((value & ~0x7FL) != 0) {
      target[at++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    target[at] = (byte) value;
    return at + 1;
  }

  /// Writes a varint. It overwrites the [#MAX_VARINT64] bytes from `at` on.
  ///
  /// A branch for each byte would be mispredicted for numbers of mixed size. Instead, three steps
  /// open gaps for the top bits, and eight bytes are stored at once.
  ///
  /// @return the index after it
  public static int put(byte[] target, int at, long value) {
    if ((value & ~0x7FL) == 0) {
      target[at] = (byte) value;
      return at + 1;
    }
    long word = (value & 0x0FFF_FFFFL) | (value & 0x00FF_FFFF_F000_0000L) << 4;
    word = (word & 0x0000_3FFF_0000_3FFFL) | (word & 0x0FFF_C000_0FFF_C000L) << 2;
    word = (word & 0x007F_007F_007F_007FL) | (word & 0x3F80_3F80_3F80_3F80L) << 1;
    if (value >>> 56 != 0) {
      LONG.set(target, at, word | CONTINUES);
      return putByBytes(target, at + Long.BYTES, value >>> 56);
    }
    int size = size(value);
    LONG.set(target, at, word | CONTINUES >>> (Long.SIZE - Byte.SIZE * (size - 1)));
    return at + size;
  }

  /// {@return the ZigZag encoding: small numbers of either sign become small unsigned numbers}
  public static int zigZag(int value) {
    return value << 1 ^ value >> 31;
  }

  public static long zigZag(long value) {
    return value << 1 ^ value >> 63;
  }

  public static int unZigZag(int value) {
    return value >>> 1 ^ -(value & 1);
  }

  public static long unZigZag(long value) {
    return value >>> 1 ^ -(value & 1);
  }
}

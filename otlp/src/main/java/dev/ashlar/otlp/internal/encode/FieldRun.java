// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import dev.ashlar.text.Utf8;
import dev.ashlar.wire.ProtoWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Collects consecutive fields of a message in a small array. The [ProtoWriter] takes all of them
/// in one call, because one copy costs less than a call for each field.
///
/// All other operations, such as beginning a message, use [#writer], which first passes the
/// collected fields on.
///
/// Field numbers are below 2048, so that a tag takes two bytes at most.
final class FieldRun {
  /// Most chars of a text that is put here. Longer ones are for the writer.
  static final int MAX_TEXT = 1 << 10;

  private static final int MAX_CHAR = 3;

  /// Most values of eight bytes that are put here together.
  private static final int MAX_PACKED64 = 512;

  /// Most bytes of a tag, and of a length that is put here.
  static final int MAX_LENGTH = 2;

  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH = 2;
  static final int FIXED32 = 5;

  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  /// Most bytes of a tag and a number.
  private static final int MAX_NUMBER = MAX_LENGTH + 10;

  private static final int TYPE_BITS = 3;
  private static final int SIZE = 8 << 10;

  private final ProtoWriter writer;
  private final Utf8.Encoder encoder = Utf8.encoder();
  final byte[] bytes = new byte[SIZE];
  private int end;

  FieldRun(ProtoWriter writer) {
    this.writer = writer;
  }

  /// Forgets the fields that the writer has not taken.
  void reset() {
    end = 0;
  }

  /// {@return the writer, which has all fields so far}
  ProtoWriter writer() {
    if (end > 0) {
      writer.writeEncoded(bytes, 0, end);
      end = 0;
    }
    return writer;
  }

  /// Makes room for `most` bytes, at most [#SIZE].
  ///
  /// @return the index in [#bytes] at which they begin
  int room(int most) {
    if (SIZE - end < most) {
      writer();
    }
    return end;
  }

  /// Ends the fields that were stored in the room made last.
  void end(int end) {
    this.end = end;
  }

  /// {@return the index in [#bytes] behind the last field}
  int end() {
    return end;
  }

  /// {@return the bytes of a length or a tag, below 2^14}
  static int lengthSize(int length) {
    return length < 0x80 ? 1 : 2;
  }

  /// Stores a length or a tag, below 2^14.
  ///
  /// @return the index behind it
  int putLength(int at, int length) {
    if (length < 0x80) {
      bytes[at] = (byte) length;
      return at + 1;
    }
    bytes[at] = (byte) (length | 0x80);
    bytes[at + 1] = (byte) (length >>> 7);
    return at + 2;
  }

  private int putTag(int at, int field, int type) {
    return putLength(at, field << TYPE_BITS | type);
  }

  /// Stores a varint.
  ///
  /// @return the index behind it
  int putVarint(int at, long value) {
    byte[] bytes = this.bytes;
    int end = at;
    long left = value;
    for (; (left & ~0x7FL) != 0; left >>>= 7) {
      bytes[end++] = (byte) (left | 0x80);
    }
    bytes[end++] = (byte) left;
    return end;
  }

  /// Stores text of `count` chars, without its length, where there is [room][#textRoom].
  ///
  /// @return how many bytes it takes
  int putText(int at, String text, int count) {
    return encoder.encode(text, bytes, at);
  }

  /// {@return the room for text of `count` chars}
  static int textRoom(int count) {
    return MAX_CHAR * count;
  }

  void writeText(int field, String text) {
    int count = text.length();
    if (count > MAX_TEXT) {
      writer().writeString(field, text);
      return;
    }
    int at = putTag(room(2 * MAX_LENGTH + textRoom(count)), field, LENGTH);
    int lengthSize = lengthSize(count);
    int size = putText(at + lengthSize, text, count);
    if (lengthSize(size) != lengthSize) {
      System.arraycopy(bytes, at + lengthSize, bytes, at + MAX_LENGTH, size);
    }
    end = putLength(at, size) + size;
  }

  /// Writes an unsigned number, or that of an enum.
  void writeUint32(int field, int value) {
    int at = room(MAX_NUMBER);
    end = putVarint(putTag(at, field, VARINT), value & 0xFFFF_FFFFL);
  }

  /// Writes a message of an enum, below 128, which is left out if it is 0.
  void writeEnumMessage(int field, int inner, int value) {
    int at = putTag(room(2 * MAX_NUMBER), field, LENGTH);
    int from = at + 1;
    end = value == 0 ? from : putVarint(putTag(from, inner, VARINT), value);
    bytes[at] = (byte) (end - from);
  }

  void writeFixed32(int field, int value) {
    int at = putTag(room(MAX_NUMBER), field, FIXED32);
    INT.set(bytes, at, value);
    end = at + Integer.BYTES;
  }

  void writeFixed64(int field, long value) {
    int at = putTag(room(MAX_NUMBER), field, FIXED64);
    LONG.set(bytes, at, value);
    end = at + Long.BYTES;
  }

  /// Begins `count` packed values of eight bytes, which [#add64] adds.
  ///
  /// @return whether they fit; otherwise they are for the writer
  boolean beginPacked64(int field, int count) {
    if (count > MAX_PACKED64) {
      return false;
    }
    int at = room(2 * MAX_LENGTH + count * Long.BYTES);
    end = putLength(putTag(at, field, LENGTH), count * Long.BYTES);
    return true;
  }

  void add64(long value) {
    int at = end;
    LONG.set(bytes, at, value);
    end = at + Long.BYTES;
  }

  void writeDouble(int field, double value) {
    writeFixed64(field, Double.doubleToRawLongBits(value));
  }

  /// Writes an identifier of `2 * length` hexadecimal digits as its bytes.
  void writeId(int field, String id, int length) {
    int at = putTag(room(2 * MAX_LENGTH + length), field, LENGTH);
    bytes[at] = (byte) length;
    HexIds.put(id, length, bytes, at + 1);
    end = at + 1 + length;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.Bytes;
import dev.ashlar.text.Malformed;
import dev.ashlar.wire.internal.encoding.Wire;

/// Reads protobuf's encoding in place.
///
/// ```java
/// byte[] message = {16, 7};
/// ProtoReader reader = ProtoReader.of(message);
/// String method = "";
/// int status = 0;
/// for (int tag = reader.readTag(); tag != 0; tag = reader.readTag()) {
///   switch (ProtoReader.fieldNumber(tag)) {
///     case 1 -> method = reader.readString();
///     case 2 -> status = reader.readInt32();
///     default -> reader.skipField(tag);
///   }
/// }
/// ```
///
/// It accepts what protobuf-java accepts, and nothing else. A varint has up to ten bytes, whatever
/// its value. A value ends within the enclosing message. Text is UTF-8. Each group has an end tag.
/// Messages and groups are nested at most [#MAX_DEPTH] deep. Other input causes a
/// [ProtoFormatException] with the offset at which the reader stopped.
///
/// Reading allocates only what it returns. It makes no array that is larger than the rest of the
/// input can fill.
///
/// A reader may be used by one thread at a time. The input must not change meanwhile.
public final class ProtoReader extends ValueWindow {
  /// The default limit for the nesting of messages and groups.
  public static final int MAX_DEPTH = 100;

  private final WideRecords wideRecords = new WideRecords();
  private int depth;
  private int maxDepth = MAX_DEPTH;

  private ProtoReader(byte[] array, int from, int length) {
    super(array, from, length);
  }

  private ProtoReader(Bytes memory) {
    super(memory);
  }

  /// Returns a reader of all of `input`.
  public static ProtoReader of(byte[] input) {
    return new ProtoReader(input, 0, input.length);
  }

  /// Returns a reader of `input[from, from + length)`. Offsets count from `from`.
  public static ProtoReader of(byte[] input, int from, int length) {
    return new ProtoReader(input, from, length);
  }

  /// Returns a reader of `input`. Memory other than a `byte[]` is read through a window of a few
  /// KiB.
  public static ProtoReader of(Bytes input) {
    return new ProtoReader(input);
  }

  /// Makes this a reader of `input[from, from + length)`.
  public void reset(byte[] input, int from, int length) {
    restart(input, from, length);
    depth = 0;
    wideRecords.reset();
  }

  /// Makes this a reader of `input`.
  public void reset(Bytes input) {
    restart(input);
    depth = 0;
    wideRecords.reset();
  }

  final WideRecords wideRecords() {
    return wideRecords;
  }

  /// Sets the largest depth of nested messages and groups.
  ///
  /// @return this reader
  /// @throws IllegalArgumentException if `maxDepth` is negative
  public ProtoReader maxDepth(int maxDepth) {
    if (maxDepth < 0) {
      throw new IllegalArgumentException("maxDepth " + maxDepth + " is negative");
    }
    this.maxDepth = maxDepth;
    return this;
  }

  /// {@return the number of the field that begins with `tag`}
  public static int fieldNumber(int tag) {
    return tag >>> Wire.TYPE_BITS;
  }

  /// {@return the wire type in `tag`: 0 varint, 1 eight bytes, 2 length and bytes, 3 begin and 4
  /// end of a group, 5 four bytes}
  public static int wireType(int tag) {
    return tag & (1 << Wire.TYPE_BITS) - 1;
  }

  /// {@return the offset of the next byte, from the beginning of the input}
  public long offset() {
    return currentOffset();
  }

  /// {@return the number of bytes left in the innermost message or packed values}
  public long remaining() {
    return bytesToLimit();
  }

  /// {@return whether bytes are left in the innermost message or packed values}
  public boolean hasRemaining() {
    return position < end || bytesToLimit() > 0;
  }

  /// Returns the tag of the next field, or 0 at the end of the message.
  public int readTag() {
    int at = position;
    if (at < end) {
      int tag = window[at];
      if (tag >= 1 << Wire.TYPE_BITS) {
        position = at + 1;
        return tag;
      }
    }
    return readLongTag();
  }

  private int readLongTag() {
    if (!hasRemaining()) {
      return 0;
    }
    int tag = (int) varint();
    if (fieldNumber(tag) == 0) {
      throw failure("a field has the number 0");
    }
    return tag;
  }

  /// Reads a value of type `int32`.
  public int readInt32() {
    return (int) varint();
  }

  /// Reads a value of type `int64`.
  public long readInt64() {
    return varint();
  }

  /// Reads a value of type `uint32`.
  public int readUint32() {
    return (int) varint();
  }

  /// Reads a value of type `uint64`.
  public long readUint64() {
    return varint();
  }

  /// Reads a value of type `sint32`.
  public int readSint32() {
    return Wire.unZigZag((int) varint());
  }

  /// Reads a value of type `sint64`.
  public long readSint64() {
    return Wire.unZigZag(varint());
  }

  /// Reads a value of type `fixed32`.
  public int readFixed32() {
    return word32();
  }

  /// Reads a value of type `sfixed32`.
  public int readSfixed32() {
    return word32();
  }

  /// Reads a value of type `fixed64`.
  public long readFixed64() {
    return word64();
  }

  /// Reads a value of type `sfixed64`.
  public long readSfixed64() {
    return word64();
  }

  /// Reads a value of type `float`.
  public float readFloat() {
    return Float.intBitsToFloat(word32());
  }

  /// Reads a value of type `double`.
  public double readDouble() {
    return Double.longBitsToDouble(word64());
  }

  /// Reads a value of type `bool`.
  public boolean readBool() {
    return varint() != 0;
  }

  /// Reads the number of an enum.
  public int readEnum() {
    return (int) varint();
  }

  /// Reads a value of type `string`.
  ///
  /// @throws ProtoFormatException if the value is not well-formed UTF-8
  public String readString() {
    return readString(Malformed.REPORT);
  }

  /// Reads a value of type `string`.
  ///
  /// @param malformed the policy for malformed UTF-8
  /// @throws ProtoFormatException if the value is not well-formed and the policy is
  ///   [Malformed#REPORT]
  public String readString(Malformed malformed) {
    return text(requireLength((int) varint()), malformed);
  }

  /// Reads a value of type `bytes` into a new array.
  public byte[] readByteArray() {
    int length = requireLength((int) varint());
    byte[] value = new byte[length];
    take(value, length);
    return value;
  }

  /// Reads a value of type `bytes` without a copy: the result is a part of the input.
  public Bytes readBytes() {
    int length = requireLength((int) varint());
    Bytes value = slice(length);
    pass(length);
    return value;
  }

  /// Begins the message that is the value of the tag read last. The tags and values read next are
  /// those of this message, until [#endMessage].
  ///
  /// @return the argument for [#endMessage]
  public long beginMessage() {
    int length = requireLength((int) varint());
    enter();
    return limitTo(currentOffset() + length);
  }

  /// Ends the message that was begun last.
  ///
  /// @param begun the result of [#beginMessage]
  /// @throws IllegalStateException if the message was not read to its end
  public void endMessage(long begun) {
    requireEnd();
    depth--;
    limitTo(begun);
  }

  /// Begins packed values, which have no tags. Read values as long as some [remain][#hasRemaining],
  /// and then call [#endPacked].
  ///
  /// @return the argument for [#endPacked]
  public long beginPacked() {
    int length = requireLength((int) varint());
    return limitTo(currentOffset() + length);
  }

  /// Ends packed values.
  ///
  /// @param begun the result of [#beginPacked]
  /// @throws IllegalStateException if not all values were read
  public void endPacked(long begun) {
    requireEnd();
    limitTo(begun);
  }

  /// Reads packed values of type `int32` or `uint32`, or of an enum.
  public int[] readPackedInt32() {
    return PackedReads.ints(this, FieldType.INT32);
  }

  /// Reads packed values of type `int64` or `uint64`.
  public long[] readPackedInt64() {
    return PackedReads.longs(this, FieldType.INT64);
  }

  /// Reads packed values of type `sint32`.
  public int[] readPackedSint32() {
    return PackedReads.ints(this, FieldType.SINT32);
  }

  /// Reads packed values of type `sint64`.
  public long[] readPackedSint64() {
    return PackedReads.longs(this, FieldType.SINT64);
  }

  /// Reads packed values of type `fixed32` or `sfixed32`.
  public int[] readPackedFixed32() {
    return PackedReads.ints(this, FieldType.FIXED32);
  }

  /// Reads packed values of type `fixed64` or `sfixed64`.
  public long[] readPackedFixed64() {
    return PackedReads.longs(this, FieldType.FIXED64);
  }

  /// Reads packed values of type `float`.
  public float[] readPackedFloat() {
    return PackedReads.floats(this);
  }

  /// Reads packed values of type `double`.
  public double[] readPackedDouble() {
    return PackedReads.doubles(this);
  }

  /// Reads packed values of type `bool`.
  public boolean[] readPackedBool() {
    return PackedReads.booleans(this);
  }

  private void requireEnd() {
    if (hasRemaining()) {
      throw new IllegalStateException(
          bytesToLimit()
              + " bytes are left: read until readTag() returns 0, and skip what is not needed");
    }
  }

  private void enter() {
    if (depth >= maxDepth) {
      throw failure("messages are nested more than " + maxDepth + " deep");
    }
    depth++;
  }

  /// Skips the value of a field. If `tag` begins a group, skips the whole group.
  ///
  /// @param tag the tag that was read last
  /// @throws ProtoFormatException if `tag` ends a group and none is open
  public void skipField(int tag) {
    switch (wireType(tag)) {
      case Wire.VARINT -> varint();
      case Wire.FIXED64 -> skip(Long.BYTES);
      case Wire.LENGTH -> skip((int) varint());
      case Wire.START_GROUP -> skipGroup(fieldNumber(tag));
      case Wire.FIXED32 -> skip(Integer.BYTES);
      case Wire.END_GROUP ->
          throw failure("a group ends that is not open, of field " + fieldNumber(tag));
      default -> throw failure("there is no wire type " + wireType(tag));
    }
  }

  private void skip(int length) {
    pass(requireLength(length));
  }

  private void skipGroup(int field) {
    enter();
    int end = field << Wire.TYPE_BITS | Wire.END_GROUP;
    for (int tag = readTag(); tag != end; tag = readTag()) {
      if (tag == 0) {
        throw failure("the group of field " + field + " does not end");
      }
      skipField(tag);
    }
    depth--;
  }
}

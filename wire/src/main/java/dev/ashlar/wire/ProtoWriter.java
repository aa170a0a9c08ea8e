// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.Bytes;
import dev.ashlar.wire.internal.encoding.Wire;
import dev.ashlar.wire.internal.output.ByteTarget;
import dev.ashlar.wire.internal.output.OutputBuffer;
import dev.ashlar.wire.internal.output.PackedArrays;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

/// Writes protobuf's encoding in one forward pass. The length of a message is stored when the
/// message ends.
///
/// ```java
/// ProtoWriter writer = ProtoWriter.create();
/// writer.writeString(1, "GET");
/// writer.beginMessage(2);
/// writer.writeSint32(1, -3);
/// writer.endMessage();
/// byte[] message = writer.toByteArray();
/// ```
///
/// Fields are written in the order of the calls. Default values are written too; [ProtoType] omits
/// them, and the caller may. A map is written as repeated messages with the key as field 1 and the
/// value as field 2.
///
/// **Length.** The writer predicts how many bytes the length of a message needs: as many as for the
/// last message at the same level of nesting. If the prediction is wrong, the end of the message
/// moves its bytes by the difference.
///
/// **Failure.** A write throws [IllegalArgumentException] if the field number is not within 1 to
/// 2^29 - 1, or is within 19000 to 19999. It throws [IndexOutOfBoundsException] if the bytes do not
/// fit. A write that throws leaves the writer as it was before the call. One case is different:
/// after a stream or memory has failed to take bytes, every write throws [IllegalStateException]
/// until the writer is reset.
///
/// **Garbage.** A writer allocates larger buffers and room for deeper nesting when it needs them,
/// and about 16 KiB of working memory when it writes the first text.
///
/// A writer may be used by one thread at a time.
public final class ProtoWriter {
  final OutputBuffer out;

  private ProtoWriter(OutputBuffer out) {
    this.out = out;
  }

  /// Returns a writer to a buffer of its own, which grows up to the largest array.
  public static ProtoWriter create() {
    return create(OutputBuffer.MAX_ARRAY);
  }

  /// Returns a writer to a buffer of its own, which grows up to `maxByteSize` bytes.
  ///
  /// @throws IllegalArgumentException if `maxByteSize` is less than 15, the largest size of a tag
  ///   and a number
  public static ProtoWriter create(int maxByteSize) {
    return new ProtoWriter(new OutputBuffer(requireSize(maxByteSize), null));
  }

  /// Returns a writer that writes to all of `array`.
  public static ProtoWriter of(byte[] array) {
    return of(array, 0, array.length);
  }

  /// Returns a writer to `array[from, from + length)`, and to no other bytes.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside the array
  public static ProtoWriter of(byte[] array, int from, int length) {
    return new ProtoWriter(new OutputBuffer(array, from, length));
  }

  /// Returns a writer to `memory`.
  ///
  /// Memory other than a `byte[]` has all bytes only after [#finish] has returned. Until then, the
  /// last bytes may be in a buffer.
  ///
  /// @throws IllegalArgumentException if `memory` is read-only
  public static ProtoWriter of(Bytes memory) {
    if (memory.isReadOnly()) {
      throw new IllegalArgumentException("These bytes are read-only");
    }
    if (!memory.isNative() && memory.asSegment().heapBase().orElse(null) instanceof byte[] array) {
      return of(array, (int) memory.asSegment().address(), (int) memory.byteSize());
    }
    return new ProtoWriter(new OutputBuffer(OutputBuffer.MAX_ARRAY, ByteTarget.of(memory)));
  }

  /// Returns a writer to `stream`, with a buffer of at most `bufferSize` bytes.
  ///
  /// For a message that is larger than the buffer, [declare][#beginMessage(int,long)] the length;
  /// otherwise a write throws [IllegalStateException]. An [java.io.IOException] of the stream is
  /// thrown as [java.io.UncheckedIOException].
  ///
  /// @throws IllegalArgumentException if `bufferSize` is less than 15, the largest size of a tag
  ///   and a number
  public static ProtoWriter of(OutputStream stream, int bufferSize) {
    Objects.requireNonNull(stream);
    return new ProtoWriter(new OutputBuffer(requireSize(bufferSize), ByteTarget.of(stream)));
  }

  private static int requireSize(int size) {
    if (size < OutputBuffer.FIELD) {
      throw new IllegalArgumentException(
          "size "
              + size
              + " is less than the "
              + OutputBuffer.FIELD
              + " bytes that one field can take");
    }
    return Math.min(size, OutputBuffer.MAX_ARRAY);
  }

  /// Discards everything written, and begins again in the same buffer, memory or stream.
  public void reset() {
    out.restart(out.target());
  }

  /// Begins again with another stream, in the same buffer.
  ///
  /// @throws IllegalStateException if this is not the writer of a stream or of memory
  public void reset(OutputStream stream) {
    Objects.requireNonNull(stream);
    if (out.target() == null) {
      throw new IllegalStateException("This writer has an array, and no stream to be replaced");
    }
    out.restart(ByteTarget.of(stream));
  }

  /// Returns a mark for [#rollBack]: where the next field of the innermost open message begins.
  public long mark() {
    return out.mark();
  }

  /// Removes the fields written since the mark. The messages that were open at the mark, and no
  /// others, have to be open.
  ///
  /// After some of these bytes were passed to a stream or to memory, they cannot be removed: every
  /// write then throws [IllegalStateException] until the writer is reset.
  ///
  /// @throws IllegalArgumentException if the mark is not before the next field of this message
  public void rollBack(long mark) {
    if (mark < 0 || mark > out.mark()) {
      throw new IllegalArgumentException(
          "The mark " + mark + " is not within this message, which has " + out.mark() + " bytes");
    }
    out.rollBack(mark, out.depth);
  }

  /// Returns the number of bytes written so far. The length of an open message is included with its
  /// predicted size.
  public long byteSize() {
    return out.offset();
  }

  /// Returns a copy of the bytes written.
  ///
  /// @throws IllegalStateException if a message is open, or if the bytes go to a stream or to
  ///   memory other than a `byte[]`
  public byte[] toByteArray() {
    out.requireWhole();
    return Arrays.copyOfRange(out.buffer, out.base, out.position);
  }

  /// Returns the bytes written, without a copy. They are overwritten when the writer is used again.
  ///
  /// @throws IllegalStateException in the cases of [#toByteArray]
  public Bytes toBytes() {
    out.requireWhole();
    return Bytes.of(out.buffer, out.base, out.position - out.base);
  }

  /// Passes the rest of the buffer to the stream or the memory, and flushes the stream.
  ///
  /// @throws IllegalStateException if a message is open, or the target has failed before
  /// @throws java.io.UncheckedIOException if the stream throws
  public void finish() {
    out.handOn();
  }

  /// Begins a message as the value of `field`. The fields written next belong to this message,
  /// until [#endMessage].
  public void beginMessage(int field) {
    out.open(Wire.tag(field, Wire.LENGTH));
  }

  /// Begins a message of `length` bytes. The message may be larger than the buffer.
  ///
  /// @throws IllegalArgumentException if `length` is not within 0 to 2^31 - 1
  public void beginMessage(int field, long length) {
    out.open(Wire.tag(field, Wire.LENGTH), length);
  }

  /// Ends the message or the packed values begun last.
  ///
  /// @throws IllegalStateException if none is open. Also if the message has 2^31 bytes or more, or
  ///   not the declared length; it then stays open
  public void endMessage() {
    out.close();
  }

  /// Begins packed values of `field`. They are written by the methods named `add…`, until
  /// [#endPacked].
  public void beginPacked(int field) {
    out.open(Wire.tag(field, Wire.LENGTH));
  }

  /// Ends the packed values begun last, as [#endMessage] does.
  public void endPacked() {
    out.close();
  }

  /// Writes a field of type `int32`.
  public void writeInt32(int field, int value) {
    out.varint(Wire.tag(field, Wire.VARINT), value);
  }

  /// Writes a field of type `int64`.
  public void writeInt64(int field, long value) {
    out.varint(Wire.tag(field, Wire.VARINT), value);
  }

  /// Writes a field of type `uint32`.
  public void writeUint32(int field, int value) {
    out.varint(Wire.tag(field, Wire.VARINT), value & 0xFFFF_FFFFL);
  }

  /// Writes a field of type `uint64`.
  public void writeUint64(int field, long value) {
    out.varint(Wire.tag(field, Wire.VARINT), value);
  }

  /// Writes a field of type `sint32`.
  public void writeSint32(int field, int value) {
    out.varint(Wire.tag(field, Wire.VARINT), Wire.zigZag(value) & 0xFFFF_FFFFL);
  }

  /// Writes a field of type `sint64`.
  public void writeSint64(int field, long value) {
    out.varint(Wire.tag(field, Wire.VARINT), Wire.zigZag(value));
  }

  /// Writes a field of type `fixed32`.
  public void writeFixed32(int field, int value) {
    out.fixed32(Wire.tag(field, Wire.FIXED32), value);
  }

  /// Writes a field of type `sfixed32`.
  public void writeSfixed32(int field, int value) {
    out.fixed32(Wire.tag(field, Wire.FIXED32), value);
  }

  /// Writes a field of type `fixed64`.
  public void writeFixed64(int field, long value) {
    out.fixed64(Wire.tag(field, Wire.FIXED64), value);
  }

  /// Writes a field of type `sfixed64`.
  public void writeSfixed64(int field, long value) {
    out.fixed64(Wire.tag(field, Wire.FIXED64), value);
  }

  /// Writes a field of type `float`.
  public void writeFloat(int field, float value) {
    out.fixed32(Wire.tag(field, Wire.FIXED32), Float.floatToRawIntBits(value));
  }

  /// Writes a field of type `double`.
  public void writeDouble(int field, double value) {
    out.fixed64(Wire.tag(field, Wire.FIXED64), Double.doubleToRawLongBits(value));
  }

  /// Writes a field of type `bool`.
  public void writeBool(int field, boolean value) {
    out.varint(Wire.tag(field, Wire.VARINT), value ? 1 : 0);
  }

  /// Writes a field of an enum type: the number of a constant.
  public void writeEnum(int field, int value) {
    out.varint(Wire.tag(field, Wire.VARINT), value);
  }

  /// Adds a packed value of type `int32`.
  public void addInt32(int value) {
    out.varint(value);
  }

  /// Adds a packed value of type `int64`.
  public void addInt64(long value) {
    out.varint(value);
  }

  /// Adds a packed value of type `uint32`.
  public void addUint32(int value) {
    out.varint(value & 0xFFFF_FFFFL);
  }

  /// Adds a packed value of type `uint64`.
  public void addUint64(long value) {
    out.varint(value);
  }

  /// Adds a packed value of type `sint32`.
  public void addSint32(int value) {
    out.varint(Wire.zigZag(value) & 0xFFFF_FFFFL);
  }

  /// Adds a packed value of type `sint64`.
  public void addSint64(long value) {
    out.varint(Wire.zigZag(value));
  }

  /// Adds a packed value of type `fixed32`.
  public void addFixed32(int value) {
    out.fixed32(value);
  }

  /// Adds a packed value of type `sfixed32`.
  public void addSfixed32(int value) {
    out.fixed32(value);
  }

  /// Adds a packed value of type `fixed64`.
  public void addFixed64(long value) {
    out.fixed64(value);
  }

  /// Adds a packed value of type `sfixed64`.
  public void addSfixed64(long value) {
    out.fixed64(value);
  }

  /// Adds a packed value of type `float`.
  public void addFloat(float value) {
    out.fixed32(Float.floatToRawIntBits(value));
  }

  /// Adds a packed value of type `double`.
  public void addDouble(double value) {
    out.fixed64(Double.doubleToRawLongBits(value));
  }

  /// Adds a packed value of type `bool`.
  public void addBool(boolean value) {
    out.varint(value ? 1 : 0);
  }

  /// Adds a packed value of an enum type: the number of a constant.
  public void addEnum(int value) {
    out.varint(value);
  }

  /// Writes a field of type `string`. A lone surrogate is written as `?`.
  public void writeString(int field, String text) {
    out.text(Wire.tag(field, Wire.LENGTH), text);
  }

  /// Writes a field of type `bytes`.
  public void writeBytes(int field, byte[] value) {
    out.bytes(Wire.tag(field, Wire.LENGTH), value, 0, value.length);
  }

  /// Writes `value[from, from + length)` as a field of type `bytes`.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside the array, or does not fit
  public void writeBytes(int field, byte[] value, int from, int length) {
    Objects.checkFromIndexSize(from, length, value.length);
    out.bytes(Wire.tag(field, Wire.LENGTH), value, from, length);
  }

  /// Writes a field of type `bytes`.
  ///
  /// @throws IllegalArgumentException if there are 2^31 bytes or more
  public void writeBytes(int field, Bytes value) {
    out.bytes(Wire.tag(field, Wire.LENGTH), value);
  }

  /// Writes fields that are already encoded: `fields[from, from + length)`.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside the array, or does not fit
  public void writeEncoded(byte[] fields, int from, int length) {
    Objects.checkFromIndexSize(from, length, fields.length);
    out.encoded(fields, from, length);
  }

  /// Writes packed values of type `int32`; nothing if there are none.
  public void writePackedInt32(int field, int[] values) {
    PackedArrays.ints(out, field, values, FieldType.INT32);
  }

  /// Writes packed values of type `int64`; nothing if there are none.
  public void writePackedInt64(int field, long[] values) {
    PackedArrays.longs(out, field, values, FieldType.INT64);
  }

  /// Writes packed values of type `uint32`; nothing if there are none.
  public void writePackedUint32(int field, int[] values) {
    PackedArrays.ints(out, field, values, FieldType.UINT32);
  }

  /// Writes packed values of type `uint64`; nothing if there are none.
  public void writePackedUint64(int field, long[] values) {
    PackedArrays.longs(out, field, values, FieldType.UINT64);
  }

  /// Writes packed values of type `sint32`; nothing if there are none.
  public void writePackedSint32(int field, int[] values) {
    PackedArrays.ints(out, field, values, FieldType.SINT32);
  }

  /// Writes packed values of type `sint64`; nothing if there are none.
  public void writePackedSint64(int field, long[] values) {
    PackedArrays.longs(out, field, values, FieldType.SINT64);
  }

  /// Writes packed values of type `fixed32`; nothing if there are none.
  public void writePackedFixed32(int field, int[] values) {
    PackedArrays.words(out, field, values, values.length, Integer.BYTES);
  }

  /// Writes packed values of type `sfixed32`; nothing if there are none.
  public void writePackedSfixed32(int field, int[] values) {
    PackedArrays.words(out, field, values, values.length, Integer.BYTES);
  }

  /// Writes packed values of type `fixed64`; nothing if there are none.
  public void writePackedFixed64(int field, long[] values) {
    PackedArrays.words(out, field, values, values.length, Long.BYTES);
  }

  /// Writes packed values of type `sfixed64`; nothing if there are none.
  public void writePackedSfixed64(int field, long[] values) {
    PackedArrays.words(out, field, values, values.length, Long.BYTES);
  }

  /// Writes packed values of type `float`; nothing if there are none.
  public void writePackedFloat(int field, float[] values) {
    PackedArrays.words(out, field, values, values.length, Float.BYTES);
  }

  /// Writes packed values of type `double`; nothing if there are none.
  public void writePackedDouble(int field, double[] values) {
    PackedArrays.words(out, field, values, values.length, Double.BYTES);
  }

  /// Writes packed values of type `bool`; nothing if there are none.
  public void writePackedBool(int field, boolean[] values) {
    PackedArrays.booleans(out, field, values);
  }

  /// Writes the numbers of an enum as packed values; nothing if there are none.
  public void writePackedEnum(int field, int[] values) {
    PackedArrays.ints(out, field, values, FieldType.ENUM);
  }
}

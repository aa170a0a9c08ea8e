// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.wire.internal.encoding.Wire;
import java.util.Locale;

/// A field's type in a `.proto` file. It determines how the values of a Java type are encoded.
///
/// ```java
/// record Point(
///     @ProtoField(value = 1, type = FieldType.SINT32) int x,
///     @ProtoField(value = 2, type = FieldType.FIXED64) long time) {}
///
/// byte[] message = ProtoType.of(MethodHandles.lookup(), Point.class).toByteArray(new Point(-1, 7));
/// ```
public enum FieldType {
  /// The default type for the Java type: `int32`, `int64`, `float`, `double`, `bool`, `string`,
  /// `bytes`, an enum or a message.
  BY_JAVA_TYPE(0, -1),
  /// `double`, in eight bytes.
  DOUBLE(1, Wire.FIXED64),
  /// `float`, in four bytes.
  FLOAT(2, Wire.FIXED32),
  /// `int64`, a varint: ten bytes if negative.
  INT64(3, Wire.VARINT),
  /// `uint64`, a varint.
  UINT64(4, Wire.VARINT),
  /// `int32`, a varint: ten bytes if negative.
  INT32(5, Wire.VARINT),
  /// `fixed64`, in eight bytes.
  FIXED64(6, Wire.FIXED64),
  /// `fixed32`, in four bytes.
  FIXED32(7, Wire.FIXED32),
  /// `bool`, a varint.
  BOOL(8, Wire.VARINT),
  /// `string`, a length and UTF-8.
  STRING(9, Wire.LENGTH),
  /// A message, a length and fields.
  MESSAGE(11, Wire.LENGTH),
  /// `bytes`, a length and bytes.
  BYTES(12, Wire.LENGTH),
  /// `uint32`, a varint of an unsigned number.
  UINT32(13, Wire.VARINT),
  /// An enum, a varint of its number.
  ENUM(14, Wire.VARINT),
  /// `sfixed32`, in four bytes.
  SFIXED32(15, Wire.FIXED32),
  /// `sfixed64`, in eight bytes.
  SFIXED64(16, Wire.FIXED64),
  /// `sint32`, a varint that is short for small numbers of either sign.
  SINT32(17, Wire.VARINT),
  /// `sint64`, a varint that is short for small numbers of either sign.
  SINT64(18, Wire.VARINT);

  private final int number;
  private final int wireType;

  FieldType(int number, int wireType) {
    this.number = number;
    this.wireType = wireType;
  }

  /// Returns the number of the type in a descriptor, `google.protobuf.FieldDescriptorProto.Type`; 0
  /// for [#BY_JAVA_TYPE].
  public int number() {
    return number;
  }

  /// Returns the wire type of a value; -1 for [#BY_JAVA_TYPE].
  public int wireType() {
    return wireType;
  }

  /// Returns whether repeated values can be packed behind one tag.
  public boolean isPackable() {
    return wireType != Wire.LENGTH;
  }

  /// Returns the name in a `.proto` file, as in `sint32`.
  public String protoName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

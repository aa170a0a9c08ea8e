package dev.ashlar.table;

import java.nio.ByteOrder;

/// Where a field is in a row of either layout: constants for the compiler, as the fields of records
/// are.
///
/// @param index of the field in its record
/// @param stride of packed rows, and `offset` of the field there
/// @param alignedStride of aligned rows, and `alignedOffset` of the field there
/// @param shift from the low end of an aligned row's word, in bits
record FieldOffsets(
    int index,
    long byteSize,
    long stride,
    long offset,
    long alignedStride,
    long alignedOffset,
    int wordStride,
    int wordOffset,
    int shift) {
  static FieldOffsets of(Schema schema, Field field) {
    long aligned = Layout.ALIGNED_ROWS.offsets(schema, 0)[field.index()];
    int byteSize = field.carrier().byteSize();
    int before = (int) (aligned % Long.BYTES) * Byte.SIZE;
    return new FieldOffsets(
        field.index(),
        byteSize,
        Layout.ROWS.stride(schema),
        Layout.ROWS.offsets(schema, 0)[field.index()],
        Layout.ALIGNED_ROWS.stride(schema),
        aligned,
        (int) Layout.ALIGNED_ROWS.stride(schema) / Long.BYTES,
        (int) aligned / Long.BYTES,
        ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            ? before
            : Long.SIZE - byteSize * Byte.SIZE - before);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.cdata;

/// `struct ArrowArray` of Arrow's C Data Interface: the values of a column, or a batch, whose
/// children are columns.
///
/// ```
///  0 length
///  8 null_count    -1 if it is not known
/// 16 offset        of the first value in the buffers
/// 24 n_buffers
/// 32 n_children
/// 40 buffers       addresses: validity bits or 0, then values; of texts offsets, then values
/// 48 children      addresses
/// 56 dictionary    address, or 0
/// 64 release       function; 0 once it has been called, or the array was moved
/// 72 private_data
/// ```
public final class CArray {
  public static final int BYTES = 80;

  private CArray() {}

  public static long length(long array) {
    return Foreign.getLong(array);
  }

  public static void setLength(long array, long length) {
    Foreign.setLong(array, length);
  }

  public static long nullCount(long array) {
    return Foreign.getLong(array + 8);
  }

  public static void setNullCountUnknown(long array) {
    Foreign.setLong(array + 8, -1);
  }

  public static long offset(long array) {
    return Foreign.getLong(array + 16);
  }

  public static long bufferCount(long array) {
    return Foreign.getLong(array + 24);
  }

  public static long childCount(long array) {
    return Foreign.getLong(array + 32);
  }

  public static long buffer(long array, int index) {
    return Foreign.getLong(Foreign.getLong(array + 40) + (long) index * Long.BYTES);
  }

  public static long child(long array, int index) {
    return Foreign.getLong(Foreign.getLong(array + 48) + (long) index * Long.BYTES);
  }

  public static long dictionary(long array) {
    return Foreign.getLong(array + 56);
  }

  public static long release(long array) {
    return Foreign.getLong(array + 64);
  }

  public static void setRelease(long array, long function) {
    Foreign.setLong(array + 64, function);
  }

  public static long privateData(long array) {
    return Foreign.getLong(array + 72);
  }

  /// Writes all fields except the release function and its data, for an array without nulls.
  public static void write(
      long array,
      long length,
      long bufferCount,
      long buffers,
      long childCount,
      long children,
      long dictionary) {
    Foreign.setLong(array, length);
    Foreign.setLong(array + 8, 0);
    Foreign.setLong(array + 16, 0);
    Foreign.setLong(array + 24, bufferCount);
    Foreign.setLong(array + 32, childCount);
    Foreign.setLong(array + 40, buffers);
    Foreign.setLong(array + 48, children);
    Foreign.setLong(array + 56, dictionary);
  }

  public static void writeRelease(long array, long function, long privateData) {
    Foreign.setLong(array + 72, privateData);
    setRelease(array, function);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

/// `struct ArrowArrayStream` of Arrow's C Stream Interface: batches of one schema, one after
/// another. Functions return 0 or an `errno`.
///
/// ```
///  0 get_schema      (stream, schema to write) -> int
///  8 get_next        (stream, array to write) -> int; an array without release is the end
/// 16 get_last_error  (stream) -> text, or 0
/// 24 release         (stream); 0 once it has been called, or the stream was moved
/// 32 private_data
/// ```
final class CStream {
  static final int BYTES = 40;

  private CStream() {}

  static long getSchema(long stream) {
    return Foreign.getLong(stream);
  }

  static long getNext(long stream) {
    return Foreign.getLong(stream + 8);
  }

  static long getLastError(long stream) {
    return Foreign.getLong(stream + 16);
  }

  static long release(long stream) {
    return Foreign.getLong(stream + 24);
  }

  static void setRelease(long stream, long function) {
    Foreign.setLong(stream + 24, function);
  }

  static long privateData(long stream) {
    return Foreign.getLong(stream + 32);
  }

  static void write(
      long stream, long getSchema, long getNext, long getLastError, long release, long data) {
    Foreign.setLong(stream, getSchema);
    Foreign.setLong(stream + 8, getNext);
    Foreign.setLong(stream + 16, getLastError);
    Foreign.setLong(stream + 32, data);
    setRelease(stream, release);
  }
}

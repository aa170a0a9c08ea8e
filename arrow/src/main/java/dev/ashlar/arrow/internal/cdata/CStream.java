// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.cdata;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/// `struct ArrowArrayStream` of Arrow's C Stream Interface: a sequence of batches with one schema.
/// Functions return 0 or an `errno`.
///
/// ```
///  0 get_schema      (stream, schema to write) -> int
///  8 get_next        (stream, array to write) -> int; an array without release is the end
/// 16 get_last_error  (stream) -> text, or 0
/// 24 release         (stream); 0 once it has been called, or the stream was moved
/// 32 private_data
/// ```
public final class CStream {
  public static final int BYTES = 40;

  private static final int RELEASE = 24;

  private CStream() {}

  /// Returns a segment of the structure's size, with the lifetime and the thread of the user's
  /// segment.
  ///
  /// @param struct the structure: a segment of its size, or a zero-length one
  public static MemorySegment sized(MemorySegment struct) {
    if (!struct.isNative() || (struct.byteSize() != 0 && struct.byteSize() != BYTES)) {
      throw new IllegalArgumentException(
          "An Arrow stream is %d bytes of native memory, or an address: not %s"
              .formatted(BYTES, struct));
    }
    return struct.byteSize() == 0 ? Foreign.sized(struct, BYTES) : struct;
  }

  /// Returns the function that releases a structure. The access is checked by the JDK.
  public static long release(MemorySegment struct) {
    return struct.get(JAVA_LONG_UNALIGNED, RELEASE);
  }

  /// Sets the function that releases a structure, with the same checks.
  public static void setRelease(MemorySegment struct, long function) {
    struct.set(JAVA_LONG_UNALIGNED, RELEASE, function);
  }

  public static long getSchema(long stream) {
    return Foreign.getLong(stream);
  }

  public static long getNext(long stream) {
    return Foreign.getLong(stream + 8);
  }

  public static long getLastError(long stream) {
    return Foreign.getLong(stream + 16);
  }

  public static long release(long stream) {
    return Foreign.getLong(stream + RELEASE);
  }

  public static void setRelease(long stream, long function) {
    Foreign.setLong(stream + RELEASE, function);
  }

  public static long privateData(long stream) {
    return Foreign.getLong(stream + 32);
  }

  public static void write(
      long stream, long getSchema, long getNext, long getLastError, long release, long data) {
    Foreign.setLong(stream, getSchema);
    Foreign.setLong(stream + 8, getNext);
    Foreign.setLong(stream + 16, getLastError);
    Foreign.setLong(stream + 32, data);
    setRelease(stream, release);
  }
}

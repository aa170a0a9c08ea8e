// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The values of an [array][CArray] of texts, or of bytes: with offsets of 32 or 64 bits, as views,
/// or as indices of a dictionary.
final class TextValues {
  private static final int VIEW_BYTES = 16;
  private static final int SHORT_VIEW = 12;

  private final String format;
  private final long array;

  /// Places in a dictionary, which then is the array; null if there is no dictionary.
  private final @Nullable IntegerValues indices;

  private final Validity validity;

  /// @param end of the values that are read, counted from the start of the buffers
  TextValues(long schema, long array, long end) {
    long dictionary = CSchema.dictionary(schema);
    this.format = CSchema.format(dictionary == 0 ? schema : dictionary);
    this.array = dictionary == 0 ? array : CArray.dictionary(array);
    this.indices = dictionary == 0 ? null : new IntegerValues(CSchema.format(schema), array, end);
    this.validity = new Validity(this.array);
  }

  static boolean isText(long schema) {
    long dictionary = CSchema.dictionary(schema);
    return switch (CSchema.format(dictionary == 0 ? schema : dictionary)) {
      case "u", "U", "vu" -> dictionary == 0 || IntegerValues.isInteger(CSchema.format(schema));
      default -> false;
    };
  }

  /// Whether values are arrays of bytes of any length.
  static boolean isBinary(long schema) {
    return switch (CSchema.format(schema)) {
      case "z", "Z", "vz" -> CSchema.dictionary(schema) == 0;
      default -> false;
    };
  }

  /// Returns a value, counted from the start of the buffers.
  String get(long index) {
    return new String(bytes(index), StandardCharsets.UTF_8);
  }

  /// Returns the bytes of a value.
  byte[] bytes(long index) {
    if (indices == null) {
      return value(index);
    }
    long place = indices.get(index);
    if (place < 0 || place >= CArray.length(array)) {
      throw new IllegalArgumentException(
          "index %d is not in the dictionary, which has %d values"
              .formatted(place, CArray.length(array)));
    }
    long at = CArray.offset(array) + place;
    validity.requireValid(at, 1, "a value of the dictionary", place);
    return value(at);
  }

  private byte[] value(long index) {
    if (format.startsWith("v")) {
      return view(Foreign.segment(CArray.buffer(array, 1), (index + 1) * VIEW_BYTES), index);
    }
    boolean wide = Character.isUpperCase(format.charAt(0));
    MemorySegment ends =
        Foreign.segment(CArray.buffer(array, 1), (index + 2) * (wide ? Long.BYTES : Integer.BYTES));
    long from = end(ends, wide, index);
    return bytes(CArray.buffer(array, 2) + from, end(ends, wide, index + 1) - from);
  }

  private static long end(MemorySegment ends, boolean wide, long index) {
    return wide
        ? ends.getAtIndex(JAVA_LONG_UNALIGNED, index)
        : ends.getAtIndex(JAVA_INT_UNALIGNED, index);
  }

  /// A view is the length, and the text if it has 12 bytes at most; otherwise its first four bytes,
  /// the number of its buffer, and where it begins there.
  private byte[] view(MemorySegment views, long index) {
    long at = index * VIEW_BYTES;
    int length = views.get(JAVA_INT_UNALIGNED, at);
    if (length <= SHORT_VIEW) {
      return bytes(views.address() + at + Integer.BYTES, length);
    }
    int buffer = views.get(JAVA_INT_UNALIGNED, at + 2L * Integer.BYTES);
    long from = views.get(JAVA_INT_UNALIGNED, at + 3L * Integer.BYTES);
    return bytes(CArray.buffer(array, 2 + buffer) + from, length);
  }

  private static byte[] bytes(long address, long byteSize) {
    return Foreign.segment(address, byteSize).toArray(JAVA_BYTE);
  }
}

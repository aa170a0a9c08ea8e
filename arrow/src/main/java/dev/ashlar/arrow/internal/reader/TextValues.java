// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.reader;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.CSchema;
import dev.ashlar.arrow.internal.cdata.Foreign;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The values of an [array][CArray] of texts or bytes: with 32-bit or 64-bit offsets, as views, or
/// as indices of a dictionary.
final class TextValues {
  private static final int VIEW_BYTES = 16;
  private static final int SHORT_VIEW = 12;

  /// The first of the buffers that have the texts of views.
  private static final int FIRST_TEXTS = 2;

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
      case "u", "U", "vu" -> dictionary == 0 || IntegerValues.isCount(CSchema.format(schema));
      default -> false;
    };
  }

  /// Returns whether values are arrays of bytes of any length.
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

  byte[] bytes(long index) {
    return segment(index).toArray(JAVA_BYTE);
  }

  /// Returns the bytes of a value where they are.
  ///
  /// @throws IllegalArgumentException if the array says that they are in none of its buffers
  MemorySegment segment(long index) {
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

  private MemorySegment value(long index) {
    return format.startsWith("v") ? view(index) : between(index);
  }

  /// The buffer of the offsets says where the texts end, and its last one where their buffer does.
  private MemorySegment between(long index) {
    long last = CArray.offset(array) + CArray.length(array);
    long from = offset(index);
    long to = offset(index + 1);
    if (from < 0 || to < from || to > offset(last)) {
      throw new IllegalArgumentException(
          "it is from byte %d to %d of %d".formatted(from, to, offset(last)));
    }
    return Foreign.segment(CArray.buffer(array, 2) + from, to - from);
  }

  private long offset(long index) {
    boolean wide = Character.isUpperCase(format.charAt(0));
    int width = wide ? Long.BYTES : Integer.BYTES;
    MemorySegment offset = Foreign.segment(CArray.buffer(array, 1) + index * width, width);
    return wide ? offset.get(JAVA_LONG_UNALIGNED, 0) : offset.get(JAVA_INT_UNALIGNED, 0);
  }

  /// A view is the length, and the text if it has 12 bytes at most; otherwise its first four bytes,
  /// the number of its buffer, and where it begins there. The last buffer has the sizes of those.
  private MemorySegment view(long index) {
    MemorySegment view = Foreign.segment(CArray.buffer(array, 1) + index * VIEW_BYTES, VIEW_BYTES);
    int length = view.get(JAVA_INT_UNALIGNED, 0);
    if (length >= 0 && length <= SHORT_VIEW) {
      return view.asSlice(Integer.BYTES, length);
    }
    int buffer = view.get(JAVA_INT_UNALIGNED, 2L * Integer.BYTES);
    long from = view.get(JAVA_INT_UNALIGNED, 3L * Integer.BYTES);
    int sizes = (int) CArray.bufferCount(array) - 1;
    boolean isThere = length >= 0 && from >= 0 && buffer >= 0 && buffer < sizes - FIRST_TEXTS;
    if (!isThere
        || from + length
            > Foreign.getLong(CArray.buffer(array, sizes) + (long) buffer * Long.BYTES)) {
      throw new IllegalArgumentException(
          "it has %d bytes from %d on in buffer %d of %d"
              .formatted(length, from, buffer, Math.max(0, sizes - FIRST_TEXTS)));
    }
    return Foreign.segment(CArray.buffer(array, FIRST_TEXTS + buffer) + from, length);
  }
}

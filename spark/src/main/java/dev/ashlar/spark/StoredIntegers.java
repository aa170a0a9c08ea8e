// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.Serializable;
import java.lang.foreign.MemorySegment;

/// A column whose values are integers in the file, in the order that Spark gives them.
///
/// @param isSigned whether the first bit is a sign: ordinals and `char` have none
record StoredIntegers(String path, int byteSize, boolean isSigned) implements Serializable {
  long get(MemorySegment values, long row) {
    return switch (byteSize) {
      case Byte.BYTES ->
          isSigned ? values.get(JAVA_BYTE, row) : Byte.toUnsignedInt(values.get(JAVA_BYTE, row));
      case Short.BYTES ->
          isSigned
              ? values.get(JAVA_SHORT_UNALIGNED, row * Short.BYTES)
              : values.get(JAVA_CHAR_UNALIGNED, row * Short.BYTES);
      case Integer.BYTES -> values.get(JAVA_INT_UNALIGNED, row * Integer.BYTES);
      default -> values.get(JAVA_LONG_UNALIGNED, row * Long.BYTES);
    };
  }
}

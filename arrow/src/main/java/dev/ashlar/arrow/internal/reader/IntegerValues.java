// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.reader;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.Foreign;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/// The values of an [array][CArray] of integers. These are signed or unsigned integers, dates,
/// times, timestamps, durations, and decimals of scale 0.
final class IntegerValues {
  private final boolean signed;
  private final int byteSize;
  private final MemorySegment values;

  /// @param end of the values that are read, counted from the start of the buffer
  IntegerValues(String format, long array, long end) {
    this.signed = !isUnsigned(format);
    this.byteSize = byteSize(format);
    this.values = Foreign.segment(CArray.buffer(array, 1), end * byteSize);
  }

  static boolean isInteger(String format) {
    return byteSize(format) != 0 && scale(format) == 0;
  }

  /// Returns whether values of that format are integers and nothing else.
  static boolean isCount(String format) {
    return format.matches("[cCsSiIlL]");
  }

  private static boolean isUnsigned(String format) {
    return format.length() == 1 && Character.isUpperCase(format.charAt(0));
  }

  /// Returns 0 if values of that format are no integers.
  private static int byteSize(String format) {
    return switch (format) {
      case "c", "C" -> Byte.BYTES;
      case "s", "S" -> Short.BYTES;
      case "i", "I", "tdD", "tts", "ttm" -> Integer.BYTES;
      case "l", "L", "tdm", "ttu", "ttn" -> Long.BYTES;
      default -> {
        if (format.matches("ts[smun]:.*|tD[smun]")) {
          yield Long.BYTES;
        }
        yield isDecimal(format) ? decimalByteSize(decimal(format)) : 0;
      }
    };
  }

  static boolean isDecimal(String format) {
    return format.matches("d:\\d{1,2},-?\\d{1,2}(,(32|64|128|256))?");
  }

  /// Returns how many digits are behind the point; of values that are no decimals, 0.
  static int scale(String format) {
    return isDecimal(format) ? Integer.parseInt(decimal(format)[1]) : 0;
  }

  /// Returns the digits, those behind the point, and bits unless these are 128.
  private static String[] decimal(String format) {
    return format.substring(2).split(",", -1);
  }

  private static int decimalByteSize(String[] parts) {
    return parts.length == 2 ? 2 * Long.BYTES : Integer.parseInt(parts[2]) / Byte.SIZE;
  }

  /// Returns a value.
  ///
  /// @throws ArithmeticException if it is no `long`
  long get(long index) {
    long at = index * byteSize;
    return switch (byteSize) {
      case Byte.BYTES -> unsigned(values.get(JAVA_BYTE, at), 0xFF);
      case Short.BYTES -> unsigned(values.get(JAVA_SHORT_UNALIGNED, at), 0xFFFF);
      case Integer.BYTES -> unsigned(values.get(JAVA_INT_UNALIGNED, at), 0xFFFF_FFFFL);
      case Long.BYTES -> {
        long value = values.get(JAVA_LONG_UNALIGNED, at);
        require(signed || value >= 0);
        yield value;
      }
      case 2 * Long.BYTES -> {
        long low = values.get(JAVA_LONG_UNALIGNED, at);
        require(values.get(JAVA_LONG_UNALIGNED, at + Long.BYTES) == low >> 63);
        yield low;
      }
      default -> big(index).longValueExact();
    };
  }

  private long unsigned(long value, long mask) {
    return signed ? value : value & mask;
  }

  private static void require(boolean fits) {
    if (!fits) {
      throw new ArithmeticException("it is no long");
    }
  }

  /// Returns a value, whatever its size.
  BigInteger big(long index) {
    byte[] bytes = new byte[byteSize + 1];
    for (int i = 0; i < byteSize; i++) {
      bytes[byteSize - i] = values.get(JAVA_BYTE, index * byteSize + i);
    }
    bytes[0] = signed ? (byte) (bytes[1] >> 7) : 0;
    return new BigInteger(bytes);
  }
}

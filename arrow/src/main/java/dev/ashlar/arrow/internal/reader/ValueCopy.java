// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.reader;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.CSchema;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.writer.ColumnFormat;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableChunk;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;

/// Copies values of an [array][CArray] into a column that stores them in another form.
interface ValueCopy {
  /// The bytes of an id are those of RFC 9562.
  ValueLayout.OfLong ID_HALF = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// Copies a value.
  ///
  /// @param index counted from the start of the buffers
  /// @throws UnfitValueException if it is no value of the component
  void copy(long index, int row);

  /// Returns whether there are such copies.
  static boolean isPossible(long schema, ColumnFormat component) {
    String format = CSchema.format(schema);
    boolean plain = CSchema.dictionary(schema) == 0;
    return switch (component.kind()) {
      case "boolean" -> plain && format.equals("b");
      case "float" -> plain && format.equals("f");
      case "double" -> plain && (format.equals("f") || format.equals("g"));
      case "enum", "utf8", "text", "dictionary" -> TextValues.isText(schema);
      case "date" -> false;
      case "time", "datetime", "instant", "duration" -> plain && TimeValues.fit(format, component);
      case "decimal" -> plain && DecimalValues.fit(format);
      case "uuid" -> TextValues.isText(schema);
      case "bytes" -> TextValues.isBinary(schema);
      default -> plain && IntegerValues.isInteger(format);
    };
  }

  /// Returns what copies values of an array.
  ///
  /// @param end of the values that are read, counted from the start of the buffers
  /// @param table of one chunk, which has the column
  static ValueCopy of(ColumnFormat component, long schema, long array, long end, Table<?> table) {
    if (component.isText() || component.hasCodes()) {
      return longTexts(component, new TextValues(schema, array, end), table);
    }
    String format = CSchema.format(schema);
    MemorySegment target = table.column(component.name()).asSegment();
    return switch (component.kind()) {
      case "boolean" -> bits(CArray.buffer(array, 1), end, target);
      case "double" -> doubles(array, end, target);
      case "enum" -> constants(component, new TextValues(schema, array, end), target);
      case "utf8" -> texts(component, new TextValues(schema, array, end), target);
      case "uuid" -> ids(new TextValues(schema, array, end), target);
      case "bytes" -> bytes(component, new TextValues(schema, array, end), target);
      case "time", "datetime", "instant", "duration" -> {
        TimeValues times = new TimeValues(component, format, array, end);
        yield (index, row) -> target.setAtIndex(JAVA_LONG_UNALIGNED, row, times.get(index));
      }
      case "decimal" ->
          decimals(component, new DecimalValues(component, format, array, end), target);
      default -> integers(component, new IntegerValues(format, array, end), target);
    };
  }

  private static ValueCopy bits(long bits, long end, MemorySegment target) {
    MemorySegment from = Foreign.segment(bits, (end + 7) / 8);
    return (index, row) ->
        target.set(JAVA_BYTE, row, (byte) (from.get(JAVA_BYTE, index >> 3) >> (index & 7) & 1));
  }

  private static ValueCopy doubles(long array, long end, MemorySegment target) {
    MemorySegment from = Foreign.segment(CArray.buffer(array, 1), end * Float.BYTES);
    return (index, row) ->
        target.setAtIndex(JAVA_DOUBLE_UNALIGNED, row, from.getAtIndex(JAVA_FLOAT_UNALIGNED, index));
  }

  private static ValueCopy integers(
      ColumnFormat component, IntegerValues values, MemorySegment target) {
    return (index, row) -> {
      BigInteger big = null;
      long value = 0;
      try {
        value = values.get(index);
      } catch (ArithmeticException noLong) {
        big = values.big(index);
      }
      if (big != null || value != narrow(component, value)) {
        throw new UnfitValueException(
            big == null ? value : big, "is not in the range of " + component.type());
      }
      set(component, target, row, value);
    };
  }

  private static long narrow(ColumnFormat component, long value) {
    return switch (component.format()) {
      case "c" -> (byte) value;
      case "s" -> (short) value;
      case "S" -> (char) value;
      case "i" -> (int) value;
      default -> value;
    };
  }

  private static void set(ColumnFormat component, MemorySegment target, int row, long value) {
    switch (component.byteSize()) {
      case Byte.BYTES -> target.set(JAVA_BYTE, row, (byte) value);
      case Short.BYTES -> target.setAtIndex(JAVA_SHORT_UNALIGNED, row, (short) value);
      case Integer.BYTES -> target.setAtIndex(JAVA_INT_UNALIGNED, row, (int) value);
      default -> target.setAtIndex(JAVA_LONG_UNALIGNED, row, value);
    }
  }

  private static ValueCopy constants(
      ColumnFormat component, TextValues texts, MemorySegment target) {
    Map<String, Integer> ordinals = new HashMap<>();
    component.constants().forEach(constant -> ordinals.put(constant, ordinals.size()));
    return (index, row) -> {
      String text = texts.get(index);
      int ordinal = ordinals.getOrDefault(text, -1);
      if (ordinal < 0) {
        throw new UnfitValueException(text, "is none of " + component.constants());
      }
      set(component, target, row, ordinal);
    };
  }

  private static ValueCopy texts(ColumnFormat component, TextValues texts, MemorySegment target) {
    return (index, row) -> {
      byte[] text = texts.bytes(index);
      if (text.length > component.byteSize()) {
        throw new UnfitValueException(
            '"' + texts.get(index) + '"',
            "has %d bytes in UTF-8, and %s has fewer".formatted(text.length, component.type()));
      }
      if (!Utf8.isValid(text, 0, text.length)) {
        throw new UnfitValueException(
            "the bytes " + HexFormat.of().formatHex(text), "are not UTF-8");
      }
      for (byte next : text) {
        if (next == 0) {
          throw new UnfitValueException(
              '"' + texts.get(index) + '"', "has a character 0, which ends a text in a table");
        }
      }
      MemorySegment.copy(
          text, 0, target, JAVA_BYTE, (long) row * component.byteSize(), text.length);
    };
  }

  private static ValueCopy longTexts(ColumnFormat component, TextValues texts, Table<?> table) {
    TableChunk chunk = table.chunks().getFirst();
    return (index, row) -> chunk.setText(component.name(), row, texts.segment(index));
  }

  private static ValueCopy bytes(ColumnFormat component, TextValues values, MemorySegment target) {
    return (index, row) -> {
      byte[] bytes = values.bytes(index);
      if (bytes.length != component.byteSize()) {
        throw new UnfitValueException(
            "an array of %d bytes".formatted(bytes.length), "is not " + component.type());
      }
      MemorySegment.copy(
          bytes, 0, target, JAVA_BYTE, (long) row * component.byteSize(), bytes.length);
    };
  }

  private static ValueCopy ids(TextValues texts, MemorySegment target) {
    return (index, row) -> {
      String text = texts.get(index);
      UUID id;
      try {
        id = UUID.fromString(text);
      } catch (IllegalArgumentException none) {
        throw new UnfitValueException('"' + text + '"', "is no UUID");
      }
      target.setAtIndex(ID_HALF, 2L * row, id.getMostSignificantBits());
      target.setAtIndex(ID_HALF, 2L * row + 1, id.getLeastSignificantBits());
    };
  }

  private static ValueCopy decimals(
      ColumnFormat component, DecimalValues values, MemorySegment target) {
    int high = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 0;
    return (index, row) -> {
      BigInteger unscaled = values.get(index);
      if (component.byteSize() == Long.BYTES) {
        target.setAtIndex(JAVA_LONG_UNALIGNED, row, unscaled.longValue());
      } else {
        long upper = unscaled.shiftRight(Long.SIZE).longValue();
        target.setAtIndex(JAVA_LONG_UNALIGNED, 2L * row + high, upper);
        target.setAtIndex(JAVA_LONG_UNALIGNED, 2L * row + 1 - high, unscaled.longValue());
      }
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.CSchema;
import dev.ashlar.arrow.internal.reader.BatchReader;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.RecordSchema.Field;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Every format of a column is refused, or its values are read. Arrays are written by hand, with
/// the formats of Arrow's specification and with some that it does not have.
@Timeout(60)
class ColumnFormatsTest {
  static final List<String> FORMATS =
      List.of(
          "n",
          "b",
          "c",
          "C",
          "s",
          "S",
          "i",
          "I",
          "l",
          "L",
          "e",
          "f",
          "g",
          "z",
          "Z",
          "vz",
          "u",
          "U",
          "vu",
          "d:9,0,32",
          "d:9,2,32",
          "d:18,0,64",
          "d:18,2,64",
          "d:38,0",
          "d:38,2",
          "d:38,0,128",
          "d:38,-2",
          "d:76,0,256",
          "d:76,2,256",
          "w:4",
          "w:16",
          "tdD",
          "tdm",
          "tts",
          "ttm",
          "ttu",
          "ttn",
          "tss:",
          "tsm:",
          "tsu:",
          "tsn:",
          "tss:UTC",
          "tsm:UTC",
          "tsu:Europe/Rome",
          "tsn:UTC",
          "tDs",
          "tDm",
          "tDu",
          "tDn",
          "tiM",
          "tiD",
          "tin",
          "+l",
          "+L",
          "+vl",
          "+w:3",
          "+s",
          "+m",
          "+ud:0",
          "+us:0",
          "+r",
          "",
          "d:",
          "d:9",
          "d:9,x",
          "d:9,2,512",
          "d:9,2,8",
          "d:9,2,128,1",
          "d:9999999999,0",
          "ts",
          "tsx:",
          "ts:",
          "tD",
          "tDx",
          "tt",
          "ttx",
          "cC",
          "sS",
          "w:",
          "w:x");

  private static final List<String> FIELDS =
      List.of(
          "boolean",
          "byte",
          "short",
          "char",
          "int",
          "long",
          "float",
          "double",
          "enum A,B",
          "date",
          "time seconds",
          "time nanos",
          "datetime millis",
          "datetime nanos",
          "instant seconds",
          "instant micros",
          "duration micros",
          "duration nanos",
          "decimal 9 2",
          "decimal 38 0",
          "uuid",
          "bytes 4",
          "utf8 5",
          "text",
          "dictionary",
          "optional long");

  /// Records by the type of their field.
  private static final Map<String, TableType<?>> TYPES =
      FIELDS.stream()
          .collect(
              Collectors.toMap(
                  field -> field,
                  field -> new RecordSchema("Row", List.of(new Field("v", field))).type()));

  private final Arena arena = Arena.ofAuto();

  private long text(String text) {
    return arena.allocateFrom(text).address();
  }

  private long addresses(long... addresses) {
    return arena.allocateFrom(ValueLayout.JAVA_LONG, addresses).address();
  }

  private long structure(long byteSize) {
    return arena.allocate(byteSize, Long.BYTES).address();
  }

  private long schema(String format, long dictionary) {
    long schema = structure(CSchema.BYTES);
    CSchema.write(schema, text(format), text("v"), 0, 0, dictionary);
    return schema;
  }

  /// Returns an array of three buffers, the last two of which have the same byte all over.
  private long array(int value, long dictionary) {
    MemorySegment bytes = arena.allocate(256, Long.BYTES).fill((byte) value);
    long array = structure(CArray.BYTES);
    CArray.write(array, 1, 3, addresses(0, bytes.address(), bytes.address()), 0, 0, dictionary);
    return array;
  }

  private Table<?> read(TableType<?> type, long column, long values) {
    long schema = structure(CSchema.BYTES);
    CSchema.write(schema, text("+s"), text(""), 1, addresses(column), 0);
    long batch = structure(CArray.BYTES);
    CArray.write(batch, 1, 1, addresses(0), 1, addresses(values), 0);
    BatchReader<?> reader = new BatchReader<>(type.columns(), schema);
    reader.add(batch);
    return reader.table(arena);
  }

  /// Requires that values are read, or refused by the type of the column or with their row.
  ///
  /// @return whether they are read
  private boolean isRead(String type, long column, long values) {
    TableType<?> record = Objects.requireNonNull(TYPES.get(type));
    String pair = type + " of " + CSchema.format(column);
    Throwable refusal = catchThrowable(() -> read(record, column, values));
    if (refusal != null) {
      assertThat(refusal)
          .as(pair)
          .isInstanceOf(IllegalArgumentException.class)
          .message()
          .matches("v is .*, and the column has Arrow's format .*|row 0: v .*");
    }
    return refusal == null;
  }

  @ParameterizedTest
  @FieldSource("FORMATS")
  void eachFormatIsReadOrRefused(String format) {
    long column = schema(format, 0);
    for (String type : FIELDS) {
      for (int value : new int[] {0, -1, 1, 0x7F, 0x80}) {
        isRead(type, column, array(value, 0));
      }
    }
  }

  @ParameterizedTest
  @FieldSource("FORMATS")
  void eachIndexOfADictionaryIsReadOrRefused(String format) {
    long column = schema(format, schema("u", 0));
    for (String type : FIELDS) {
      for (int value : new int[] {0, -1, 0x7F, 0x80}) {
        isRead(type, column, array(value, array(0, 0)));
      }
    }
  }

  /// Zeros are a value of each of these.
  @Test
  void zerosAreReadOfAllThatFit() {
    List<String> read = new ArrayList<>();
    for (String format : FORMATS) {
      for (String type : List.of("long", "double", "decimal 38 0", "instant micros", "text")) {
        if (isRead(type, schema(format, 0), array(0, 0))) {
          read.add(type + " " + format);
        }
      }
    }
    assertThat(read)
        .contains("long d:76,0,256", "decimal 38 0 d:76,2,256", "decimal 38 0 d:9,2,32")
        .contains("long tss:", "instant micros tsu:Europe/Rome", "double f", "text vu")
        .doesNotContain("long d:76,2,256", "long e", "decimal 38 0 d:9,2,512");
  }

  @Test
  void decimalsOf256BitsAreReadIfTheyFit() {
    long column = schema("d:76,0,256", 0);
    MemorySegment value = arena.allocate(32, Long.BYTES);
    value.set(ValueLayout.JAVA_LONG, 0, 42);
    long array = structure(CArray.BYTES);
    CArray.write(array, 1, 2, addresses(0, value.address()), 0, 0, 0);
    assertThat(isRead("long", column, array)).isTrue();
    value.set(ValueLayout.JAVA_BYTE, 31, (byte) 1);
    assertThat(isRead("long", column, array)).isFalse();
    assertThat(isRead("decimal 38 0", column, array)).isFalse();
    assertThatCode(() -> isRead("optional long", column, array)).doesNotThrowAnyException();
  }
}

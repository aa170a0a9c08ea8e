// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.CSchema;
import dev.ashlar.arrow.internal.reader.BatchReader;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.FixedUtf8;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Arrays of texts whose offsets, views or bytes are wrong are refused. They are written by hand.
@Timeout(60)
class MalformedTextTest {
  record Line(String text) {}

  private static final TableType<Line> LINE = TableType.of(MethodHandles.lookup(), Line.class);

  record Code(@FixedUtf8(8) String text) {}

  private static final TableType<Code> CODE = TableType.of(MethodHandles.lookup(), Code.class);
  private static final String LONG = "longer than 12 bytes";

  private final Arena arena = Arena.ofAuto();

  private long addresses(long... addresses) {
    return arena.allocateFrom(ValueLayout.JAVA_LONG, addresses).address();
  }

  private long ints(int... values) {
    return arena.allocateFrom(ValueLayout.JAVA_INT, values).address();
  }

  private long text(String text) {
    return arena.allocateFrom(text).address();
  }

  private MemorySegment structure(long byteSize) {
    return arena.allocate(byteSize, Long.BYTES);
  }

  /// Returns what is read of a batch of one column.
  private Table<Line> read(String format, int rows, int values, long... buffers) {
    return read(LINE, format, rows, values, buffers);
  }

  private <R extends Record> Table<R> read(
      TableType<R> type, String format, int rows, int values, long... buffers) {
    long column = structure(CSchema.BYTES).address();
    CSchema.write(column, text(format), text("text"), 0, 0, 0);
    long schema = structure(CSchema.BYTES).address();
    CSchema.write(schema, text("+s"), text(""), 1, addresses(column), 0);
    long array = structure(CArray.BYTES).address();
    CArray.write(array, values, buffers.length, addresses(buffers), 0, 0, 0);
    long batch = structure(CArray.BYTES).address();
    CArray.write(batch, rows, 1, addresses(0), 1, addresses(array), 0);
    BatchReader<R> reader = new BatchReader<>(type.columns(), schema);
    reader.add(batch);
    return reader.table(arena);
  }

  @ParameterizedTest
  @CsvSource({
    "0,  3, 2, 3, row 1: text cannot be read: it is from byte 3 to 2 of 3",
    "-1, 3, 3, 3, row 0: text cannot be read: it is from byte -1 to 3 of 3",
    "0,  9, 3, 3, row 0: text cannot be read: it is from byte 0 to 9 of 3"
  })
  void offsetsAreInOrder(int first, int second, int third, int fourth, String message) {
    long[] offsets = {first, second, third, fourth};
    long texts = text("abc");
    assertThatThrownBy(() -> read("u", 3, 3, 0, ints(first, second, third, fourth), texts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> read("U", 3, 3, 0, addresses(offsets), texts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void offsetsThatAreRightAreRead() {
    assertThat(read("u", 3, 3, 0, ints(1, 1, 3, 4), text("abcd")))
        .containsExactly(new Line(""), new Line("bc"), new Line("d"));
    assertThat(read("U", 1, 3, 0, addresses(0, 4, 4, 4), text("abcd")))
        .containsExactly(new Line("abcd"));
  }

  private long view(int length, int buffer, int offset) {
    ByteBuffer view = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
    view.putInt(length).put(LONG.getBytes(StandardCharsets.UTF_8), 0, 4);
    view.putInt(buffer).putInt(offset);
    MemorySegment copy = structure(16);
    return copy.copyFrom(MemorySegment.ofArray(view.array())).address();
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0,  0, it has -1 bytes from 0 on in buffer 0 of 1",
    "20, 1,  0, it has 20 bytes from 0 on in buffer 1 of 1",
    "20, -1, 0, it has 20 bytes from 0 on in buffer -1 of 1",
    "20, 0,  -1, it has 20 bytes from -1 on in buffer 0 of 1",
    "20, 0,  1, it has 20 bytes from 1 on in buffer 0 of 1",
    "2147483647, 0, 2147483647, it has 2147483647 bytes from 2147483647 on in buffer 0 of 1"
  })
  void viewsAreInTheirBuffers(int length, int buffer, int offset, String message) {
    long sizes = addresses(LONG.length());
    assertThatThrownBy(() -> read("vu", 1, 1, 0, view(length, buffer, offset), text(LONG), sizes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 0: text cannot be read: " + message);
    assertThat(read("vu", 1, 1, 0, view(LONG.length(), 0, 0), text(LONG), sizes))
        .containsExactly(new Line(LONG));
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() {
    long bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, (byte) 'a', (byte) -1).address();
    assertThatThrownBy(() -> read("u", 2, 2, 0, ints(0, 1, 2), bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("row 1: text cannot be read: ")
        .hasMessageEndingWith("Line.text cannot be these 1 bytes: they are not UTF-8");
    assertThatThrownBy(() -> read(CODE, "u", 2, 2, 0, ints(0, 1, 2), bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 1: text is the bytes ff, which are not UTF-8");
  }

  @Test
  void aColumnIsAsLongAsItsBatch() {
    assertThatThrownBy(() -> read("u", 3, 2, 0, ints(0, 1, 2), text("ab")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("text has 2 values in a batch that ends at 3");
  }
}

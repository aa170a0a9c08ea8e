// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The places of the fields of a row.
///
/// ```
/// ROWS           tradeId clientId side | tradeId clientId side | …     as declared, no gaps
/// ALIGNED_ROWS   tradeId clientId side … | tradeId clientId side … |   widest first, whole longs
/// COLUMNS        tradeId tradeId … | clientId clientId … | side side …
/// ```
public enum Layout {
  ROWS(0, "rows()"),
  ALIGNED_ROWS(1, "alignedRows()"),
  COLUMNS(2, "columns()");

  /// Columns begin at multiples of this, so that vectors of any width are aligned.
  public static final long COLUMN_ALIGNMENT = 64;

  private final int code;
  private final String call;

  Layout(int code, String call) {
    this.code = code;
    this.call = call;
  }

  /// How a file says it.
  public byte code() {
    return (byte) code;
  }

  public static Optional<Layout> ofCode(byte code) {
    return Arrays.stream(values()).filter(layout -> layout.code() == code).findFirst();
  }

  /// How a user asks for it.
  public String call() {
    return call;
  }

  /// The bytes from a row to the next; for columns, the bytes of a row in all columns.
  public long stride(Schema schema) {
    long sum = 0;
    for (Field field : schema.fields()) {
      sum += field.byteSize();
    }
    return this == ALIGNED_ROWS ? roundUp(sum, Long.BYTES) : sum;
  }

  /// Where each field is: in its row, or where its column begins if there are `rows` of them.
  public long[] offsets(Schema schema, long rows) {
    long[] offsets = new long[schema.fields().size()];
    long end = 0;
    for (Field field : inMemoryOrder(schema)) {
      offsets[field.index()] = end;
      end += this == COLUMNS ? columnSize(field, rows) : field.byteSize();
    }
    return offsets;
  }

  /// From each field to the same field of the next row.
  public long[] steps(Schema schema) {
    long[] steps = new long[schema.fields().size()];
    for (Field field : schema.fields()) {
      steps[field.index()] = this == COLUMNS ? field.byteSize() : stride(schema);
    }
    return steps;
  }

  /// The size of all the rows, with the gaps between columns.
  ///
  /// @throws ArithmeticException if that is more than a `long`
  public long byteSize(Schema schema, long rows) {
    if (this != COLUMNS) {
      return Math.multiplyExact(rows, stride(schema));
    }
    long size = 0;
    for (Field field : schema.fields()) {
      size = Math.addExact(size, columnSize(field, rows));
    }
    return size;
  }

  /// From a column to the next: an odd number of cache lines. With a power of two of rows all
  /// fields of a row would otherwise be in one set of the cache, which holds a dozen of them.
  private static long columnSize(Field field, long rows) {
    long size = roundUp(Math.multiplyExact(rows, field.byteSize()), COLUMN_ALIGNMENT);
    return size > 0 && (size & COLUMN_ALIGNMENT) == 0
        ? Math.addExact(size, COLUMN_ALIGNMENT)
        : size;
  }

  /// Widest first aligns every field without a gap, because sizes are powers of two, or multiples
  /// of one. A run is as wide as its primitive.
  private List<Field> inMemoryOrder(Schema schema) {
    if (this != ALIGNED_ROWS) {
      return schema.fields();
    }
    List<Field> ordered = new ArrayList<>();
    for (int size = Long.BYTES; size > 0; size /= 2) {
      for (Field field : schema.fields()) {
        if (field.primitive().byteSize() == size) {
          ordered.add(field);
        }
      }
    }
    return ordered;
  }

  public static long roundUp(long value, long powerOfTwo) {
    return Math.addExact(value, powerOfTwo - 1) & -powerOfTwo;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.reader;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.CSchema;
import dev.ashlar.arrow.internal.writer.ColumnFormat;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Copies batches into tables of their own. When the number of rows is known, these are copied into
/// one table.
public final class BatchReader<R extends Record> {
  private static final int PIECE_ROWS = 1 << 20;

  private final TableLayout<R> layout;
  private final IntFunction<Table<R>> newPiece;
  private final List<ColumnFormat> components;
  private final List<ColumnReader> readers = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();
  private final List<Table<R>> pieces = new ArrayList<>();
  private long rowCount;

  /// Creates a reader of batches that have one schema.
  ///
  /// @param schema the schema of the batches, which must stay valid while batches are added
  /// @throws IllegalArgumentException if a component has no column, or one of another type
  public BatchReader(TableLayout<R> layout, long schema) {
    this(layout, schema, layout.type().columns()::heap);
  }

  /// Creates a reader of batches that are moved to a table.
  public BatchReader(Table<R> target, long schema) {
    this(target.layout(), schema, target::newBatch);
  }

  private BatchReader(TableLayout<R> layout, long schema, IntFunction<Table<R>> newPiece) {
    this.layout = layout;
    this.newPiece = newPiece;
    this.components = ColumnFormat.of(layout.type());
    if (!CSchema.format(schema).equals("+s")) {
      throw new IllegalArgumentException(
          "The Arrow stream has values of format %s, not batches of columns (+s)"
              .formatted(CSchema.format(schema)));
    }
    for (ColumnFormat component : components) {
      int place = find(schema, component.name());
      places.add(place);
      readers.add(new ColumnReader(CSchema.child(schema, place), component));
    }
  }

  private int find(long schema, String name) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < CSchema.childCount(schema); i++) {
      names.add(CSchema.name(CSchema.child(schema, i)));
    }
    int place = names.indexOf(name);
    if (place < 0 || place != names.lastIndexOf(name)) {
      throw new IllegalArgumentException(
          "%s.%s needs one column of that name; there are %s"
              .formatted(layout.type().recordType().getName(), name, names));
    }
    return place;
  }

  /// Copies a batch.
  ///
  /// @throws IllegalArgumentException if a value is null or does not fit
  public void add(long batch) {
    long length = CArray.length(batch);
    long offset = CArray.offset(batch);
    new Validity(batch).requireValid(offset, length, "a row", rowCount);
    for (int i = 0; i < readers.size(); i++) {
      long values = CArray.length(CArray.child(batch, places.get(i)));
      if (values < offset + length) {
        throw new IllegalArgumentException(
            "%s has %d values in a batch that ends at %d"
                .formatted(components.get(i).name(), values, offset + length));
      }
    }
    for (long done = 0; done < length; done += PIECE_ROWS) {
      int rows = (int) Math.min(PIECE_ROWS, length - done);
      Table<R> piece = newPiece.apply(rows);
      for (int i = 0; i < readers.size(); i++) {
        long values = CArray.child(batch, places.get(i));
        readers.get(i).read(values, offset + done, piece, rowCount);
      }
      pieces.add(piece);
      rowCount += rows;
    }
  }

  /// Returns a table of all rows.
  public Table<R> table(Arena arena) {
    Table<R> table = layout.withCapacity(rowCount).allocate(arena, 0);
    moveTo(table);
    return table;
  }

  /// Appends the rows of all batches so far to a table, and forgets the batches.
  public void moveTo(Table<R> table) {
    pieces.forEach(table::appendAll);
    pieces.clear();
  }
}

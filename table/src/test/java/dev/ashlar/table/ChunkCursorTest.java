// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Cursors over the rows of one chunk.
final class ChunkCursorTest {
  private static final int ROWS = 23;

  record Leg(long price, short venue) {}

  record Order(int id, String name, Leg leg) {}

  interface Orders extends Cursor {
    int id();

    String name();

    Leg leg();

    Orders leg(Leg value);

    Orders legVenue(short value);
  }

  private static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);

  private TableFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = new TableFixture();
  }

  @AfterEach
  void close() throws IOException {
    fixture.close();
  }

  static List<TableFixture.Kind> kinds() {
    return TableFixture.kinds();
  }

  private static Order order(long row) {
    return new Order((int) row, "order number " + row, new Leg(100 * row, (short) -row));
  }

  private Table<Order> table(TableFixture.Kind kind) {
    Table<Order> table = kind.make(fixture, ORDERS, 0);
    for (int row = 0; row < ROWS; row++) {
      table.append(order(row));
    }
    return table;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void readsAndWritesTheRowsOfTheChunk(TableFixture.Kind kind) {
    Table<Order> table = table(kind);
    assertThat(table.cursor(Orders.class).next()).isTrue(); // Another way to the same class.
    long rows = 0;
    for (TableChunk chunk : table.chunks()) {
      Orders order = table.cursor(Orders.class, chunk);
      assertThat(order.row()).isEqualTo(-1);
      for (int row = 0; row < chunk.rowCount(); row++) {
        assertThat(order.next()).isTrue();
        assertThat(order.row()).isEqualTo(row);
        assertThat(new Order(order.id(), order.name(), order.leg()))
            .isEqualTo(order(chunk.firstRow() + row));
        order.leg(new Leg(row, (short) 7)).legVenue((short) 8);
        rows++;
      }
      assertThat(order.next()).isFalse();
      order.moveTo(0);
      assertThat(order.id()).isEqualTo((int) chunk.firstRow());
    }
    assertThat(rows).isEqualTo(ROWS);
    for (TableChunk chunk : table.chunks()) {
      for (int row = 0; row < chunk.rowCount(); row++) {
        assertThat(table.get(chunk.firstRow() + row).leg()).isEqualTo(new Leg(row, (short) 8));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void otherRowsAreRefused(TableFixture.Kind kind) {
    Table<Order> table = table(kind);
    for (TableChunk chunk : table.chunks()) {
      Orders order = table.cursor(Orders.class, chunk);
      String where =
          chunk.firstRow() == 0 ? "" : "the chunk from row " + chunk.firstRow() + " on of ";
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(order::id)
          .withMessage(
              "There is no row -1 in %s%s; rows are numbered from 0, and a cursor needs next() or moveTo(row) first",
              where, table);
      order.moveTo(0);
      boolean isLast = chunk.firstRow() + chunk.rowCount() == ROWS;
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> order.moveTo(chunk.rowCount()))
          .withMessage(
              isLast
                  ? "There is no row %1$d in %2$s%3$s; rows are numbered from 0"
                  : "Row %1$d is not one of the %1$d that the cursor covers, of %2$s%3$s: make another cursor",
              chunk.rowCount(),
              where,
              table);
      assertThat(order.row()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void coversTheRowsOfTheChunkWhenThatWasMade(TableFixture.Kind kind) {
    Table<Order> table = table(kind);
    TableChunk last = table.chunks().getLast();
    for (int row = ROWS; row < 40; row++) {
      table.append(order(row));
    }
    Orders order = table.cursor(Orders.class, last);
    order.moveTo(last.rowCount() - 1);
    assertThat(order.id()).isEqualTo(ROWS - 1);
    assertThat(order.next()).isFalse();
    table.truncate(2);
    Orders cut = table.cursor(Orders.class, last);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> {
          cut.moveTo(last.rowCount() - 1);
          cut.id();
        });
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void deletedRowsAreShown(TableFixture.Kind kind) {
    Table<Order> table = table(kind);
    table.delete(3);
    TableChunk chunk = table.chunks().getFirst();
    Orders order = table.cursor(Orders.class, chunk);
    int kept = 0;
    for (int row = chunk.nextRow(0); row < chunk.rowCount(); row = chunk.nextRow(row + 1)) {
      order.moveTo(row);
      assertThat(order.id()).isEqualTo(row).isNotEqualTo(3);
      kept++;
    }
    assertThat(kept).isEqualTo(chunk.rowCount() - 1);
    order.moveTo(3);
    assertThat(order.row()).isEqualTo(3);
  }

  @Test
  void chunksOfOtherTablesAreRefused() {
    Table<Order> table = ORDERS.columns().heap(2);
    TableChunk other = ORDERS.columns().heap(3).chunks().getFirst();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.cursor(Orders.class, other))
        .withMessage(
            table + " is asked for a cursor over " + other + ": use chunks() of the same table");
    assertThatNullPointerException()
        .isThrownBy(() -> table.cursor(Orders.class, Nulls.ofType()))
        .withMessage("The chunk is null: take one of chunks()");
  }

  @Test
  void chunksOfAClosedTableAreRefused() throws IOException {
    MappedTable<Order> table = ORDERS.columns().create(fixture.path(), 2);
    TableChunk chunk = table.chunks().getFirst();
    Orders order = table.cursor(Orders.class, chunk);
    table.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> table.cursor(Orders.class, chunk))
        .withMessageContaining("is closed");
    order.moveTo(1);
    assertThatIllegalStateException().isThrownBy(order::id).withMessageContaining("is closed");
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a user's interface may ask for, and what it does.
final class CursorTest {
  enum Level {
    LOW,
    MIDDLE,
    HIGH
  }

  record Order(long amount, int count, double price, boolean open, Level level, short next) {}

  private static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);

  interface Atomics extends Cursor {
    long getAmountVolatile();

    Atomics setAmountRelease(long value);

    long getAndAddAmount(long delta);

    long getAndSetAmountAcquire(long value);

    long getAndBitwiseOrAmount(long mask);

    boolean compareAndSetAmount(long expected, long value);

    boolean weakCompareAndSetCountPlain(int expected, int value);

    long compareAndExchangeAmount(long expected, long value);

    int getAndAddCountRelease(int delta);

    int getCountOpaque();

    boolean compareAndSetPrice(double expected, double value);

    void setOpenVolatile(boolean value);

    boolean getOpenAcquire();

    void setLevelRelease(Level value);

    Level getLevelAcquire();

    @Override
    Atomics moveTo(long row);
  }

  interface ArrayAtomics extends Cursor {
    short getAndAddNext(short delta);

    boolean compareAndSetLevel(Level expected, Level value);

    Level getAndSetLevel(Level value);

    boolean compareAndSetOpen(boolean expected, boolean value);
  }

  interface Plain extends Cursor {
    short getNext();

    Plain setNext(short value);

    Level level();
  }

  private TableFixture fixture;

  static List<TableFixture.Kind> kinds() {
    return TableFixture.kinds();
  }

  static List<TableFixture.Kind> alignedKinds() {
    return TableFixture.kinds().stream().filter(kind -> !kind.isRows()).toList();
  }

  @BeforeEach
  void openHome() throws Exception {
    fixture = new TableFixture();
  }

  @AfterEach
  void closeHome() throws Exception {
    fixture.close();
  }

  @ParameterizedTest
  @MethodSource("alignedKinds")
  void atomicMethodsDoWhatTheirNamesSay(TableFixture.Kind kind) {
    Table<Order> table = kind.make(fixture, ORDERS, 12);
    for (long row : new long[] {0, 6, 11}) {
      table.set(row, new Order(10, 20, 1.5, false, Level.LOW, (short) 3));
      Atomics order = table.cursor(Atomics.class).moveTo(row);
      assertThat(order.getAndAddAmount(5)).isEqualTo(10);
      assertThat(order.getAmountVolatile()).isEqualTo(15);
      assertThat(order.setAmountRelease(1)).isSameAs(order);
      assertThat(order.getAndSetAmountAcquire(8)).isEqualTo(1);
      assertThat(order.getAndBitwiseOrAmount(3)).isEqualTo(8);
      assertThat(order.compareAndSetAmount(8, 9)).isFalse();
      assertThat(order.compareAndSetAmount(11, 12)).isTrue();
      assertThat(order.compareAndExchangeAmount(0, 1)).isEqualTo(12);
      assertThat(order.compareAndExchangeAmount(12, 13)).isEqualTo(12);
      while (!order.weakCompareAndSetCountPlain(20, 21)) {
        assertThat(order.getCountOpaque()).isEqualTo(20);
      }
      assertThat(order.getAndAddCountRelease(-2)).isEqualTo(21);
      assertThat(order.compareAndSetPrice(1.5, 2.5)).isTrue();
      order.setOpenVolatile(true);
      assertThat(order.getOpenAcquire()).isTrue();
      order.setLevelRelease(Level.HIGH);
      assertThat(order.getLevelAcquire()).isEqualTo(Level.HIGH);
      assertThat(table.get(row)).isEqualTo(new Order(13, 19, 2.5, true, Level.HIGH, (short) 3));
    }
    assertThat(table.get(5)).isEqualTo(new Order(0, 0, 0, false, Level.LOW, (short) 0));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatTheMemoryCannotDoIsRefusedAtOnce(TableFixture.Kind kind) {
    Table<Order> table = kind.make(fixture, ORDERS, 12);
    if (kind.isRows()) {
      refused(table, Atomics.class, "packed rows are not aligned");
    }
    if (kind.isColumns() && kind.isHeap()) {
      table.append(new Order(1, 2, 3, false, Level.HIGH, (short) 4));
      ArrayAtomics order = (ArrayAtomics) table.cursor(ArrayAtomics.class).moveTo(12);
      assertThat(order.getAndAddNext((short) 2)).isEqualTo((short) 4);
      assertThat(order.compareAndSetLevel(Level.HIGH, Level.MIDDLE)).isTrue();
      assertThat(order.getAndSetLevel(Level.LOW)).isEqualTo(Level.MIDDLE);
      assertThat(order.compareAndSetOpen(false, true)).isTrue();
      assertThat(table.get(12)).isEqualTo(new Order(1, 2, 3, true, Level.LOW, (short) 6));
    } else {
      refused(table, ArrayAtomics.class, kind.isRows() ? "not aligned" : "have no ");
    }
  }

  private static void refused(Table<?> table, Class<? extends Cursor> cursor, String reason) {
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> table.cursor(cursor))
        .withMessageContaining(reason);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void standsBeforeTheFirstRow(TableFixture.Kind kind) {
    Table<Order> table = kind.make(fixture, ORDERS, 12);
    Plain order = table.cursor(Plain.class);
    assertThat(order.row()).isEqualTo(-1);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(order::level);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> order.setNext((short) 1));
    if (!kind.isRows()) {
      Atomics atomics = table.cursor(Atomics.class);
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> atomics.getAndAddAmount(1));
    }
    assertThat(order.next()).isTrue();
    assertThat(order.row()).isZero();
    assertThat(order.level()).isEqualTo(Level.LOW);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void coversTheRowsThatTheTableHadWhenItWasMade(TableFixture.Kind kind) {
    Table<Order> table = kind.make(fixture, ORDERS, 2);
    Plain order = (Plain) table.cursor(Plain.class).moveTo(1);
    for (int i = 0; i < 100; i++) {
      table.append(new Order(i, 0, 0, false, Level.LOW, (short) i));
    }
    assertThat(order.setNext((short) 77).getNext()).isEqualTo((short) 77);
    assertThat(table.get(1).next()).isEqualTo((short) 77);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> order.moveTo(101))
        .withMessageStartingWith("Row 101 is not one of the 2 that the cursor covers, of ")
        .withMessageEndingWith(": make another cursor");
    assertThat(order.row()).isEqualTo(1);
    assertThat(order.next()).isFalse();
    Plain later = table.cursor(Plain.class);
    later.moveTo(101);
    assertThat(later.getNext()).isEqualTo((short) 99);
    assertThat(later.next()).isFalse();
  }

  /// Methods of iterators, which the classes of cursors are.
  interface OwnIteration extends Cursor {
    int count();

    default boolean hasNext() {
      return count() == 7;
    }

    default void remove() {
      throw new IllegalStateException("removed");
    }

    default void forEachRemaining(java.util.function.Consumer<Object> action) {
      action.accept(count());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void defaultMethodsAreTheUsers(TableFixture.Kind kind) {
    Table<Order> table = kind.make(fixture, ORDERS, 2);
    OwnIteration order = table.cursor(OwnIteration.class);
    assertThat(order.next()).isTrue();
    assertThat(order.hasNext()).isFalse();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(order::remove)
        .withMessage("removed");
    List<Object> seen = new ArrayList<>();
    order.forEachRemaining(seen::add);
    assertThat(seen).containsExactly(0);
  }

  interface Stranger extends Cursor {
    long volume();
  }

  interface WrongType extends Cursor {
    int amount();
  }

  interface NoNumber extends Cursor {
    boolean getAndAddOpen(boolean value);
  }

  interface NoOrdinal extends Cursor {
    Level getAndBitwiseOrLevel(Level value);
  }

  private interface Private extends Cursor {
    int count();

    static int twice(int value) {
      return 2 * value;
    }

    default int doubled() {
      return twice(count());
    }

    @Override
    String toString();
  }

  abstract static class NoInterface implements Cursor {}

  interface OwnNext extends Cursor {
    @Override
    default boolean next() {
      return false;
    }
  }

  interface OwnMoveTo extends Cursor {
    @Override
    default OwnMoveTo moveTo(long row) {
      return this;
    }
  }

  @Test
  void whatEveryCursorDoesCannotBeReplaced() {
    Table<Order> table = ORDERS.columns().heap(1);
    for (Class<? extends Cursor> cursor : List.of(OwnNext.class, OwnMoveTo.class)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.cursor(cursor))
          .withMessageContaining(cursor.getDeclaredMethods()[0].getName() + "(")
          .withMessageContaining("replaces a method of " + Cursor.class.getName());
    }
  }

  @Test
  void methodsThatFollowNoConventionAreNamed() {
    Table<Order> table = ORDERS.columns().heap(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.cursor(Stranger.class))
        .withMessageContainingAll(
            "Stranger.volume()", Order.class.getName() + " has no such component");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.cursor(WrongType.class))
        .withMessageContaining("WrongType.amount()");
    assertThatIllegalArgumentException().isThrownBy(() -> table.cursor(NoInterface.class));
    refused(table, NoNumber.class, "boolean is no number");
    refused(table, NoOrdinal.class, "Level is no number");
  }

  @Test
  void privateInterfacesAndTheirOwnMethodsWork() {
    Table<Order> table = ORDERS.columns().heap(1);
    table.set(0, new Order(0, 21, 0, false, Level.LOW, (short) 0));
    Private order = table.cursor(Private.class);
    assertThat(order.next()).isTrue();
    assertThat(order.doubled()).isEqualTo(42);
  }
}

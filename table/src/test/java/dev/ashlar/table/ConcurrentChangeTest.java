// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Threads that change a table at once: one of them does it, and the others are refused before they
/// write a byte.
@Timeout(300)
final class ConcurrentChangeTest {
  record Order(long id, String name, @DictionaryEncoded String kind, int value) {}

  private static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);

  private static final int ATTEMPTS = Slow.times(1_500, 10_000);

  @TempDir Path folder;

  /// All of it follows from the id.
  private static Order order(long id) {
    return new Order(id, "the name of number " + id, "kind " + id % 500, (int) (id * 31));
  }

  static List<Arguments> everyRowWasAcknowledged() {
    List<Arguments> all = new ArrayList<>();
    for (TableFixture.Kind kind : TableFixture.kinds()) {
      if (!kind.name().contains("confined")) {
        Stream.of(2, 4, 8).forEach(threads -> all.add(Arguments.of(kind, threads)));
      }
    }
    return Slow.some(9, all);
  }

  /// A thread that appends, and what it was told.
  private static final class Appending {
    private final Table<Order> table;
    private final SplittableRandom random;
    private final BitSet acknowledged;
    private final int ids;
    private int nextId;
    private int deletions;

    Appending(Table<Order> table, int thread, BitSet acknowledged) {
      this.table = table;
      this.random = new SplittableRandom(thread);
      this.acknowledged = acknowledged;
      this.ids = thread << 20;
    }

    /// Nothing but this exception is expected.
    void attempt() throws IOException {
      try {
        change();
      } catch (ConcurrentModificationException refused) {
        assertThat(refused).hasMessageContaining("one thread at a time");
      }
    }

    private void change() throws IOException {
      switch (random.nextInt(20)) {
        case 0 -> appendOneByOne();
        case 1 -> appendTogether();
        case 2 -> deleteOne();
        // Files may double their capacity.
        case 3 -> table.reserve(Math.min(table.capacity() + 1, 50_000));
        case 4 -> {
          if (table.storage().path() != null) {
            ((MappedTable<Order>) table).commit();
          }
        }
        default -> {
          int id = ids + nextId++;
          table.append(order(id));
          acknowledge(id);
        }
      }
    }

    private void acknowledge(int id) {
      synchronized (acknowledged) {
        acknowledged.set(id);
      }
    }

    /// Whoever is asked for the next record has stored the one before.
    private void appendOneByOne() {
      table.appendAll(
          new Iterator<Order>() {
            private int asked;

            @Override
            public boolean hasNext() {
              if (asked > 0) {
                acknowledge(ids + nextId - 1);
              }
              return asked < 5;
            }

            @Override
            public Order next() {
              asked++;
              return order(ids + nextId++);
            }
          });
    }

    private void appendTogether() {
      Table<Order> batch = random.nextBoolean() ? ORDERS.alignedRows().heap(5) : table.newBatch(5);
      for (int i = 0; i < 5; i++) {
        batch.set(i, order(ids + nextId + i));
      }
      nextId += 5;
      table.appendAll(batch);
      for (int i = 1; i <= 5; i++) {
        acknowledge(ids + nextId - i);
      }
    }

    private void deleteOne() {
      long rows = table.sizeAcquire();
      if (rows > 0) {
        try {
          table.delete(random.nextLong(rows));
          deletions++;
        } catch (IndexOutOfBoundsException deletedBefore) {
          assertThat(deletedBefore).hasMessageContaining("was deleted");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource
  void everyRowWasAcknowledged(TableFixture.Kind kind, int threads) throws Exception {
    for (boolean indexed : new boolean[] {false, true}) {
      try (TableFixture fixture = new TableFixture()) {
        Table<Order> table = kind.make(fixture, ORDERS, 0);
        if (indexed) {
          table.uniqueIndex("id");
          table.index("name");
        }
        BitSet acknowledged = new BitSet();
        List<Appending> all = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
          all.add(new Appending(table, thread, acknowledged));
        }
        run(all);
        long deletions = all.stream().mapToLong(each -> each.deletions).sum();
        require(table, acknowledged, deletions);
        if (kind.isMapped() && !kind.isInChunks()) {
          MappedTable<Order> mapped = (MappedTable<Order>) table;
          mapped.commit();
          mapped.close();
          try (MappedTable<Order> again = mapped.layout().open(mapped.path())) {
            require(again, acknowledged, deletions);
            assertThat(again.verify().isUndamaged()).isTrue();
          }
        }
      }
    }
  }

  private static void run(List<Appending> all) throws Exception {
    CyclicBarrier start = new CyclicBarrier(all.size());
    List<Future<?>> tasks = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(all.size())) {
      for (Appending each : all) {
        tasks.add(
            pool.submit(() -> {
              start.await();
              for (int i = 0; i < ATTEMPTS; i++) {
                each.attempt();
              }
              return null;
            }));
      }
      for (Future<?> task : tasks) {
        task.get();
      }
    }
  }

  /// Rows that were deleted are still in their columns, and counted.
  private static void require(Table<Order> table, BitSet acknowledged, long deletions) {
    String name = table.toString();
    assertThat(table.size()).as(name).isEqualTo(acknowledged.cardinality());
    assertThat(table.deletedCount()).as(name).isEqualTo(deletions);
    BitSet seen = new BitSet();
    Index ids = table.uniqueIndex("id");
    Index names = table.index("name");
    long rows = 0;
    for (long row = table.nextRow(0); row < table.size(); row = table.nextRow(row + 1)) {
      Order order = table.get(row);
      assertThat(order).as("row %d of %s", row, name).isEqualTo(order(order.id()));
      assertThat(seen.get((int) order.id())).as("row %d of %s, twice", row, name).isFalse();
      seen.set((int) order.id());
      assertThat(ids.find(order.id())).as("row %d of %s", row, name).isEqualTo(row);
      assertThat(names.rows(order.name())).as("row %d of %s", row, name).containsExactly(row);
      rows++;
    }
    assertThat(rows).as(name).isEqualTo(table.size() - deletions);
    assertThat(ids.keys()).as(name).isEqualTo(rows);
    seen.andNot(acknowledged);
    assertThat(seen).as(name).isEqualTo(new BitSet());
  }

  /// Each way to change which rows there are, and none that only writes to a row or reads.
  private static Map<String, ThrowingCallable> changes(Table<Order> table) {
    Table<Order> two = ORDERS.columns().heap(2);
    Map<String, ThrowingCallable> changes = new LinkedHashMap<>();
    changes.put("append", () -> table.append(order(1)));
    changes.put("appendAll(array)", () -> table.appendAll(new Order[] {order(1)}));
    changes.put("appendAll(list)", () -> table.appendAll(List.of(order(1))));
    changes.put("appendAll(iterator)", () -> table.appendAll(List.of(order(1)).iterator()));
    changes.put("appendAll(table)", () -> table.appendAll(two));
    changes.put("appendAll(itself)", () -> table.appendAll(table));
    changes.put("appendAll(range)", () -> table.appendAll(two, 1, 1));
    changes.put("delete", () -> table.delete(0));
    changes.put("deleteIf", () -> table.deleteIf(_ -> true));
    changes.put("truncate", () -> table.truncate(1));
    changes.put("clear", table::clear);
    changes.put("reserve", () -> table.reserve(1_000_000));
    changes.put("index", () -> table.index("value"));
    changes.put("uniqueIndex", () -> table.uniqueIndex("name"));
    if (table.storage().path() != null) {
      changes.put("commit", ((MappedTable<Order>) table)::commit);
    }
    return changes;
  }

  @Test
  void eachChangeIsRefusedBeforeItWritesAByte() throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      for (TableFixture.Kind kind : TableFixture.kinds()) {
        Table<Order> table = kind.make(fixture, ORDERS, 0);
        Index ids = table.uniqueIndex("id");
        for (int id = 2; id < 5; id++) {
          table.append(order(id));
        }
        long capacity = table.capacity();
        Thread other = Thread.ofPlatform().start(() -> assertThat(table.claim.tryTake()).isTrue());
        other.join();
        changes(table)
            .forEach((name, change) ->
                assertThatExceptionOfType(ConcurrentModificationException.class)
                    .as("%s of %s", name, kind)
                    .isThrownBy(change)
                    .withMessageContaining("Another thread is changing " + table)
                    .withMessageContaining("nothing was changed by this call")
                    .withMessageContaining("one thread at a time"));
        assertThat(table.capacity()).as("%s", kind).isEqualTo(capacity);
        assertThat(ids.find(1)).as("%s", kind).isEqualTo(-1);
        // Rows can be written meanwhile, and an index that is there is found.
        table.set(0, order(6));
        assertThat(table.index("id")).isSameAs(ids);
        assertThat(table).as("%s", kind).containsExactly(order(6), order(3), order(4));
        table.claim.release();
        table.append(order(7));
        assertThat(table.get(ids.find(7))).as("%s", kind).isEqualTo(order(7));
      }
    }
  }

  /// A table that is being changed can be closed. Indexes that may have a row too many are not
  /// kept.
  @Test
  void closingDoesNotWait() throws Exception {
    Path path = folder.resolve("orders");
    MappedTable<Order> table = ORDERS.columns().create(path, 0);
    Index ids = table.index("id");
    table.append(order(1));
    table.commit();
    assertThat(table.claim.tryTake()).isTrue();
    table.indexes().append(1, 1);
    table.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> table.append(order(2)))
        .withMessageContaining("closed");
    assertThatIllegalStateException().isThrownBy(() -> ids.find(1));
    assertThat(path.resolveSibling("orders.id.index")).doesNotExist();
    try (MappedTable<Order> again = ORDERS.columns().open(path)) {
      assertThat(again.index("id").find(1)).isZero();
    }
    assertThat(path.resolveSibling("orders.id.index")).exists();
  }

  /// An arena that does something before it gives memory.
  private static final class Acting implements Arena {
    private final Arena memory = Arena.ofAuto();
    Runnable act = () -> {};

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      Runnable once = act;
      act = () -> {};
      once.run();
      return memory.allocate(byteSize, byteAlignment);
    }

    @Override
    public MemorySegment.Scope scope() {
      return memory.scope();
    }

    @Override
    public void close() {}
  }

  /// Only the code of an arena runs while a table is being changed.
  @Test
  void anArenaCannotChangeItsTable() throws Exception {
    Acting arena = new Acting();
    Table<Order> table = ORDERS.columns().allocate(arena, 0);
    for (ThrowingCallable change : changes(table).values()) {
      List<Throwable> thrown = new ArrayList<>();
      arena.act =
          () -> {
            try {
              change.call();
            } catch (Throwable failure) {
              thrown.add(failure);
            }
          };
      long size = table.size();
      while (thrown.isEmpty()) {
        table.append(order(table.size()));
        size++;
      }
      assertThat(thrown.getFirst())
          .isInstanceOf(ConcurrentModificationException.class)
          .hasMessageContaining("This thread is already changing")
          .hasMessageContaining("An arena must not use its table");
      assertThat(table.size()).isEqualTo(size);
    }
    for (long row = 0; row < table.size(); row++) {
      assertThat(table.get(row)).isEqualTo(order(row));
    }
  }

  /// A long text is a piece of memory of its own.
  @Test
  void anArenaMayWriteTexts() {
    Acting arena = new Acting();
    Table<Order> table = ORDERS.columns().allocate(arena, 3);
    String[] names = {"a".repeat(10_000), "b".repeat(10_000), "c".repeat(10_000)};
    table.set(0, new Order(0, names[0], names[0], 0));
    arena.act = () -> table.set(1, new Order(1, names[1], names[1], 1));
    table.set(2, new Order(2, names[2], names[2], 2));
    for (int row = 0; row < 3; row++) {
      assertThat(table.get(row)).isEqualTo(new Order(row, names[row], names[row], row));
    }
  }

  /// A file that another table is writing is not compacted.
  @Test
  void compactNeedsTheFileAlone() throws Exception {
    Path path = folder.resolve("orders");
    try (MappedTable<Order> table = ORDERS.columns().create(path, 0)) {
      table.append(order(1));
      table.commit();
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> ORDERS.columns().compact(path))
          .withMessageContaining(path.toString());
      table.append(order(2));
      table.commit();
    }
    ORDERS.columns().compact(path);
    try (MappedTable<Order> table = ORDERS.columns().openReadOnly(path)) {
      assertThat(table).containsExactly(order(1), order(2));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.internal.file.TableFile.Plan;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Deleted rows of files: commits, readers, damage, and compact.
@Timeout(120)
final class DeletedFileTest {
  record Order(int id, String note) {
    static Order of(long id) {
      return new Order((int) id, "the note of order " + id);
    }
  }

  record Wider(long id, String note) {}

  private static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);
  private static final TableLayout<Order> LAYOUT = ORDERS.columns();
  private static final int ROWS = 10_000;

  @TempDir private Path folder;
  private Path path;
  private Path deletions;

  @BeforeEach
  void write() throws IOException {
    path = folder.resolve("orders");
    deletions = folder.toRealPath().resolve("orders.deleted");
    try (MappedTable<Order> table = LAYOUT.create(path, 0)) {
      LongStream.range(0, ROWS).mapToObj(Order::of).forEach(table::append);
      table.commit();
    }
  }

  private void deleteEachThird() throws IOException {
    try (MappedTable<Order> table = LAYOUT.open(path)) {
      table.deleteIf(order -> order.id() % 3 == 0);
      table.commit();
    }
  }

  private static List<Integer> kept(int rows) {
    return IntStream.range(0, rows).filter(id -> id % 3 != 0).boxed().toList();
  }

  private static void requireKept(Table<Order> table, int rows) {
    assertThat(table.stream().map(Order::id)).containsExactlyElementsOf(kept(rows));
    assertThat(table.stream()).allMatch(order -> order.equals(Order.of(order.id())));
  }

  @Test
  void aDeletionCountsFromTheCommitOn() throws Exception {
    assertThat(deletions).doesNotExist();
    try (MappedTable<Order> table = LAYOUT.open(path)) {
      table.delete(5);
      assertThat(table).hasSize(ROWS - 1);
    }
    try (MappedTable<Order> table = LAYOUT.open(path)) {
      assertThat(table).hasSize(ROWS);
      assertThat(table.files()).doesNotContain(deletions);
    }
    deleteEachThird();
    try (MappedTable<Order> table = LAYOUT.open(path)) {
      requireKept(table, ROWS);
      assertThat(table.verify().verifiedRows()).isEqualTo(ROWS);
      assertThat(table.files()).contains(deletions);
      table.delete(1);
    }
    try (MappedTable<Order> table = LAYOUT.openReadOnly(path)) {
      requireKept(table, ROWS);
      assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> table.delete(1));
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> table.deleteIf(_ -> false));
    }
  }

  @Test
  void rowsThatFollowTruncatedOnesAreThere() throws Exception {
    deleteEachThird();
    try (MappedTable<Order> table = LAYOUT.open(path)) {
      table.truncate(100);
      LongStream.range(100, 300).mapToObj(Order::of).forEach(table::append);
      table.commit();
      table.reserve(5 * ROWS);
      assertThat(table.deletedCount()).isEqualTo(34);
    }
    try (MappedTable<Order> table = LAYOUT.open(path)) {
      assertThat(table.deletedCount()).isEqualTo(34);
      assertThat(table).hasSize(266);
      LongStream.range(300, ROWS).mapToObj(Order::of).forEach(table::append);
      table.deleteIf(order -> order.id() % 3 == 0);
      requireKept(table, ROWS);
    }
  }

  @Test
  void aReaderFollows() throws Exception {
    try (MappedTable<Order> table = LAYOUT.open(path);
        MappedTable<Order> reader = LAYOUT.openReadOnly(path)) {
      Index ids = reader.uniqueIndex("id");
      for (int round = 0; round < 5; round++) {
        int rest = round;
        table.deleteIf(order -> order.id() % 5 == rest);
        table.append(Order.of(ROWS + round));
        assertThat(reader.refresh()).isFalse();
        assertThat(reader.deletedCount()).isEqualTo((long) ROWS / 5 * round);
        table.commit();
        assertThat(reader.refresh()).isTrue();
        assertThat(reader).containsExactlyElementsOf(table);
        assertThat(ids.find(rest)).isEqualTo(-1);
        assertThat(ids.find(ROWS + round)).isEqualTo(ROWS + round);
      }
      table.truncate(10);
      table.append(Order.of(10));
      table.commit();
      reader.refresh();
      assertThat(reader).containsExactly(Order.of(10));
    }
  }

  @Test
  void anIndexInAFileLacksDeletedRows() throws Exception {
    try (MappedTable<Order> table = LAYOUT.open(path)) {
      table.uniqueIndex("id");
    }
    deleteEachThird();
    for (int round = 0; round < 3; round++) {
      try (MappedTable<Order> table = LAYOUT.open(path)) {
        Index ids = table.uniqueIndex("id");
        assertThat(ids.find(3)).isEqualTo(-1);
        assertThat(ids.find(4)).isEqualTo(4);
        assertThat(ids.keys()).isEqualTo(kept(ROWS).size());
      }
    }
  }

  @Test
  void aReaderUsesTheIndexInAFile() throws Exception {
    deleteEachThird();
    try (MappedTable<Order> table = LAYOUT.open(path)) {
      table.uniqueIndex("id");
    }
    try (MappedTable<Order> reader = LAYOUT.openReadOnly(path)) {
      Index ids = reader.uniqueIndex("id");
      assertThat(ids.byteSize()).isLessThan(ROWS);
      assertThat(ids.find(3)).isEqualTo(-1);
      assertThat(ids.find(4)).isEqualTo(4);
    }
  }

  @Test
  void aReaderGoesOnAfterARefreshHasFailed() throws Exception {
    Path away = folder.resolve("away");
    try (MappedTable<Order> table = LAYOUT.open(path);
        MappedTable<Order> reader = LAYOUT.openReadOnly(path)) {
      LongStream.range(ROWS, 20 * ROWS).mapToObj(Order::of).forEach(table::append);
      table.deleteIf(order -> order.id() % 3 == 0);
      table.commit();
      Files.move(deletions, away);
      for (int round = 0; round < 2; round++) {
        assertThatExceptionOfType(TableFileException.class)
            .isThrownBy(reader::refresh)
            .withMessageContaining("orders.deleted, which is missing");
        assertThat(reader).hasSize(ROWS);
        assertThat(reader.deletedCount()).isZero();
        assertThat(reader.verify().isUndamaged()).isTrue();
      }
      Files.move(away, deletions);
      assertThat(reader.refresh()).isTrue();
      requireKept(reader, 20 * ROWS);
    }
  }

  @Test
  void aReaderOpensTheOldFileOrTheNewOne() throws Exception {
    AtomicBoolean isDone = new AtomicBoolean();
    FutureTask<Integer> opened =
        new FutureTask<>(() -> {
          int times = 0;
          while (!isDone.get()) {
            try (MappedTable<Order> reader = LAYOUT.openReadOnly(path)) {
              assertThat(reader.size() - reader.deletedCount()).isBetween(0L, 50L);
              times++;
            }
          }
          return times;
        });
    try (MappedTable<Order> table = LAYOUT.open(path)) {
      table.truncate(50);
    }
    Thread thread = Thread.ofPlatform().start(opened);
    try {
      for (int round = 0; round < 50 && thread.isAlive(); round++) {
        try (MappedTable<Order> table = LAYOUT.open(path)) {
          table.delete(0);
          table.commit();
        }
        assertThat(LAYOUT.compact(path)).isOne();
      }
    } finally {
      isDone.set(true);
    }
    assertThat(opened.get()).isPositive();
  }

  @Test
  void aFileThatIsMissingOrDamagedIsRefused() throws Exception {
    deleteEachThird();
    try (MappedTable<Order> table = LAYOUT.open(path)) {
      table.append(Order.of(1));
      table.delete(ROWS);
      table.commit();
    }
    byte[] bytes = Files.readAllBytes(deletions);
    int end = 4096;
    for (int last = end; last < bytes.length; last++) {
      end = bytes[last] == 0 ? end : last + 1;
    }
    for (int at = 4096; at < end; at += at < 4110 || at > end - 40 ? 1 : 97) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      Files.write(deletions, damaged);
      try (MappedTable<Order> table = LAYOUT.openReadOnly(path)) {
        // Bytes between pieces say nothing.
        assertThat(table.deletedCount()).as("byte %d", at).isEqualTo(ROWS / 3 + 2);
        assertThat(bytes[at]).isZero();
      } catch (TableFileException refused) {
        assertThat(refused.reason()).isEqualTo(Reason.CORRUPT);
        assertThat(refused).hasMessageContaining("orders.deleted: has a damaged piece at ");
      }
    }
    Files.delete(deletions);
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> LAYOUT.open(path))
        .withMessageContaining("orders.deleted, which is missing");
  }

  /// The file of deletions can neither be made nor grow.
  @Test
  void aFullDiskLosesNothing() throws Exception {
    FullDisk disk = new FullDisk();
    Path full = folder.resolve("full");
    try (MappedTable<Order> table = LAYOUT.create(full, 0, new Plan(4096, 5), disk)) {
      table.appendAll(LongStream.range(0, 300_000).mapToObj(Order::of).toList());
      table.commit();
      for (int rest : new int[] {0, 1}) {
        table.deleteIf(order -> order.id() < 300_000 * rest + 3 && order.id() % 3 == rest);
        long left = table.stream().count();
        disk.isFull = true;
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(table::commit)
            .withMessageContaining("no room");
        assertThat(table).hasSize((int) left);
        try (MappedTable<Order> reader = LAYOUT.openReadOnly(full)) {
          assertThat(reader.deletedCount()).isEqualTo(rest);
        }
        disk.isFull = false;
        table.commit();
      }
    }
    try (MappedTable<Order> table = LAYOUT.open(full)) {
      assertThat(table.deletedCount()).isEqualTo(100_001);
      assertThat(table.isDeleted(0)).isTrue();
      assertThat(table.stream().filter(order -> order.id() % 3 == 1)).isEmpty();
    }
  }

  @Test
  void compactGivesTheRoomBack() throws Exception {
    deleteEachThird();
    long size = Files.size(path);
    long texts = Files.size(folder.resolve("orders.text"));
    try (MappedTable<Order> reader = LAYOUT.openReadOnly(path)) {
      long generation = reader.generation();
      assertThat(LAYOUT.compact(path)).isEqualTo(ROWS / 3 + 1);

      requireKept(reader, ROWS);
      assertThatExceptionOfType(TableFileException.class)
          .isThrownBy(reader::refresh)
          .satisfies(refused -> assertThat(refused.reason()).isEqualTo(Reason.REPLACED));
      requireKept(reader, ROWS);
      assertThat(deletions).doesNotExist();
      assertThat(Files.size(path)).isLessThan(size);
      assertThat(Files.size(folder.resolve("orders.text"))).isLessThan(texts);
      try (MappedTable<Order> table = LAYOUT.open(path)) {
        requireKept(table, ROWS);
        assertThat(table.size()).isEqualTo(kept(ROWS).size());
        assertThat(table.deletedCount()).isZero();
        table.requireGeneration(table.generation());
        assertThatExceptionOfType(IllegalStateException.class)
            .isThrownBy(() -> table.requireGeneration(generation))
            .withMessageContaining(Long.toString(generation));
      }
    }
    byte[] bytes = Files.readAllBytes(path);
    assertThat(LAYOUT.compact(path)).isZero();
    assertThat(path).hasBinaryContent(bytes);
  }

  @Test
  void compactNeedsTheFileAlone() throws Exception {
    deleteEachThird();
    try (MappedTable<Order> _ = LAYOUT.open(path)) {
      assertThatExceptionOfType(TableFileException.class)
          .isThrownBy(() -> LAYOUT.compact(path))
          .satisfies(refused -> assertThat(refused.reason()).isEqualTo(Reason.LOCKED));
    }
    TableLayout<Wider> wider = TableType.of(MethodHandles.lookup(), Wider.class).columns();
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> wider.compact(path))
        .withMessageContaining("migrate also removes deleted rows");
    assertThat(wider.migrate(path)).isNotEmpty();
    try (MappedTable<Wider> table = wider.open(path)) {
      assertThat(table.stream().map(each -> (int) each.id())).containsExactlyElementsOf(kept(ROWS));
      assertThat(table.size()).isEqualTo(kept(ROWS).size());
    }
  }
}

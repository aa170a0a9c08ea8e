// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The file of statistics beside a table. Whatever becomes of it, statistics are right or missing,
/// and the next writer makes those that are missing.
@ExtendWith(Seeded.class)
@Timeout(300)
final class StatisticsFileTest {
  record Item(long id, double weight, boolean open) {}

  private static final TableLayout<Item> ITEMS =
      TableType.of(MethodHandles.lookup(), Item.class).columns();
  private static final int BLOCKS = 3;

  @TempDir Path folder;
  private Path path = Path.of("");
  private Path statistics = Path.of("");

  @BeforeEach
  void createTable() throws IOException {
    path = folder.resolve("items");
    statistics = folder.resolve("items.stats");
    create(path, 1);
  }

  private static void create(Path path, long seed) throws IOException {
    Random random = new Random(seed);
    try (MappedTable<Item> table = ITEMS.create(path, 0, new Plan(4_096, 6), Disk.REAL)) {
      for (int row = 0; row < BLOCKS * 64 - 10; row++) {
        table.append(new Item(random.nextLong(), random.nextDouble(), random.nextBoolean()));
      }
      table.commit();
    }
  }

  /// Returns how many blocks have statistics, and requires that these are right.
  private int found() throws Exception {
    try (MappedTable<Item> table = ITEMS.openReadOnly(path)) {
      return StatisticsJudge.requireRight(table).size();
    }
  }

  private void requireMadeAgain() throws Exception {
    ITEMS.open(path).close();
    assertThat(found()).isEqualTo(BLOCKS);
  }

  @Test
  void noByteMayBeAnother() throws Exception {
    byte[] whole = Files.readAllBytes(statistics);
    for (int i = 0; i < whole.length; i++) {
      byte[] flipped = whole.clone();
      flipped[i] ^= (byte) (1 << i % 8);
      Files.write(statistics, flipped);
      assertThat(found()).as("byte %d", i).isEqualTo(i < 8 ? BLOCKS : BLOCKS - 1);
    }
    requireMadeAgain();
    assertThat(statistics).hasBinaryContent(whole);
  }

  @Test
  void itMayEndAnywhere() throws Exception {
    byte[] whole = Files.readAllBytes(statistics);
    int record = (whole.length - 8) / BLOCKS;
    for (int length = 0; length < whole.length; length++) {
      Files.write(statistics, Arrays.copyOf(whole, length));
      assertThat(found()).as("length %d", length).isEqualTo(Math.max(0, length - 8) / record);
    }
    requireMadeAgain();
    Files.delete(statistics);
    assertThat(found()).isZero();
    requireMadeAgain();
    Files.write(statistics, new byte[100_000]);
    assertThat(found()).isZero();
    requireMadeAgain();
  }

  @Test
  void thatOfAnotherTableHasNone() throws Exception {
    Path other = folder.resolve("other");
    create(other, 2);
    Files.delete(statistics);
    Files.copy(folder.resolve("other.stats"), statistics);
    assertThat(found()).isZero();
    requireMadeAgain();
  }

  /// The same rows, so that all checksums of blocks are equal.
  @Test
  void thatOfATableWithTheSameRowsHasNone() throws Exception {
    Path other = folder.resolve("other");
    create(other, 1);
    Files.delete(statistics);
    Files.copy(folder.resolve("other.stats"), statistics);
    assertThat(found()).isZero();
  }

  @Test
  void recordsOfBlocksAreNotExchanged() throws Exception {
    byte[] whole = Files.readAllBytes(statistics);
    int record = (whole.length - 8) / BLOCKS;
    System.arraycopy(whole, 8, whole, 8 + record, record);
    Files.write(statistics, whole);
    assertThat(found()).isEqualTo(BLOCKS - 1);
  }

  @Test
  void aFileThatWasKeptWhileTheTableChangedHasThoseOfUnchangedBlocks(RandomGenerator random)
      throws Exception {
    byte[] before = Files.readAllBytes(statistics);
    try (MappedTable<Item> table = ITEMS.open(path)) {
      table.set(70, new Item(random.nextLong(), 1, true));
      table.commit();
    }
    assertThat(found()).isEqualTo(BLOCKS);
    Files.write(statistics, before);
    assertThat(found()).isEqualTo(BLOCKS - 1);
    requireMadeAgain();
  }

  /// Of rows that were damaged, statistics would be right only until the rows are restored.
  @Test
  void damagedRowsGetNone() throws Exception {
    byte[] rows = Files.readAllBytes(path);
    byte[] damaged = rows.clone();
    try (MappedTable<Item> table = ITEMS.openReadOnly(path)) {
      long first = table.get(0).id();
      int at = 0;
      while (java.nio.ByteBuffer.wrap(rows).order(java.nio.ByteOrder.nativeOrder()).getLong(at)
          != first) {
        at += 8;
      }
      damaged[at] ^= 1;
    }
    Files.delete(statistics);
    Files.write(path, damaged);
    ITEMS.open(path).close();
    assertThat(found()).isEqualTo(BLOCKS - 1);
    Files.write(path, rows);
    assertThat(found()).isEqualTo(BLOCKS - 1);
    requireMadeAgain();
  }

  @Test
  void aFullDiskOrAFolderInTheWayIsNoFailureOfClosing() throws Exception {
    Files.delete(statistics);
    Files.createDirectory(statistics);
    requireGivenUp();
    Files.delete(statistics);
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "the system has no /dev/full");
    Files.createSymbolicLink(statistics, full);
    requireGivenUp();
    Files.delete(statistics);
    requireMadeAgain();
  }

  private void requireGivenUp() throws Exception {
    try (MappedTable<Item> table = ITEMS.open(path)) {
      table.append(new Item(1, 1, true));
      table.commit();
      assertThatThrownBy(table::writeStatistics).isInstanceOf(IOException.class);
      table.append(new Item(2, 1, true));
      table.commit();
    }
    assertThat(found()).isZero();
    try (MappedTable<Item> table = ITEMS.open(path, TableOption.VERIFY)) {
      assertThat(table.get(table.size() - 1)).isEqualTo(new Item(2, 1, true));
    }
  }

  /// A row of the last block was written again by a commit that is lost.
  @Test
  void anOlderCommitHasNoneOfRowsThatANewerOneChanged() throws Exception {
    byte[] before = Files.readAllBytes(statistics);
    try (MappedTable<Item> table = ITEMS.open(path)) {
      table.set(table.size() - 1, new Item(Long.MIN_VALUE, -1, true));
      table.commit();
    }
    Files.write(statistics, before);
    byte[] whole = Files.readAllBytes(path);
    List<Recovery> recoveries = new ArrayList<>();
    for (int slot : new int[] {1, 2}) {
      byte[] damaged = whole.clone();
      damaged[slot * 4_096 + 16] ^= 1;
      damaged[3 * 4_096 + 16] ^= 1;
      Files.write(path, damaged);
      try (MappedTable<Item> table = ITEMS.openReadOnly(path, TableOption.ALLOW_OLDER_COMMIT)) {
        StatisticsJudge.requireRight(table);
        recoveries.add(table.recovery());
      }
    }
    assertThat(recoveries).contains(Recovery.OLDER_COMMIT);
  }

  @Test
  void anInterruptedThreadClosesAndReadsNone() throws Exception {
    Files.delete(statistics);
    MappedTable<Item> table = ITEMS.open(path);
    try (MappedTable<Item> reader = ITEMS.openReadOnly(path)) {
      table.writeStatistics();
      Thread.currentThread().interrupt();
      assertThat(reader.statistics(0, reader.size())).isEmpty();
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
      table.close();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(reader.statistics(0, reader.size())).hasSize(BLOCKS);
    }
    requireMadeAgain();
  }

  @Test
  void aClosedTableHasNone() throws Exception {
    MappedTable<Item> table = ITEMS.open(path);
    table.close();
    table.close();
    assertThatThrownBy(() -> table.statistics(0, 0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> table.computeStatistics(0, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(table::writeStatistics).isInstanceOf(IllegalStateException.class);
  }
}

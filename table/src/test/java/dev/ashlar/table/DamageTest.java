// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.Verification.Rows;
import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.schema.Layout;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Damaged rows stay reported, whatever is written and committed, until they are accepted.
@Timeout(60)
final class DamageTest {
  record Entry(long id, int check) {
    static Entry of(long row) {
      return new Entry(0x5a17_c0de_1000_0000L + row, (int) row);
    }
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final int SHIFT = 6;
  private static final int BLOCK = 1 << SHIFT;

  /// A block and a half behind three others.
  private static final int ROWS = 4 * BLOCK + BLOCK / 2;

  /// Forces nothing, to be quick.
  private static final Disk LAZY = (mapping, offset, byteSize) -> {};

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void choosePath() {
    path = folder.resolve("entries");
  }

  enum Writing {
    NOTHING,
    SET,
    FILL,
    COPY,
    APPEND,
    APPEND_BLOCKS,
    GROW,
    SEGMENT
  }

  static Stream<Arguments> cases() {
    return Stream.of(ENTRIES.rows(), ENTRIES.alignedRows(), ENTRIES.columns())
        .flatMap(layout ->
            Stream.of(Writing.values())
                .filter(writing ->
                    writing != Writing.SEGMENT || layout.rows().layout() == Layout.COLUMNS)
                .flatMap(writing ->
                    Stream.of(BLOCK + 7, ROWS - 3).map(row -> Arguments.of(layout, writing, row))));
  }

  private void create(TableLayout<Entry> layout) throws IOException {
    try (MappedTable<Entry> table = layout.create(path, 0, new Plan(4096, SHIFT), LAZY)) {
      append(table, ROWS);
      table.commit();
    }
  }

  private static void append(MappedTable<Entry> table, long rows) {
    for (long i = 0; i < rows; i++) {
      table.append(Entry.of(table.size()));
    }
  }

  /// Changes the id of a row behind the table's back.
  private void damage(long row) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    int at = 0;
    while (words.getLong(at) != Entry.of(row).id()) {
      at++;
    }
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(at);
      file.write(bytes[at] ^ 64);
    }
  }

  private static void write(MappedTable<Entry> table, Writing writing, long damaged)
      throws IOException {
    long row = damaged + 1;
    switch (writing) {
      case NOTHING -> {}
      case SET -> table.set(row, Entry.of(row));
      case FILL -> table.fill(Entry.of(0));
      case COPY -> table.copyTo(row, table, row - 2, 1);
      case APPEND -> append(table, 1);
      case APPEND_BLOCKS -> append(table, 2 * BLOCK);
      case GROW -> table.reserve(100_000);
      case SEGMENT -> table.column("check").asSegment();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void noCommitVouchesForDamage(TableLayout<Entry> layout, Writing writing, int row)
      throws Exception {
    create(layout);
    damage(row);
    for (int opening = 0; opening < 3; opening++) {
      try (MappedTable<Entry> table = layout.open(path, LAZY)) {
        if (opening > 0) {
          // At first nothing has been compared before it is written.
          assertDamaged(table, row);
        }
        write(table, opening == 0 ? writing : Writing.NOTHING, row);
        table.set(0, table.get(0));
        assertDamaged(table, row);
        table.commit();
        assertDamaged(table, row);
        table.commit();
      }
      assertThatExceptionOfType(TableFileException.class)
          .isThrownBy(() -> layout.open(path, LAZY, TableOption.VERIFY))
          .matches(refused -> refused.reason() == Reason.DAMAGED_ROWS)
          .withMessageContaining(path + ": ")
          .withMessageContaining("accept");
    }
    try (MappedTable<Entry> table = layout.open(path, LAZY)) {
      for (Rows rows : table.verify().damaged()) {
        for (long each = rows.from(); each < rows.to(); each++) {
          table.set(each, Entry.of(each));
        }
        table.accept(rows);
      }
      assertThat(table.verify().damaged()).isEmpty();
      table.commit();
      long size = table.size();
      assertThat(table.verify()).isEqualTo(new Verification(size, List.of(), List.of()));
    }
    try (MappedTable<Entry> table = layout.open(path, LAZY, TableOption.VERIFY)) {
      assertThat(table.get(row)).isEqualTo(Entry.of(row));
      assertThat(table.verify().unverified()).isEmpty();
    }
  }

  private static void assertDamaged(MappedTable<Entry> table, int row) {
    List<Rows> damaged = table.verify().damaged();
    assertThat(damaged).hasSize(1);
    int from = row - row % BLOCK;
    assertThat(damaged.getFirst().from()).isEqualTo(from);
    assertThat(damaged.getFirst().to()).isBetween(row + 1L, (long) from + BLOCK);
  }

  /// What this table has compared already is compared again once verify has found damage.
  @ParameterizedTest
  @MethodSource("cases")
  void damageWhileTheTableIsOpen(TableLayout<Entry> layout, Writing writing, int row)
      throws Exception {
    create(layout);
    try (MappedTable<Entry> table = layout.open(path, LAZY)) {
      assertThat(table.verify().verifiedRows()).isEqualTo(ROWS);
      damage(row);
      assertDamaged(table, row);
      write(table, writing, row);
      table.commit();
      assertDamaged(table, row);
    }
    try (MappedTable<Entry> table = layout.open(path, LAZY)) {
      assertDamaged(table, row);
    }
  }

  @Test
  void onlyWholeBlocksAreAccepted() throws Exception {
    create(ENTRIES.rows());
    try (MappedTable<Entry> table = ENTRIES.rows().open(path)) {
      for (Rows rows :
          List.of(
              new Rows(0, BLOCK - 1),
              new Rows(1, BLOCK),
              new Rows(-BLOCK, BLOCK),
              new Rows(0, ROWS + 1),
              new Rows(BLOCK, BLOCK),
              new Rows(4 * BLOCK, 5 * BLOCK))) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> table.accept(rows))
            .withMessageContaining("verify()")
            .withMessageContaining(path.toString());
      }
      table.accept(new Rows(0, ROWS));
      assertThat(table.verify().verifiedRows()).isZero();
      table.commit();
      assertThat(table.verify().verifiedRows()).isEqualTo(ROWS);
    }
  }

  @Test
  void aCommitNeverTakesRowsAway() throws Exception {
    create(ENTRIES.rows());
    try (MappedTable<Entry> table = ENTRIES.rows().open(path)) {
      table.setSize(ROWS - 1);
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(table::commit)
          .withMessageContaining(path.toString());
    }
    try (MappedTable<Entry> table = ENTRIES.rows().open(path, TableOption.VERIFY)) {
      assertThat(table.size()).isEqualTo(ROWS);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Mapped tables: what comes back, and what is refused with which reason.
@ExtendWith(Seeded.class)
final class TableFileTest {
  enum Side {
    BUY,
    SELL
  }

  private enum OtherSide {
    BUY,
    SELL,
    NEITHER
  }

  record Trade(long id, int price, Side side) {}

  private record Renamed(long id, int cost, Side side) {}

  private record Retyped(long id, long price, OtherSide side) {}

  private record Reordered(int price, long id, Side side) {}

  private static final TableType<Trade> TRADES = TableType.of(MethodHandles.lookup(), Trade.class);

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void choosePath() {
    path = folder.resolve("trades");
  }

  static List<TableLayout<Trade>> layouts() {
    return List.of(TRADES.rows(), TRADES.alignedRows(), TRADES.columns());
  }

  private static Trade trade(long id) {
    return new Trade(id, (int) (7 * id), id % 2 == 0 ? Side.BUY : Side.SELL);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void committedRowsComeBack(TableLayout<Trade> layout, RandomGenerator random) throws Exception {
    try (MappedTable<Trade> table = layout.create(path, 3)) {
      assertThat(table.size()).isEqualTo(3);
      for (int row = 0; row < 3; row++) {
        table.set(row, trade(row));
      }
      table.commit();
    }
    long rows = 3;
    for (int session = 0; session < 4; session++) {
      try (MappedTable<Trade> table = layout.open(path)) {
        assertRows(table, rows);
        long committed = rows + random.nextInt(5000);
        for (; rows < committed; rows++) {
          table.append(trade(rows));
        }
        table.commit();
        table.append(trade(-1));
      }
    }
    try (MappedTable<Trade> table = layout.openReadOnly(path)) {
      assertRows(table, rows);
    }
  }

  private static void assertRows(Table<Trade> table, long rows) {
    assertThat(table.size()).isEqualTo(rows);
    for (long row = 0; row < rows; row++) {
      assertThat(table.get(row)).isEqualTo(trade(row));
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void beforeTheFirstCommitThereAreNoRows(TableLayout<Trade> layout) throws Exception {
    layout.create(path, 10).close();
    try (MappedTable<Trade> table = layout.open(path)) {
      assertThat(table.size()).isZero();
      assertThat(table.capacity()).isGreaterThanOrEqualTo(10);
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void growingTakesTheDiskAtOnce(TableLayout<Trade> layout) throws Exception {
    try (MappedTable<Trade> table = layout.create(path, 1)) {
      table.reserve(100_000);
      assertThat(table.capacity()).isGreaterThanOrEqualTo(100_000);
      assertThat(Files.size(path)).isGreaterThanOrEqualTo(100_000 * layout.bytesPerRow());
      assertThat(table.size()).isEqualTo(1);
    }
  }

  @Test
  void columnsGrowInChunks() throws Exception {
    TableLayout<Trade> layout = TRADES.columns();
    int rows = 9 * 4096 + 7; // chunk 8 has two steps
    try (MappedTable<Trade> table = layout.create(path, 2)) {
      for (int row = 2; row < rows; row++) {
        table.append(trade(row));
      }
      table.set(0, trade(0));
      table.set(1, trade(1));
      assertThat(table.chunks())
          .map(TableChunk::rowCount)
          .containsExactly(4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4103);
      table.commit();
    }
    try (MappedTable<Trade> table = layout.open(path)) {
      assertRows(table, rows);
      table.set(rows - 1, trade(5));
      table.commit();
      assertThat(table.verify()).isEqualTo(new Verification(rows, List.of(), List.of()));
    }
    try (MappedTable<Trade> table = layout.openReadOnly(path, TableOption.VERIFY)) {
      assertThat(table.get(rows - 1)).isEqualTo(trade(5));
    }
  }

  /// Each chunk takes some heap: a file must not have more of them than its length justifies.
  @Test
  void chunksAreNotTiny() throws Exception {
    TRADES.columns().create(path, 1000, new Plan(1, 4), Disk.REAL).close();
    assertRefused(
        Reason.CORRUPT,
        () -> TRADES.columns().open(path),
        "the number of rows of a chunk is 1; restore a copy");
  }

  /// A thread that is interrupted closes the channels it uses.
  @ParameterizedTest
  @MethodSource("layouts")
  void interruptsLeaveTheTableAsItIs(TableLayout<Trade> layout) throws Exception {
    try (MappedTable<Trade> table = layout.create(path, 1)) {
      table.set(0, trade(0));
      for (int row = 1; row < 50_000; row++) {
        Thread.currentThread().interrupt();
        table.append(trade(row));
      }
      table.commit();
      assertThat(Thread.interrupted()).isTrue();
    }
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(ClosedByInterruptException.class).isThrownBy(() -> layout.open(path));
    assertThatExceptionOfType(ClosedByInterruptException.class)
        .isThrownBy(() -> layout.create(folder.resolve("other"), 1));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(folder.resolve("other")).doesNotExist();
    try (MappedTable<Trade> table = layout.open(path)) {
      assertRows(table, 50_000);
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void whatTheDiskCannotHoldIsNotBegun(TableLayout<Trade> layout) throws Exception {
    long rows = 1L << 51;
    String needs = "needs [0-9]{17} more bytes, and its disk has [0-9]+";
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> layout.create(path, rows))
        .withMessageMatching(".*" + needs);
    assertThat(path).doesNotExist();
    try (MappedTable<Trade> table = layout.create(path, 1)) {
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> table.reserve(rows))
          .withMessageMatching(".*cannot grow to " + rows + " rows: .*" + needs);
      assertThat(Files.size(path)).isLessThan(1 << 20);
      table.append(trade(1));
    }
  }

  interface AtomicIds extends Cursor {
    long getIdVolatile();

    void setIdRelease(long value);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void whatIsOpenToReadOnlyIsNotWritten(TableLayout<Trade> layout) throws Exception {
    layout.create(path, 1).close();
    try (MappedTable<Trade> table = layout.open(path)) {
      table.append(trade(0));
      table.commit();
    }
    try (MappedTable<Trade> table = layout.openReadOnly(path)) {
      assertThat(table.get(0)).isEqualTo(trade(0));
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> table.set(0, trade(1)));
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> table.copyTo(0, table, 0, 1));
      if (layout.toString().endsWith(".columns()")) {
        assertThatExceptionOfType(IllegalArgumentException.class)
            .isThrownBy(() -> table.column("id").setLong(0, 1));
      }
      if (!layout.toString().endsWith(".rows()")) {
        AtomicIds cursor = table.cursor(AtomicIds.class);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.getIdVolatile()).isZero();
        assertThatExceptionOfType(IllegalArgumentException.class)
            .isThrownBy(() -> cursor.setIdRelease(1));
      }
      assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(table::commit);
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> table.reserve(1 << 20));
      assertThat(table.get(0)).isEqualTo(trade(0));
    }
  }

  @Test
  void createNeedsANewFileAndOpenAnOldOne() throws Exception {
    assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> TRADES.rows().open(path));
    TRADES.rows().create(path, 1).close();
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> TRADES.rows().create(path, 1));
    TRADES.rows().open(path).close();
  }

  private interface Opening {
    AutoCloseable run() throws IOException;
  }

  private static void assertRefused(Reason reason, Opening opening, String... words) {
    TableFileException refused =
        catchThrowableOfType(TableFileException.class, () -> opening.run().close());
    assertThat(refused.reason()).isEqualTo(reason);
    for (String word : words) {
      assertThat(refused).hasMessageContaining(word);
    }
  }

  private void write(long position, int... bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(position);
      for (int each : bytes) {
        file.write(each);
      }
    }
  }

  private void truncate(long size) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(size);
    }
  }

  private void createFile(TableLayout<Trade> layout) throws IOException {
    try (MappedTable<Trade> table = layout.create(path, 5000)) {
      table.commit();
    }
  }

  @Test
  void filesThatAreNoTables() throws Exception {
    Files.writeString(path, "not a table at all");
    assertRefused(Reason.NOT_A_TABLE, () -> TRADES.rows().open(path), path.toString());
    Files.writeString(path, "ASH");
    assertRefused(Reason.TRUNCATED, () -> TRADES.rows().open(path));
    Files.writeString(path, "");
    assertRefused(Reason.TRUNCATED, () -> TRADES.rows().open(path));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void filesThatEndTooSoon(TableLayout<Trade> layout) throws Exception {
    createFile(layout);
    long size = Files.size(path);
    truncate(size - 1);
    assertRefused(Reason.MISSING_ROWS, () -> layout.open(path), "5000");
    for (int page = 3; page >= 0; page--) {
      truncate(page * 4096 + 7);
      assertRefused(Reason.TRUNCATED, () -> layout.open(path));
    }
  }

  @Test
  void otherVersionsAndByteOrders() throws Exception {
    createFile(TRADES.rows());
    write(9, ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 'B' : 'L');
    assertRefused(Reason.OTHER_BYTE_ORDER, () -> TRADES.rows().open(path));
    write(8, 1);
    assertRefused(
        Reason.OTHER_VERSION,
        () -> TRADES.rows().open(path),
        "has file format 1, this Ashlar reads 2: read the rows with the Ashlar that wrote it");
    write(8, 200);
    assertRefused(
        Reason.OTHER_VERSION,
        () -> TRADES.rows().open(path),
        "has file format 200, this Ashlar reads 2: open it with a newer Ashlar");
  }

  @Test
  void otherLayouts() throws Exception {
    createFile(TRADES.rows());
    assertRefused(Reason.OTHER_LAYOUT, () -> TRADES.columns().open(path), "rows()", "columns()");
  }

  @Test
  void otherSchemasAreNamedFieldByField() throws Exception {
    createFile(TRADES.rows());
    assertRefused(
        Reason.OTHER_SCHEMA,
        () -> TableType.of(MethodHandles.lookup(), Renamed.class).rows().open(path),
        "cost is not in the file",
        "price is in the file only");
    assertRefused(
        Reason.OTHER_SCHEMA,
        () -> TableType.of(MethodHandles.lookup(), Retyped.class).rows().open(path),
        "price is long, and int in the file",
        "side is enum BUY,SELL,NEITHER, and enum BUY,SELL in the file");
    assertRefused(
        Reason.OTHER_SCHEMA,
        () -> TableType.of(MethodHandles.lookup(), Reordered.class).rows().open(path),
        "order");
  }

  @Test
  void damagedHeaders() throws Exception {
    createFile(TRADES.rows());
    write(25, 1);
    assertRefused(Reason.CORRUPT, () -> TRADES.rows().open(path), "checksum");
  }

  /// A limit on the size of files stands for a disk that is full.
  @Test
  void aFullDiskIsAnExceptionAndTheTableGoesOn() throws Exception {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/bin/sh")), "needs a shell");
    String printed =
        ChildJvm.runLimited("full", 300, 1 << 20, Filler.class.getName(), path.toString());
    assertThat(printed).contains("IOException").contains("goes on with").contains("no file left");
  }

  static final class Filler {
    private Filler() {}

    public static void main(String[] arguments) throws IOException {
      Path path = Path.of(arguments[0]);
      try (MappedTable<Trade> table = TRADES.rows().create(path, 10)) {
        try {
          table.reserve(1L << 20);
        } catch (UncheckedIOException full) {
          System.out.println(full.getMessage());
        }
        table.append(trade(10));
        table.commit();
      }
      try (MappedTable<Trade> table = TRADES.rows().open(path)) {
        System.out.println("goes on with " + table.get(10));
      }
      Path other = path.resolveSibling("other");
      try {
        TRADES.columns().create(other, 1L << 20).close();
      } catch (IOException full) {
        System.out.println(Files.exists(other) ? "left behind" : "no file left");
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.Was;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that are written anew in the present form of their record.
@Timeout(120)
final class MigrateTest {
  record Old(int id, @FixedUtf8(8) String code, String note, @DictionaryEncoded String side) {}

  record Order(
      @DictionaryEncoded String side,
      @Was("id") long key,
      String code,
      String note,
      Optional<String> more) {}

  record Numbers(int id) {}

  record Back(@Was("key") long id) {}

  private static final TableType<Old> OLD = TableType.of(MethodHandles.lookup(), Old.class);
  private static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);
  private static final int ROWS = 20_000;

  @TempDir private Path folder;
  private Path path;

  @BeforeEach
  void choosePath() {
    path = folder.resolve("orders");
  }

  private static Old old(int i) {
    return new Old(i, "c" + i % 9, "note number " + i, "side " + i % 3);
  }

  private static Order order(int i) {
    return new Order("side " + i % 3, i, "c" + i % 9, "note number " + i, Optional.empty());
  }

  private void write(TableLayout<Old> layout) throws IOException {
    try (MappedTable<Old> table = layout.create(path, 0)) {
      for (int i = 0; i < ROWS; i++) {
        table.append(old(i));
      }
      table.commit();
    }
  }

  private void assertMigrated(MappedTable<Order> table) {
    assertThat(table.schemaChanges()).isEmpty();
    assertThat(table.size()).isEqualTo(ROWS);
    for (int i = 0; i < ROWS; i++) {
      assertThat(table.get(i)).isEqualTo(order(i));
    }
    assertThat(table.verify().verifiedRows()).isEqualTo(ROWS);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "alignedRows", "columns"})
  void readersKeepTheOldFile(String layout) throws Exception {
    TableLayout<Old> before =
        switch (layout) {
          case "rows" -> OLD.rows();
          case "alignedRows" -> OLD.alignedRows();
          default -> OLD.columns();
        };
    write(before);
    TableLayout<Order> now = TableDescriptor.read(path, "Order").layout(ORDERS);
    try (MappedTable<Old> reader = before.openReadOnly(path)) {
      assertThat(now.migrate(path))
          .containsExactly(
              "key is id in the file",
              "key is long, and int in the file",
              "code is text, and utf8 8 in the file",
              "more is not in the file");
      assertThat(names())
          .containsExactly("orders", "orders.dictionary", "orders.stats", "orders.text");
      for (int i = 0; i < ROWS; i++) {
        assertThat(reader.get(i)).isEqualTo(old(i));
      }
      assertThatExceptionOfType(TableFileException.class)
          .isThrownBy(reader::refresh)
          .satisfies(refused -> assertThat(refused.reason()).isEqualTo(Reason.REPLACED));
    }
    try (MappedTable<Order> table = now.open(path)) {
      assertMigrated(table);
      table.append(order(ROWS));
      table.commit();
    }
    byte[] bytes = Files.readAllBytes(path);
    assertThat(now.migrate(path)).isEmpty();
    assertThat(path).hasBinaryContent(bytes);
  }

  /// The files of a process that was killed when the table had its name, and its texts had not.
  @Test
  void textsThatHaveNotTheirNameAreFound() throws Exception {
    write(OLD.columns());
    Path texts = folder.resolve("orders.text");
    byte[] oldTexts = Files.readAllBytes(texts);
    ORDERS.columns().migrate(path);
    Path unnamed = folder.resolve("orders.replacement.text");
    for (boolean write : new boolean[] {false, true, false}) {
      Files.move(texts, unnamed);
      Files.write(texts, oldTexts);
      try (MappedTable<Order> table =
          write ? ORDERS.columns().open(path) : ORDERS.columns().openReadOnly(path)) {
        assertMigrated(table);
        assertThat(table.files()).contains((write ? texts : unnamed).toRealPath());
      }
      assertThat(Files.exists(unnamed)).isNotEqualTo(write);
      if (!write) {
        Files.move(unnamed, texts, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.move(texts, unnamed);
    Files.write(texts, oldTexts);
    assertThat(TableType.of(MethodHandles.lookup(), Back.class).columns().migrate(path))
        .isNotEmpty();
    assertThat(names()).containsExactly("orders", "orders.stats");
  }

  /// The files of a process that was killed before the new table had its name.
  @Test
  void whatWasNotPutInPlaceIsDeleted() throws Exception {
    write(OLD.columns());
    for (String suffix : List.of("", ".text", ".dictionary", ".stats")) {
      Files.writeString(folder.resolve("orders.replacement" + suffix), "unfinished");
    }
    try (MappedTable<Old> table = OLD.columns().open(path)) {
      assertThat(table.get(ROWS - 1)).isEqualTo(old(ROWS - 1));
    }
    ORDERS.columns().migrate(path);
    assertThat(names())
        .containsExactly("orders", "orders.dictionary", "orders.stats", "orders.text");
    try (MappedTable<Order> table = ORDERS.columns().openReadOnly(path)) {
      assertMigrated(table);
    }
  }

  @Test
  void tablesAreOpenedWhileOthersAreReplaced() throws Exception {
    write(OLD.columns());
    CompletableFuture<Void> swaps =
        CompletableFuture.runAsync(() -> {
          try {
            TableType<Order2> other = TableType.of(MethodHandles.lookup(), Order2.class);
            for (int i = 0; i < 5; i++) {
              assertThat(ORDERS.columns().migrate(path)).isNotEmpty();
              assertThat(other.columns().migrate(path)).isNotEmpty();
            }
          } catch (IOException failed) {
            throw new AssertionError(failed);
          }
        });
    while (!swaps.isDone()) {
      try (MappedTable<Sides> table =
          TableType.of(MethodHandles.lookup(), Sides.class).columns().openReadOnly(path)) {
        assertThat(table.get(ROWS - 1)).isEqualTo(new Sides("note number " + (ROWS - 1), "side 1"));
      }
    }
    swaps.join();
  }

  record Order2(@Was("key") long id, String code, String note, @DictionaryEncoded String side) {}

  record Sides(String note, @DictionaryEncoded String side) {}

  @Test
  void aWriterIsAskedToClose() throws Exception {
    write(OLD.columns());
    try (MappedTable<Old> _ = OLD.columns().open(path)) {
      assertThatExceptionOfType(TableFileException.class)
          .isThrownBy(() -> ORDERS.columns().migrate(path))
          .satisfies(refused -> assertThat(refused.reason()).isEqualTo(Reason.LOCKED));
    }
  }

  @Test
  void damageIsNotWrittenAnew() throws Exception {
    write(OLD.columns());
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(5 * 4096 + 7);
      file.write(0x55);
    }
    byte[] damaged = Files.readAllBytes(path);
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> ORDERS.columns().migrate(path))
        .satisfies(refused -> assertThat(refused.reason()).isEqualTo(Reason.DAMAGED_ROWS));
    assertThat(path).hasBinaryContent(damaged);
    assertThat(names()).noneMatch(name -> name.contains("replacement"));
  }

  @Test
  void linksAndPermissionsStay() throws Exception {
    TableType.of(MethodHandles.lookup(), Numbers.class).columns().create(path, 7).close();
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), path);
    assertThat(TableType.of(MethodHandles.lookup(), Wider.class).columns().migrate(link))
        .containsExactly("id is long, and int in the file");
    assertThat(link).isSymbolicLink();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  record Wider(long id) {}
}

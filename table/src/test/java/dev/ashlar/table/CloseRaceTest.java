// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.testing.Slow;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Exchanger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A thread that reads a mapped table while another one closes it gets an exception or what the
/// file has: never a zero, never half of a row. What it writes is not in the file afterwards.
@Timeout(300)
final class CloseRaceTest {
  record Entry(long id, String note, @DictionaryEncoded String code, long check) {}

  record Numbers(long id, long check) {}

  interface NumbersCursor extends Cursor {
    long id();

    NumbersCursor id(long value);

    long check();
  }

  interface EntryCursor extends Cursor {
    long id();

    Text note();

    Text code();

    long check();
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final TableType<Numbers> NUMBERS =
      TableType.of(MethodHandles.lookup(), Numbers.class);
  private static final int NUMBER_ROWS = 1_000_000;
  private static final int ENTRY_ROWS = 20_000;
  private static final int RACES = 20 * Slow.times(1, 60);

  @TempDir private static Path folder;

  /// Reads a table once, and throws AssertionError if it finds what is not in the file.
  enum Loop {
    COLUMN(true) {
      @Override
      void read(MappedTable<Numbers> numbers, MappedTable<Entry> entries) {
        Column ids = numbers.column("id");
        long sum = 0;
        for (int row = 0; row < NUMBER_ROWS; row++) {
          sum += ids.getLong(row);
        }
        requireSum(sum);
      }
    },
    CHUNKS(true) {
      @Override
      void read(MappedTable<Numbers> numbers, MappedTable<Entry> entries) {
        long sum = 0;
        for (TableChunk chunk : numbers.chunks()) {
          Column ids = chunk.column("id");
          for (int row = 0; row < chunk.rowCount(); row++) {
            sum += ids.getLong(row);
          }
        }
        requireSum(sum);
      }
    },
    SEGMENT(true) {
      @Override
      void read(MappedTable<Numbers> numbers, MappedTable<Entry> entries) {
        long sum = 0;
        for (TableChunk chunk : numbers.chunks()) {
          MemorySegment ids = chunk.column("id").asReadOnlySegment();
          for (int row = 0; row < chunk.rowCount(); row++) {
            sum += ids.getAtIndex(ValueLayout.JAVA_LONG, row);
          }
        }
        requireSum(sum);
      }
    },
    CURSOR(false) {
      @Override
      void read(MappedTable<Numbers> numbers, MappedTable<Entry> entries) {
        NumbersCursor cursor = numbers.cursor(NumbersCursor.class);
        long sum = 0;
        long checks = 0;
        while (cursor.next()) {
          sum += cursor.id();
          checks += cursor.check();
        }
        requireSum(sum);
        requireSum(~checks - (NUMBER_ROWS - 1));
      }
    },
    GET(false) {
      @Override
      void read(MappedTable<Numbers> numbers, MappedTable<Entry> entries) {
        for (long row = 0; row < NUMBER_ROWS; row++) {
          require(numbers.get(row));
        }
      }
    },
    FOR_EACH(false) {
      @Override
      void read(MappedTable<Numbers> numbers, MappedTable<Entry> entries) {
        numbers.forEach(Loop::require);
        for (Numbers each : numbers) {
          require(each);
        }
      }
    },
    STREAM(false) {
      @Override
      void read(MappedTable<Numbers> numbers, MappedTable<Entry> entries) {
        requireSum(numbers.stream().mapToLong(Numbers::id).sum());
        numbers.stream().parallel().forEach(Loop::require);
      }
    },
    TEXTS(false) {
      @Override
      void read(MappedTable<Numbers> numbers, MappedTable<Entry> entries) {
        EntryCursor cursor = entries.cursor(EntryCursor.class);
        while (cursor.next()) {
          long id = cursor.id();
          require(entry(id - 1).note(), cursor.note().toString());
          require(entry(id - 1).code(), cursor.code().toString());
        }
        for (long row = 0; row < ENTRY_ROWS; row++) {
          require(entry(row), entries.get(row));
        }
      }
    },
    INDEX(false) {
      @Override
      void read(MappedTable<Numbers> numbers, MappedTable<Entry> entries) {
        Index ids = entries.uniqueIndex("id");
        for (long row = 0; row < ENTRY_ROWS; row++) {
          long found = ids.find(row + 1);
          require(row, found);
          require(entry(row), entries.get(found));
        }
      }
    };

    private final boolean needsColumns;

    Loop(boolean needsColumns) {
      this.needsColumns = needsColumns;
    }

    abstract void read(MappedTable<Numbers> numbers, MappedTable<Entry> entries);

    private static void require(Numbers found) {
      if (found.check() != ~found.id() || found.id() < 1) {
        throw new AssertionError("not in the file: " + found);
      }
    }

    private static void require(Object wanted, Object found) {
      if (!Objects.equals(wanted, found)) {
        throw new AssertionError(found + " is in no row; there is " + wanted);
      }
    }

    private static void requireSum(long found) {
      require((long) NUMBER_ROWS * (NUMBER_ROWS + 1L) / 2, found);
    }
  }

  private static Entry entry(long row) {
    return new Entry(
        row + 1, "a note that is long enough " + row, "code of " + row % 97, ~(row + 1));
  }

  private static List<TableLayout<Numbers>> layouts() {
    return List.of(NUMBERS.columns(), NUMBERS.rows(), NUMBERS.alignedRows());
  }

  private static Path path(TableLayout<?> layout) {
    return folder.resolve("numbers-" + layout.rows().layout());
  }

  @BeforeEach
  void makeTheFiles() throws Exception {
    if (folder.resolve("entries").toFile().exists()) {
      return;
    }
    for (TableLayout<Numbers> layout : layouts()) {
      try (MappedTable<Numbers> table = layout.create(path(layout), 0)) {
        for (long row = 0; row < NUMBER_ROWS; row++) {
          table.append(new Numbers(row + 1, ~(row + 1)));
        }
        table.commit();
      }
    }
    try (MappedTable<Entry> table = ENTRIES.rows().create(folder.resolve("entries"), 0)) {
      for (long row = 0; row < ENTRY_ROWS; row++) {
        table.append(entry(row));
      }
      table.commit();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLoopReadsWhatTheFileHasOrThrows(Loop loop) throws Exception {
    compile(loop);
    AtomicLong ended = new AtomicLong();
    for (int race = 0; race < RACES; race++) {
      TableLayout<Numbers> layout = loop.needsColumns ? NUMBERS.columns() : layouts().get(race % 3);
      boolean write = race % 2 == 0;
      MappedTable<Numbers> numbers =
          write ? layout.open(path(layout)) : layout.openReadOnly(path(layout));
      Path texts = folder.resolve("entries");
      MappedTable<Entry> entries =
          write ? ENTRIES.rows().open(texts) : ENTRIES.rows().openReadOnly(texts);
      List<Throwable> thrown = new ArrayList<>();
      Exchanger<String> start = new Exchanger<>();
      Thread reader =
          Thread.ofPlatform()
              .uncaughtExceptionHandler((_, failure) -> thrown.add(failure))
              .start(() -> {
                meet(start);
                loop.read(numbers, entries);
                ended.incrementAndGet();
              });
      meet(start);
      long until = System.nanoTime() + race % 17 * 100_000L;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      numbers.close();
      entries.close();
      reader.join();
      for (Throwable failure : thrown) {
        assertThat(failure).isInstanceOf(IllegalStateException.class);
      }
    }
    System.out.printf("%s: %d of %d loops came to their end%n", loop, ended.get(), RACES);
  }

  /// Has C2 compile the loop: only then are its checks hoisted.
  private static void compile(Loop loop) throws Exception {
    for (TableLayout<Numbers> layout : layouts()) {
      if (!loop.needsColumns || layout.rows().layout() == Layout.COLUMNS) {
        try (MappedTable<Numbers> numbers = layout.openReadOnly(path(layout));
            MappedTable<Entry> entries = ENTRIES.rows().openReadOnly(folder.resolve("entries"))) {
          for (int turn = 0; turn < 10; turn++) {
            loop.read(numbers, entries);
          }
        }
      }
    }
  }

  private static void meet(Exchanger<String> start) {
    try {
      start.exchange("here");
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  /// Otherwise it would be in the file of whoever has it then.
  @Test
  void whatALoopWritesAfterTheCloseIsNotInTheFile() throws Exception {
    Path path = folder.resolve("written");
    TableLayout<Numbers> layout = NUMBERS.columns();
    try (MappedTable<Numbers> table = layout.create(path, 1000)) {
      table.fill(new Numbers(7, ~7));
      table.commit();
    }
    MappedTable<Numbers> table = layout.open(path);
    MemorySegment ids = table.column("id").asSegment();
    table.close();
    if (ids.scope().isAlive()) {
      ids.fill((byte) 1);
    }
    try (MappedTable<Numbers> again = layout.openReadOnly(path)) {
      assertThat(again.verify().isUndamaged()).isTrue();
      assertThat(again.stream()).containsOnly(new Numbers(7, ~7)).hasSize(1000);
    }
    assertThat(layout.rows().layout()).isEqualTo(Layout.COLUMNS);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.WideCursorInliningTest.Wide;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.ShortStack;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whoever uses a part of tables for the first time with hardly any stack left gets a stack
/// overflow; with more stack it works. A class whose initialization failed on the way would be lost
/// for the rest of the program.
final class FirstUseOnAShortStackTest {
  private static final String GRANTED = "--enable-native-access=ALL-UNNAMED";

  record Row(long id, Side side, int count) {}

  enum Side {
    BUY,
    SELL
  }

  interface Ids extends Cursor {
    Ids id(long value);

    long getAndAddId(long value);

    Side side();
  }

  enum Use {
    TYPE,
    ALLOCATE,
    GET,
    START_OF_WARMUP,
    SET,
    NO_SUCH_ROW,
    APPEND,
    CURSOR,
    COLUMN,
    COPY,
    FOR_EACH,
    ITERATOR,
    NEXT,
    FOR_EACH_REMAINING,
    CREATE,
    COMMIT,
    SET_IN_FILE,
    SET_WIDE_ROWS,
    SET_WIDE_COLUMNS,
    RESERVE,
    TRUNCATE,
    APPEND_ALL,
    STREAM,
    INDEX,
    INDEXED_SET,
    INDEXED_APPEND,
    VERIFY,
    OPEN
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLost(Use use) throws Exception {
    assertThat(
            ChildJvm.run(
                "first-use/" + use,
                60,
                List.of(GRANTED, "-XX:+UseSerialGC"),
                Program.class.getName(),
                use.name()))
        .contains("failed at first, then succeeded");
  }

  /// Makes one use at one depth after another, from the end of the stack on, until it succeeds.
  static final class Program {
    private static final Path FILE = Path.of("table");

    /// Frames; fewer than what any class takes to be initialized.
    private static final int STEP = 5;

    /// Accesses ask for stack until the warm-up is over, which starts at the hundredth, and is
    /// waited for at the 2,000th.
    private static final int BEFORE_WARMUP = 99;

    private static final int ACCESSES_WITH_HEADROOM = 2_500;

    private Program() {}

    static void main(String[] args) throws Throwable {
      Use use = Use.valueOf(args[0]);
      Files.deleteIfExists(FILE);
      try (Arena arena = Arena.ofShared()) {
        ShortStack.Attempt attempt = use == Use.TYPE ? Program::type : prepare(use, arena);
        int[] frames = {0};
        ShortStack.inSmallThread(() -> {
          for (Throwable thrown; (thrown = ShortStack.attempt(frames[0], attempt)) != null; ) {
            if (!(thrown instanceof StackOverflowError)) {
              throw thrown;
            }
            frames[0] += STEP;
          }
        });
        attempt.run();
        System.out.println(frames[0] > 0 ? "failed at first, then succeeded" : "never failed");
      }
    }

    private static void type() {
      TableType.of(MethodHandles.lookup(), Row.class);
    }

    private static ShortStack.Attempt prepare(Use use, Arena arena) throws IOException {
      Row row = new Row(5, Side.SELL, 7);
      TableType<Row> type = TableType.of(MethodHandles.lookup(), Row.class);
      Table<Row> heap = type.columns().heap(100);
      return switch (use) {
        case TYPE -> Program::type;
        case ALLOCATE -> () -> type.alignedRows().allocate(arena, 10);
        case GET -> () -> heap.get(1);
        case START_OF_WARMUP -> {
          getOften(heap, BEFORE_WARMUP);
          // A warm-up that has not started would be waited for at each of the last.
          yield () -> getOften(heap, ACCESSES_WITH_HEADROOM);
        }
        case SET -> () -> heap.set(1, row);
        case NO_SUCH_ROW -> () -> missing(heap);
        case APPEND -> {
          Table<Row> table = type.alignedRows().allocate(arena, 10);
          yield () -> table.append(row);
        }
        case CURSOR -> () -> move(heap.cursor(Ids.class));
        case COLUMN -> () -> heap.column("id").setLong(1, 5);
        case COPY -> {
          Table<Row> table = type.rows().allocate(arena, 100);
          yield () -> heap.copyTo(0, table, 0, 100);
        }
        case FOR_EACH -> () -> heap.forEach(each -> {});
        case ITERATOR -> () -> Objects.requireNonNull(heap.iterator());
        case NEXT -> heap.iterator()::next;
        case FOR_EACH_REMAINING -> {
          Iterator<Row> rows = heap.iterator();
          yield () -> rows.forEachRemaining(each -> {});
        }
        case CREATE ->
            () -> {
              type.rows().create(FILE, 10).close();
              Files.delete(FILE);
            };
        case COMMIT -> type.rows().create(FILE, 10)::commit;
        case SET_IN_FILE -> {
          MappedTable<Row> table = type.rows().create(FILE, 10);
          yield () -> table.set(1, row);
        }
        case SET_WIDE_ROWS -> setWide(wide().rows().allocate(arena, 10));
        case SET_WIDE_COLUMNS -> setWide(wide().columns().allocate(arena, 10));
        case RESERVE -> {
          MappedTable<Row> table = type.rows().create(FILE, 10);
          yield () -> table.reserve(table.capacity() + 1);
        }
        case TRUNCATE -> {
          MappedTable<Row> table = type.rows().create(FILE, 10);
          table.commit();
          yield () -> table.truncate(5);
        }
        case APPEND_ALL -> {
          Table<Row> table = type.alignedRows().allocate(arena, 10);
          yield () -> table.appendAll(heap);
        }
        case STREAM -> () -> heap.stream().forEach(each -> {});
        case INDEX -> () -> heap.index("id");
        case INDEXED_SET -> {
          Index ids = heap.index("id");
          yield () -> {
            requireKeys(ids, heap.get(1));
            heap.set(1, row);
            requireKeys(ids, row);
          };
        }
        case INDEXED_APPEND -> {
          Index ids = heap.index("id");
          yield () -> {
            heap.append(row);
            requireKeys(ids, row);
            if (ids.find(row.id()) != 100) {
              throw new AssertionError("not in row 100");
            }
          };
        }
        case VERIFY -> type.rows().create(FILE, 10)::verify;
        case OPEN -> {
          type.rows().create(FILE, 10).close();
          yield () -> type.rows().open(FILE).close();
        }
      };
    }

    private static void getOften(Table<Row> table, int times) {
      for (int i = 0; i < times; i++) {
        table.get(1);
      }
    }

    /// All other rows are zero.
    private static void requireKeys(Index ids, Row row) {
      if (ids.keys() != (row.id() == 0 ? 1 : 2) || ids.find(row.id()) < 0) {
        throw new AssertionError(ids.keys() + " keys, and " + row);
      }
    }

    private static TableType<Wide> wide() {
      return TableType.of(MethodHandles.lookup(), Wide.class);
    }

    /// After so many accesses that no access asks for stack any more: nothing is written by halves.
    private static ShortStack.Attempt setWide(Table<Wide> table) {
      Table<Row> other =
          TableType.of(MethodHandles.lookup(), Row.class).columns().heap(ACCESSES_WITH_HEADROOM);
      other.forEach(row -> {});
      Wide after = WideCursorInliningTest.numbered();
      long whole = WideCursorInliningTest.sum(after);
      return () -> {
        // Not by equals: its own first use wants stack.
        long sum = WideCursorInliningTest.sum(table.get(1));
        if (sum != 0 && sum != whole) {
          throw new AssertionError("written by halves");
        }
        table.set(1, after);
      };
    }

    private static void missing(Table<Row> table) {
      try {
        table.get(table.size());
      } catch (IndexOutOfBoundsException expected) {
        return;
      }
      throw new AssertionError("read a row that is not there");
    }

    private static void move(Ids cursor) {
      cursor.next();
      cursor.id(5);
      cursor.getAndAddId(1);
      cursor.side();
    }
  }
}

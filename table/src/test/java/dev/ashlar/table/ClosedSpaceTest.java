// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A closed table lets go of its file, at once or when nobody can reach its memory any more, and
/// does no harm to those who still use it.
@Timeout(300)
final class ClosedSpaceTest {
  record Entry(long id, int check) {}

  interface EntryCursor extends Cursor {
    long id();

    void id(long value);

    int check();
  }

  interface AtomicCursor extends Cursor {
    long getAndAddId(long delta);
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final int RACES = 100 * Slow.times(1, 120);

  @TempDir Path folder;

  static List<TableLayout<Entry>> layouts() {
    return List.of(ENTRIES.rows(), ENTRIES.alignedRows(), ENTRIES.columns());
  }

  static List<List<TableOption>> options() {
    return List.of(List.of(), List.of(TableOption.ONE_THREAD));
  }

  /// Linux says which files a process has mapped or open.
  private static List<String> uses(Path path) throws IOException {
    List<String> uses = new ArrayList<>();
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      lines.filter(line -> line.contains(path.toString())).forEach(uses::add);
    }
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      for (Path file : open.toList()) {
        if (Files.isSymbolicLink(file)
            && Files.readSymbolicLink(file).toString().contains(path.toString())) {
          uses.add(file.toString());
        }
      }
    }
    return uses;
  }

  @ParameterizedTest
  @MethodSource("options")
  void theFileIsLetGo(List<TableOption> options) throws Exception {
    Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "needs Linux");
    for (TableLayout<Entry> layout : layouts()) {
      Path path = folder.toRealPath().resolve(layout.toString());
      MappedTable<Entry> table = layout.create(path, 10_000, options.toArray(TableOption[]::new));
      List<Column> columns = new ArrayList<>();
      for (int growth = 1; growth < 4; growth++) {
        if (layout.rows().layout() == Layout.COLUMNS) {
          columns.add(table.column("id"));
        }
        table.reserve(growth * 20_000L);
      }
      table.commit();
      assertThat(uses(path)).isNotEmpty();
      Files.delete(path);
      table.close();
      if (options.contains(TableOption.ONE_THREAD)) {
        assertThat(uses(path)).isEmpty();
      }
      assertThatIllegalStateException()
          .isThrownBy(() -> table.get(0))
          .withMessage("The table in " + path + " is closed");
      for (Column column : columns) {
        assertThatIllegalStateException().isThrownBy(() -> column.getLong(0));
      }
      columns.clear();
      awaitNoUses(path);
      table.close();
    }
  }

  @Test
  void readersLetGoToo() throws Exception {
    Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "needs Linux");
    Path path = folder.toRealPath().resolve("entries");
    ENTRIES.rows().create(path, 10_000).close();
    MappedTable<Entry> reader = ENTRIES.rows().openReadOnly(path);
    assertThat(uses(path)).isNotEmpty();
    reader.close();
    awaitNoUses(path);
    assertThat(reader.toString()).isNotEmpty();
  }

  /// The table itself is reachable all the time.
  private static void awaitNoUses(Path path) throws Exception {
    while (!uses(path).isEmpty()) {
      System.gc();
      Thread.sleep(10);
    }
  }

  /// What a segment shows afterwards is of no file; or it has ended, as memory of arenas does.
  @Test
  void aSegmentOfAClosedTableReachesNoFile() throws Exception {
    Path path = folder.resolve("entries");
    MappedTable<Entry> table = ENTRIES.columns().create(path, 5000);
    table.set(7, new Entry(7, 7));
    table.commit();
    MemorySegment ids = table.column("id").asSegment();
    table.close();
    if (ids.scope().isAlive()) {
      ids.setAtIndex(ValueLayout.JAVA_LONG, 7, 8);
    } else {
      assertThatIllegalStateException()
          .isThrownBy(() -> ids.setAtIndex(ValueLayout.JAVA_LONG, 7, 8));
    }
    try (MappedTable<Entry> again = ENTRIES.columns().open(path)) {
      assertThat(again.get(7)).isEqualTo(new Entry(7, 7));
    }
  }

  @Test
  void aTableForOneThreadRefusesOthers() throws Exception {
    for (TableLayout<Entry> layout : layouts()) {
      Path path = folder.resolve(layout.toString());
      try (MappedTable<Entry> table = layout.create(path, 10, TableOption.ONE_THREAD)) {
        table.set(0, new Entry(1, 2));
        EntryCursor cursor = table.cursor(EntryCursor.class);
        cursor.next();
        assertThat(cursor.id()).isEqualTo(1);
        List<Runnable> uses = new ArrayList<>();
        uses.add(() -> table.get(0));
        uses.add(() -> table.set(0, new Entry(2, 3)));
        uses.add(() -> cursor.id(3));
        uses.add(TableFixture.closing(table));
        if (layout.rows().layout() != Layout.ROWS) {
          Cursor atomic = table.cursor(AtomicCursor.class).moveTo(0);
          uses.add(() -> ((AtomicCursor) atomic).getAndAddId(1));
        }
        for (Runnable use : uses) {
          AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
          Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> thrown.set(e)).start(use).join();
          assertThat(thrown.get()).isInstanceOf(WrongThreadException.class);
        }
        assertThat(table.get(0)).isEqualTo(new Entry(1, 2));
      }
    }
  }

  /// A JVM that is harmed dies: so it is another one.
  @ParameterizedTest
  @MethodSource("flags")
  void whoRacesWithCloseDoesNoHarm(List<String> flags) throws Exception {
    String printed =
        ChildJvm.run(
            "races" + flags.size(),
            250,
            flags,
            Racer.class.getName(),
            folder.toString(),
            Integer.toString(RACES));
    assertThat(printed).contains("unharmed");
  }

  static List<List<String>> flags() {
    return List.of(List.of(), List.of("--enable-native-access=ALL-UNNAMED"));
  }

  static final class Racer {
    private static volatile boolean over;

    private Racer() {}

    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[0]);
      AtomicReference<@Nullable Table<Entry>> table = new AtomicReference<>();
      List<Thread> threads = new ArrayList<>();
      for (int kind = 0; kind < 4; kind++) {
        int each = kind;
        threads.add(
            Thread.ofPlatform()
                .daemon()
                .uncaughtExceptionHandler((_, e) -> {
                  e.printStackTrace();
                  System.exit(1);
                })
                .start(() -> use(table, each)));
      }
      List<Path> paths = new ArrayList<>();
      for (TableLayout<Entry> layout : layouts()) {
        Path path = folder.resolve("race" + paths.size());
        paths.add(path);
        try (MappedTable<Entry> created = layout.create(path, 5000)) {
          created.commit();
        }
      }
      for (int race = 0; race < Integer.parseInt(arguments[1]); race++) {
        // A disk that forces nothing: there are more races.
        MappedTable<Entry> opened =
            layouts().get(race % 3).open(paths.get(race % 3), (_, _, _) -> {});
        table.set(opened);
        for (int spin = 0; spin < race % 7 * 1000; spin++) {
          Thread.onSpinWait();
        }
        opened.close();
      }
      over = true;
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.println("unharmed");
    }

    private static void use(AtomicReference<@Nullable Table<Entry>> tables, int kind) {
      long sum = 0;
      while (!over) {
        Table<Entry> table = tables.get();
        if (table != null) {
          try {
            sum += use(table, kind);
          } catch (IllegalStateException closed) {
            Thread.onSpinWait();
          }
        }
      }
      System.out.println(sum);
    }

    private static long use(Table<Entry> table, int kind) {
      long sum = 0;
      long rows = table.size();
      boolean columns = table.layout().rows().layout() == Layout.COLUMNS;
      if (kind == 0 && columns) {
        Column ids = table.column("id");
        for (int row = 0; row < rows; row++) {
          sum += ids.getLong(row);
          ids.setLong(row, row);
        }
      } else if (kind == 1) {
        for (long row = 0; row < rows; row++) {
          sum += table.get(row).check();
          table.set(row, new Entry(row, (int) row));
        }
      } else if (kind == 2 && table.layout().rows().layout() != Layout.ROWS) {
        AtomicCursor cursor = table.cursor(AtomicCursor.class);
        while (cursor.next()) {
          sum += cursor.getAndAddId(1);
        }
      } else {
        EntryCursor cursor = table.cursor(EntryCursor.class);
        while (cursor.next()) {
          sum += cursor.check() + cursor.id();
          cursor.id(sum);
        }
      }
      return sum;
    }
  }
}

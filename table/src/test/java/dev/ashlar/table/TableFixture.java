// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.format.FileChunks;
import dev.ashlar.table.internal.memory.HeapStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Every layout in every storage, by name, with tables of one chunk and of many. Closed after a
/// test.
final class TableFixture implements AutoCloseable {
  /// So few rows that any test has many chunks.
  static final long CHUNK_ROWS = 5;

  private final List<Runnable> closers = new ArrayList<>();
  private final Path folder;
  private int files;

  /// @param layout of the type that is asked
  record Kind(String name, Function<TableType<?>, TableLayout<?>> layout, Maker maker) {
    interface Maker {
      <R extends Record> Table<R> make(TableFixture fixture, TableLayout<R> layout, long rows)
          throws IOException;
    }

    @SuppressWarnings("unchecked") // The layout is of the type it was asked of.
    <R extends Record> Table<R> make(TableFixture fixture, TableType<R> type, long rows) {
      try {
        return maker.make(fixture, (TableLayout<R>) layout.apply(type), rows);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    boolean isRows() {
      return name.startsWith("rows");
    }

    boolean isColumns() {
      return name.startsWith("columns");
    }

    boolean isInChunks() {
      return name.endsWith("in chunks");
    }

    boolean isShared() {
      return name.contains("shared");
    }

    boolean isMapped() {
      return name.contains("mapped");
    }

    boolean isHeap() {
      return name.contains("heap");
    }

    @Override
    public String toString() {
      return name;
    }
  }

  TableFixture() throws IOException {
    folder = Files.createTempDirectory("table");
  }

  /// Returns the kind of that name.
  static Kind kind(String name) {
    return kinds().stream().filter(kind -> kind.name().equals(name)).findFirst().orElseThrow();
  }

  static List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    add(kinds, "rows", TableType::rows);
    add(kinds, "alignedRows", TableType::alignedRows);
    add(kinds, "columns", TableType::columns);
    return kinds;
  }

  private static void add(
      List<Kind> kinds, String layout, Function<TableType<?>, TableLayout<?>> of) {
    kinds.add(new Kind(layout + " confined", of, new InArena(Arena::ofConfined, true)));
    kinds.add(
        new Kind(
            layout + " confined in chunks",
            type -> of.apply(type).withChunkRows(CHUNK_ROWS),
            new InArena(Arena::ofConfined, true)));
    kinds.add(new Kind(layout + " shared", of, new InArena(Arena::ofShared, true)));
    kinds.add(new Kind(layout + " automatic", of, new InArena(Arena::ofAuto, false)));
    kinds.add(new Kind(layout + " mapped", of, new Mapped(false)));
    if (layout.equals("columns")) {
      kinds.add(new Kind(layout + " mapped in chunks", of, new Mapped(true)));
    }
    if (!layout.equals("rows")) {
      kinds.add(new Kind(layout + " heap", of, new OnHeap(false)));
      kinds.add(new Kind(layout + " heap in chunks", of, new OnHeap(true)));
    }
  }

  private record InArena(Supplier<Arena> arenas, boolean closeable) implements Kind.Maker {
    @Override
    public <R extends Record> Table<R> make(
        TableFixture fixture, TableLayout<R> layout, long rows) {
      Arena arena = arenas.get();
      if (closeable) {
        fixture.closers.add(arena::close);
      }
      return layout.allocate(arena, rows);
    }
  }

  private record OnHeap(boolean chunks) implements Kind.Maker {
    @Override
    public <R extends Record> Table<R> make(
        TableFixture fixture, TableLayout<R> layout, long rows) {
      return chunks
          ? layout.heap(rows, new HeapStorage(layout.rows(), CHUNK_ROWS))
          : layout.heap(rows);
    }
  }

  private record Mapped(boolean chunks) implements Kind.Maker {
    @Override
    public <R extends Record> Table<R> make(TableFixture fixture, TableLayout<R> layout, long rows)
        throws IOException {
      Path path = fixture.path();
      MappedTable<R> table =
          chunks
              ? layout.create(path, rows, new Plan(new FileChunks(CHUNK_ROWS, 2), 1), Disk.REAL)
              : layout.create(path, rows);
      fixture.closers.add(closing(table));
      return table;
    }
  }

  static Runnable closing(MappedTable<?> table) {
    return () -> {
      try {
        table.close();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    };
  }

  /// A path in a folder of this test, where there is nothing yet.
  Path path() {
    return folder.resolve("table" + files++);
  }

  @Override
  public void close() throws IOException {
    closers.forEach(Runnable::run);
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}

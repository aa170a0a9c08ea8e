// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.internal.file.TableFile;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.disk.WriterLock;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.FullHeap;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Stack or heap that ends anywhere in an operation on a file: the file is as before, or the
/// operation is finished, or the table is closed and opens again.
@ExtendWith(Seeded.class)
@Timeout(300)
final class FileFailureTest {
  record Entry(long id, long check) {
    static Entry of(long id) {
      return new Entry(id, 31 * id + 7);
    }
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final int MOST_FRAMES = 3000;
  private static final int DEPTHS = Slow.times(10, 360);

  private static final int HEAP_SECONDS = Slow.times(1, 120);

  @TempDir Path folder;

  static List<TableLayout<Entry>> layouts() {
    return List.of(ENTRIES.rows(), ENTRIES.columns());
  }

  /// Forces nothing, to be quick.
  private static final Disk LAZY =
      new Disk() {
        @Override
        public void force(MemorySegment mapping, long offset, long byteSize) {}

        @Override
        public void force(FileChannel channel) {}
      };

  private interface Operation {
    void run() throws IOException;
  }

  private interface Attempt {
    /// Runs an operation and returns what it threw.
    @Nullable Throwable run(Operation operation);
  }

  /// One life of a table, of whose operations each may fail. What is done is checked from outside.
  private static void live(TableLayout<Entry> layout, Path path, Attempt attempt) throws Exception {
    AtomicReference<@Nullable MappedTable<Entry>> made = new AtomicReference<>();
    Throwable thrown =
        attempt.run(
            () -> made.setPlain(layout.create(path, 0, TableFile.Plan.of(layout.rows(), 0), LAZY)));
    if (thrown != null) {
      assertThat(made.get()).isNull();
      assertFree(path);
      if (Files.exists(path)) {
        layout.open(path).close();
        Files.delete(path);
      }
      made.set(layout.create(path, 0, TableFile.Plan.of(layout.rows(), 0), LAZY));
    }
    MappedTable<Entry> table = Objects.requireNonNull(made.get());
    long committed = 0;
    for (int i = 0; i < 200; i++) {
      long size = table.size();
      attempt.run(() -> table.append(Entry.of(table.size())));
      assertThat(table.size()).isBetween(size, size + 1);
      if (table.size() > 0) {
        attempt.run(() -> table.set(table.size() / 2, Entry.of(table.size() / 2)));
      }
      if (i % 40 == 10) {
        attempt.run(() -> table.reserve(table.capacity() + 1));
      }
      if (i % 50 == 20 && attempt.run(table::commit) == null) {
        committed = table.size();
      }
    }
    long size = table.size();
    for (long row = 0; row < size; row++) {
      assertThat(table.get(row)).isEqualTo(Entry.of(row));
    }
    if (attempt.run(table::close) != null) {
      table.close();
    }
    assertFree(path);
    try (MappedTable<Entry> again = open(layout, path, attempt)) {
      assertThat(again.size()).isBetween(committed, size);
      assertThat(again.recovery()).isIn(Recovery.INTACT, Recovery.UNFINISHED_COMMIT);
      for (long row = 0; row < again.size(); row++) {
        assertThat(again.get(row)).isEqualTo(Entry.of(row));
      }
      assertThat(again.verify().damaged()).isEmpty();
      StatisticsJudge.requireRight(again);
    }
    Files.delete(path);
    Files.deleteIfExists(path.resolveSibling("entries.stats"));
    assertThat(files(path)).isEmpty();
  }

  private static MappedTable<Entry> open(TableLayout<Entry> layout, Path path, Attempt attempt)
      throws IOException {
    AtomicReference<@Nullable MappedTable<Entry>> opened = new AtomicReference<>();
    if (attempt.run(() -> opened.setPlain(layout.open(path, LAZY))) == null) {
      return Objects.requireNonNull(opened.get());
    }
    return layout.open(path, LAZY, TableOption.VERIFY);
  }

  /// Nobody has the lock.
  private static void assertFree(Path path) throws IOException {
    WriterLock.of(path).close();
  }

  private static List<Path> files(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path.resolveSibling(""))) {
      return files.toList();
    }
  }

  @Test
  void theStackMayEndAnywhere() throws Exception {
    Path path = Files.createDirectory(folder.resolve("stack")).resolve("entries");
    for (TableLayout<Entry> layout : layouts()) {
      live(layout, path, FileFailureTest::succeed);
    }
    List<Throwable> failures = new ArrayList<>();
    AtomicInteger overflows = new AtomicInteger();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                for (int i = 0; i < DEPTHS; i++) {
                  int above = i * i * MOST_FRAMES / (DEPTHS * DEPTHS);
                  live(layouts().get(i % 2), path, each -> near(above, each, overflows));
                }
              } catch (Throwable failure) {
                failures.add(failure);
              }
            },
            "shallow",
            512 << 10);
    thread.start();
    thread.join();
    assertThat(failures).isEmpty();
    assertThat(overflows).hasPositiveValue();
  }

  private static @Nullable Throwable succeed(Operation operation) {
    try {
      operation.run();
      return null;
    } catch (Throwable failure) {
      throw new AssertionError(failure);
    }
  }

  /// Runs an operation where the stack has room for so many calls of [#dive].
  private static @Nullable Throwable near(int above, Operation operation, AtomicInteger overflows) {
    Dive dive = new Dive(above);
    dive(dive, operation);
    if (dive.thrown instanceof StackOverflowError) {
      overflows.incrementAndGet();
    } else if (dive.thrown != null) {
      throw new AssertionError(dive.thrown);
    }
    return dive.thrown;
  }

  private static final class Dive {
    private int above;
    private boolean atBottom;
    private boolean done;
    private @Nullable Throwable thrown;

    Dive(int above) {
      this.above = above;
    }
  }

  @SuppressWarnings("InfiniteRecursion") // That is what it is for.
  private static void dive(Dive dive, Operation operation) {
    try {
      dive(dive, operation);
    } catch (StackOverflowError end) {
      dive.atBottom = true;
    }
    if (dive.atBottom && !dive.done && dive.above-- <= 0) {
      dive.done = true;
      try {
        operation.run();
      } catch (Throwable failure) {
        dive.thrown = failure;
      }
    }
  }

  @Test
  void theHeapMayEndAnywhere(RandomGenerator random) throws Exception {
    Path heap = Files.createDirectory(folder.resolve("heap"));
    String printed =
        ChildJvm.run(
            "heap",
            120,
            List.of("-Xmx8m", "-XX:+UseSerialGC"),
            Hungry.class.getName(),
            heap.resolve("entries").toString(),
            Integer.toString(HEAP_SECONDS),
            Long.toString(random.nextLong()));
    assertThat(printed).containsPattern("survived [1-9]");
  }

  static final class Hungry {
    /// One operation in so many meets a full heap.
    private static final int SELDOM = Slow.times(15, 6);

    /// What is left to an operation: less than two to the power of this, of 24 bytes each.
    private static final int MOST_OBJECTS_SHIFT = 10;

    private static final FullHeap HEAP = new FullHeap();

    private Hungry() {}

    public static void main(String[] arguments) throws Exception {
      Path path = Path.of(arguments[0]);
      long nanos = Integer.parseInt(arguments[1]) * 1_000_000_000L;
      RandomGenerator random =
          RandomGeneratorFactory.of("SplittableRandom").create(Long.parseLong(arguments[2]));
      AtomicInteger failures = new AtomicInteger();
      for (TableLayout<Entry> layout : layouts()) {
        live(layout, path, FileFailureTest::succeed);
      }
      long start = System.nanoTime();
      for (int i = 0; i < 2 || System.nanoTime() - start < nanos; i++) {
        live(
            layouts().get(i % 2),
            path,
            each ->
                random.nextInt(SELDOM) == 0
                    ? inFullHeap(
                        random.nextInt(1 << random.nextInt(MOST_OBJECTS_SHIFT)), each, failures)
                    : succeed(each));
      }
      System.out.println("survived " + failures.get());
    }

    private static @Nullable Throwable inFullHeap(
        int objects, Operation operation, AtomicInteger failures) {
      Throwable thrown = null;
      HEAP.fillBut(objects);
      try {
        operation.run();
      } catch (Throwable failure) {
        thrown = failure;
      }
      HEAP.empty();
      if (thrown instanceof OutOfMemoryError) {
        failures.incrementAndGet();
      } else if (thrown != null) {
        throw new AssertionError(thrown);
      }
      return thrown;
    }
  }
}

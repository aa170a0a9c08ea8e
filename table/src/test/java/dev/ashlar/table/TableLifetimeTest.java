// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.memory.NativeStack;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens when memory has ended, or belongs to another thread.
final class TableLifetimeTest {
  private static final int TABLES = Slow.times(5, 20);

  interface Ids extends Cursor {
    long id();

    Ids id(long value);
  }

  interface AtomicIds extends Cursor {
    long getAndAddId(long delta);
  }

  private static List<TableLayout<Sample>> layouts() {
    return List.of(Sample.TYPE.rows(), Sample.TYPE.alignedRows(), Sample.TYPE.columns());
  }

  @Test
  void endsWithItsArena() {
    for (TableLayout<Sample> layout : layouts()) {
      for (Arena arena : List.of(Arena.ofConfined(), Arena.ofShared())) {
        Table<Sample> table = layout.allocate(arena, 3);
        Ids cursor = (Ids) table.cursor(Ids.class).moveTo(1);
        assertThat(cursor.id(7).id()).isEqualTo(7);
        arena.close();
        assertEnded(table, cursor);
        assertThatIllegalStateException().isThrownBy(() -> table.append(Sample.ZERO));
      }
    }
  }

  private static void assertEnded(Table<Sample> table, Ids cursor) {
    assertThatIllegalStateException().isThrownBy(() -> table.get(1));
    assertThatIllegalStateException().isThrownBy(() -> table.set(1, Sample.ZERO));
    assertThatIllegalStateException().isThrownBy(() -> table.fill(Sample.ZERO));
    assertThatIllegalStateException().isThrownBy(() -> table.forEach(row -> {}));
    assertThatIllegalStateException().isThrownBy(() -> table.copyTo(0, table, 1, 1));
    assertThatIllegalStateException().isThrownBy(cursor::id);
    assertThatIllegalStateException().isThrownBy(() -> cursor.id(1));
  }

  @Test
  void aMappedTableEndsWhenItIsClosed(@TempDir Path folder) throws Exception {
    int file = 0;
    for (TableLayout<Sample> layout : layouts()) {
      MappedTable<Sample> table = layout.create(folder.resolve("t" + file++), 3);
      Ids cursor = (Ids) table.cursor(Ids.class).moveTo(1);
      assertThat(cursor.id(7).id()).isEqualTo(7);
      Column column = isColumns(layout) ? table.column("id") : null;
      Cursor atomics = isRows(layout) ? null : table.cursor(AtomicIds.class).moveTo(1);
      table.close();
      table.close();
      assertEnded(table, cursor);
      assertThatIllegalStateException().isThrownBy(table::commit);
      assertThatIllegalStateException().isThrownBy(() -> table.append(Sample.ZERO));
      if (column != null) {
        assertThatIllegalStateException().isThrownBy(() -> column.getLong(0));
        assertThatIllegalStateException().isThrownBy(column::asSegment);
      }
      if (atomics instanceof AtomicIds ids) {
        assertThatIllegalStateException().isThrownBy(() -> ids.getAndAddId(1));
      }
    }
  }

  private static boolean isColumns(TableLayout<?> layout) {
    return layout.toString().endsWith(".columns()");
  }

  private static boolean isRows(TableLayout<?> layout) {
    return layout.toString().endsWith(".rows()");
  }

  @Test
  void confinedMemoryBelongsToItsThread() throws Exception {
    for (TableLayout<Sample> layout : layouts()) {
      try (Arena arena = Arena.ofConfined()) {
        Table<Sample> table = layout.allocate(arena, 3);
        Ids cursor = (Ids) table.cursor(Ids.class).moveTo(1);
        List<Throwable> thrown = new ArrayList<>();
        List<String> otherName = new ArrayList<>();
        Thread other =
            new Thread(() -> {
              otherName.add(Thread.currentThread().toString());
              thrown.add(catchThrowable(() -> table.get(1)));
              thrown.add(catchThrowable(() -> table.set(1, Sample.ZERO)));
              thrown.add(catchThrowable(cursor::id));
            });
        other.start();
        other.join();
        assertThat(thrown)
            .hasSize(3)
            .allSatisfy(refused -> assertThat(refused).isInstanceOf(WrongThreadException.class));
        assertThat(thrown)
            .allSatisfy(refused ->
                assertThat(refused)
                    .hasMessage(
                        "A table of %s belongs to another thread, and this is %s",
                        layout, otherName.get(0)));
      }
    }
  }

  /// Were the memory not kept, this would read what has been freed, and mostly crash.
  @Test
  void automaticMemoryLivesAsLongAsItsTable() {
    for (TableLayout<Sample> layout : layouts()) {
      long sum = 0;
      for (int i = 0; i < TABLES; i++) {
        Table<Sample> table = layout.allocate(Arena.ofAuto(), 10_000);
        Ids cursor = table.cursor(Ids.class);
        while (cursor.next()) {
          cursor.id(1);
          if (cursor.row() % 5_000 == 0) {
            System.gc();
          }
        }
        cursor = table.cursor(Ids.class);
        while (cursor.next()) {
          sum += cursor.id();
        }
      }
      assertThat(sum).isEqualTo(TABLES * 10_000L);
    }
  }

  /// Growing lends other threads the old memory or the new, never a mixture.
  @Test
  void growingUnderReadersHarmsNobody() throws Exception {
    for (TableLayout<Sample> layout : layouts()) {
      Table<Sample> table = layout.allocate(Arena.ofAuto(), 1);
      table.set(0, new Sample((byte) 1, 1, true, 1, 'a', Sample.Venue.TOKYO, 1, 1, (short) 1));
      CountDownLatch reading = new CountDownLatch(1);
      List<Throwable> failures = new ArrayList<>();
      Thread reader =
          new Thread(() -> {
            reading.countDown();
            try {
              long rows = 0;
              while (rows < 50_000) {
                rows = table.sizeAcquire();
                Sample last = table.get(rows - 1);
                assertThat(last.id()).isEqualTo(last.count());
              }
            } catch (Throwable failure) {
              failures.add(failure);
            }
          });
      reader.start();
      reading.await();
      for (int i = 1; i < 50_000; i++) {
        table.append(new Sample((byte) i, i, true, i, 'a', Sample.Venue.TOKYO, i, i, (short) i));
      }
      reader.join();
      assertThat(failures).isEmpty();
    }
  }

  @Test
  void whoWantsNoStackTracesGetsTheExceptionAllTheSame() throws Exception {
    List<String> flags = List.of("-XX:-StackTraceInThrowable");
    assertThat(ChildJvm.run("traceless", 300, flags, Ended.class.getName()))
        .contains("IllegalStateException");
  }

  static final class Ended {
    private Ended() {}

    public static void main(String[] arguments) {
      Arena arena = Arena.ofConfined();
      Table<Sample> table = Sample.TYPE.rows().allocate(arena, 3);
      Ids cursor = (Ids) table.cursor(Ids.class).moveTo(1);
      arena.close();
      System.out.println(catchThrowable(cursor::id));
    }
  }

  /// Aligned memory that begins with bytes of somebody else, and is given out again and again.
  private static Arena dirty(Arena arena) {
    MemorySegment memory = arena.allocate(1 << 16, 64);
    return new OddArena(byteSize -> memory.asSlice(0, byteSize).fill((byte) -1));
  }

  /// Bytes of a table before would be rows of the next.
  @Test
  void newRowsAreZeroWhateverTheArena() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      for (TableLayout<Sample> layout : layouts()) {
        for (Arena each : List.of(dirty(arena), arena)) {
          Table<Sample> table = layout.allocate(each, 3);
          assertThat(rows(table)).containsOnly(Sample.ZERO).hasSize(3);
        }
        Table<Sample> growing = layout.allocate(dirty(arena), 1);
        growing.reserve(100);
        assertThat(growing.memory().chunks())
            .hasSize(2)
            .allSatisfy(
                chunk -> assertThat(chunk.memory.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0));
        growing.append(Sample.ZERO);
        assertThat(rows(growing)).containsOnly(Sample.ZERO).hasSize(2);
      }
    }
  }

  /// What is left behind by one frame, the next one has.
  @Test
  void newRowsInAFrameThatWasUsedAreZero() {
    assumeTrue(
        NativeStack.class.getModule().isNativeAccessEnabled(), "a stack needs native access");
    for (TableLayout<Sample> layout : layouts()) {
      for (int round = 0; round < 3; round++) {
        try (NativeStack.Frame frame = NativeStack.current().push()) {
          Table<Sample> table = layout.allocate(frame, 20);
          assertThat(rows(table)).containsOnly(Sample.ZERO);
          table.memory().first().memory.fill((byte) -1);
        }
      }
    }
  }

  private static List<Sample> rows(Table<Sample> table) {
    List<Sample> rows = new ArrayList<>();
    table.forEach(rows::add);
    return rows;
  }

  @Test
  void anArenaThatDoesNotAlignIsRefused() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(1 << 16, 64);
      Arena odd = new OddArena(byteSize -> memory.asSlice(8, byteSize));
      for (TableLayout<Sample> layout : layouts()) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> layout.allocate(odd, 10))
            .withMessageMatching(".*OddArena, gave address [0-9]+, which is no multiple of 64");
      }
    }
  }

  @Test
  void anArenaThatGivesMemoryOfAnotherLifetimeIsRefused() throws IOException {
    try (Arena first = Arena.ofConfined();
        Arena second = Arena.ofConfined()) {
      List<Arena> arenas = new ArrayList<>(List.of(first, second));
      Arena odd = new OddArena(byteSize -> arenas.removeFirst().allocate(byteSize, 64));
      for (TableLayout<Sample> layout : layouts()) {
        arenas.clear();
        arenas.addAll(List.of(first, second, first));
        Table<Sample> table = layout.allocate(odd, 10);
        assertThatIllegalArgumentException()
            .isThrownBy(() -> table.reserve(100))
            .withMessageStartingWith("The arena gave memory for the rows from 10 on that ends");
        assertThat(table.size()).isEqualTo(10);
        table.reserve(100);
        table.append(Sample.ZERO);
        assertThat(rows(table)).hasSize(11).containsOnly(Sample.ZERO);
      }
    }
  }

  /// A frame takes more memory from elsewhere when its slab is full.
  @Test
  void growsInAFrameBeyondItsSlab() throws IOException {
    assumeTrue(
        NativeStack.class.getModule().isNativeAccessEnabled(), "a stack needs native access");
    for (TableLayout<Sample> layout : layouts()) {
      try (NativeStack.Frame frame = NativeStack.current().push()) {
        Table<Sample> table = layout.allocate(frame, 1);
        for (int i = 0; i < 100_000; i++) {
          table.append(Sample.ZERO);
        }
        assertThat(rows(table)).hasSize(100_001).containsOnly(Sample.ZERO);
      }
    }
  }

  private record OddArena(LongFunction<MemorySegment> memory) implements Arena {
    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      return memory.apply(byteSize);
    }

    @Override
    public MemorySegment.Scope scope() {
      return Arena.global().scope();
    }

    @Override
    public void close() {}
  }

  @Test
  void anArenaThatGivesHeapMemoryIsRefused() {
    Arena odd = new OddArena(byteSize -> MemorySegment.ofArray(new long[(int) byteSize]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sample.TYPE.columns().allocate(odd, 1))
        .withMessageContaining("not native");
  }

  @Test
  void anArenaThatGivesLessThanItWasAskedForIsRefused() {
    try (Arena arena = Arena.ofConfined()) {
      Arena odd = new OddArena(byteSize -> arena.allocate(byteSize - 1, 64));
      for (TableLayout<Sample> layout : layouts()) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> layout.allocate(odd, 1000))
            .withMessageMatching(".*: the arena, .*OddArena, gave [0-9]+ bytes, not [0-9]+");
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.ShortStack;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// A call that fails for want of stack or heap, wherever inside, leaves the table as it was, or has
/// done all it was to do.
@ExtendWith(Seeded.class)
@Timeout(300)
final class ShortOfMemoryTest {
  private static final int ROUNDS = 1;
  private static final int CALLS = 9;

  /// As many are taken in a run, other ones in each.
  private static final int KINDS = Slow.times(2, 3);

  /// So many frames are enough for any call.
  private static final int MANY = 1_000;

  interface Ids extends Cursor {
    long id();

    Ids id(long value);

    Ids venue(Sample.Venue venue);
  }

  interface Counting extends Cursor {
    long getAndSetId(long value);
  }

  /// What a table is told, and what a list does likewise.
  private record Call(String name, ShortStack.Attempt actual, List<Sample> expected) {}

  @Test
  void onAShortStack(RandomGenerator random) throws Throwable {
    tables(random, 3, MANY);
    ShortStack.inSmallThread(
        () -> assertThat(tables(random, ROUNDS, 0)).isGreaterThan(ROUNDS * CALLS));
  }

  /// @param firstFrames where the first attempt at a call is made, above the end of the stack
  /// @return the number of calls that failed
  private static int tables(RandomGenerator random, int rounds, int firstFrames)
      throws IOException {
    int failures = 0;
    try (TableFixture fixture = new TableFixture()) {
      List<TableFixture.Kind> kinds = new ArrayList<>(TableFixture.kinds());
      kinds.removeIf(TableFixture.Kind::isMapped);
      Collections.shuffle(kinds, Random.from(random));
      kinds = firstFrames == 0 ? kinds.subList(0, KINDS) : kinds;
      for (TableFixture.Kind kind : kinds) {
        for (int round = 0; round < rounds; round++) {
          failures += table(random, kind, kind.make(fixture, Sample.TYPE, 7), firstFrames);
        }
      }
    }
    return failures;
  }

  private static int table(
      RandomGenerator random, TableFixture.Kind kind, Table<Sample> table, int firstFrames) {
    int failures = 0;
    List<Sample> rows = new ArrayList<>(Collections.nCopies(7, Sample.ZERO));
    for (int i = 0; i < CALLS; i++) {
      Call call = call(random, i, kind, table, rows);
      for (int frames = firstFrames; ; frames += 1 + random.nextInt(8)) {
        Throwable thrown = ShortStack.attempt(frames, call.actual);
        if (thrown == null) {
          break;
        }
        failures++;
        if (!(thrown instanceof StackOverflowError)) {
          throw new AssertionError(kind + " " + call.name, thrown);
        }
        List<Sample> found = rows(table);
        if (!found.equals(call.expected)) {
          assertThat(found).as("%s %s", kind, call.name).isEqualTo(rows);
        }
      }
      rows = call.expected;
      assertThat(rows(table)).as("%s %s", kind, call.name).isEqualTo(rows);
    }
    return failures;
  }

  @SuppressWarnings("RefactorSwitch") // Each case changes what is expected.
  private static Call call(
      RandomGenerator random,
      int which,
      TableFixture.Kind kind,
      Table<Sample> table,
      List<Sample> rows) {
    List<Sample> after = new ArrayList<>(rows);
    Sample sample = Sample.random(random);
    int row = random.nextInt(rows.size());
    Sample old = rows.get(row);
    switch (which) {
      case 0, 1 -> {
        after.set(row, sample);
        return new Call("set", () -> table.set(row, sample), after);
      }
      case 2 -> {
        return new Call("reserve", () -> table.reserve(table.size() + 20), after);
      }
      case 3 -> {
        Collections.fill(after, sample);
        return new Call("fill", () -> table.fill(sample), after);
      }
      case 4 -> {
        after.set(row, withId(old, 5));
        Ids cursor = (Ids) table.cursor(Ids.class).moveTo(row);
        return new Call("cursor", () -> cursor.id(5), after);
      }
      case 5 -> {
        after.set(2, rows.get(0));
        after.set(3, rows.get(1));
        after.set(4, rows.get(2));
        return new Call("copyTo", () -> table.copyTo(0, table, 2, 3), after);
      }
      case 6 -> {
        if (kind.isRows()) {
          return new Call("get", () -> table.get(row), after);
        }
        after.set(row, withId(old, 77));
        Counting cursor = (Counting) table.cursor(Counting.class).moveTo(row);
        return new Call("atomic", () -> cursor.getAndSetId(77), after);
      }
      case 7 -> {
        if (!kind.isColumns()) {
          return new Call("forEach", () -> table.forEach(each -> {}), after);
        }
        after.set(row, withId(old, 99));
        Column ids = table.column("id");
        return new Call("column", () -> ids.setLong(row, 99), after);
      }
      default -> {
        after.add(sample);
        int size = rows.size();
        return new Call(
            "append",
            () -> {
              if (table.size() == size) {
                table.append(sample);
              }
            },
            after);
      }
    }
  }

  private static Sample withId(Sample old, long id) {
    return new Sample(
        old.tiny(),
        id,
        old.open(),
        old.price(),
        old.side(),
        old.venue(),
        old.count(),
        old.weight(),
        old.rank());
  }

  private static List<Sample> rows(Table<Sample> table) {
    List<Sample> rows = new ArrayList<>();
    for (long row = 0; row < table.size(); row++) {
      rows.add(table.get(row));
    }
    return rows;
  }

  @Test
  void inAFullHeap() throws Exception {
    ChildJvm.run(
        "full-heap-table",
        240,
        List.of("-Xmx32m", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"),
        FullHeap.class.getName());
  }

  /// Appends to tables while the rest of the heap is taken by something else.
  static final class FullHeap {
    private static final int TABLES = 40;
    private static final int BLOCK = 50_000;

    record Pair(long first, long second) {}

    private FullHeap() {}

    public static void main(String[] arguments) {
      long seed = Long.getLong("ashlar.seed", System.nanoTime());
      System.out.println("to repeat: -Dashlar.seed=" + seed);
      RandomGenerator random = RandomGeneratorFactory.of("SplittableRandom").create(seed);
      TableType<Pair> type = TableType.of(MethodHandles.lookup(), Pair.class);
      int failures = 0;
      try (Arena arena = Arena.ofConfined()) {
        for (int i = 0; i < TABLES; i++) {
          Table<Pair> table =
              switch (i % 3) {
                case 0 -> type.columns().heap(0);
                case 1 -> type.alignedRows().heap(0);
                default -> type.rows().allocate(arena, 0);
              };
          failures += appends(table, random) ? 1 : 0;
        }
      }
      if (failures < TABLES / 4) {
        throw new AssertionError(failures + " of " + TABLES + " failed");
      }
    }

    /// {@return whether one of many appends found no memory}
    private static boolean appends(Table<Pair> table, RandomGenerator random) {
      byte[][] ballast = new byte[1_000][];
      int blocks = 0;
      byte[] spare = new byte[200_000 + random.nextInt(1_800_000)];
      try {
        while (spare.length > 0) {
          ballast[blocks] = new byte[BLOCK];
          blocks++;
        }
      } catch (OutOfMemoryError full) {
        spare = new byte[0];
      }
      long size = 0;
      boolean failed = false;
      try {
        for (; size < 100_000; size++) {
          table.append(new Pair(size, -size));
        }
      } catch (OutOfMemoryError full) {
        failed = true;
      } finally {
        Reference.reachabilityFence(ballast);
      }
      ballast = new byte[0][];
      if (table.size() != size || ballast.length > 0) {
        throw new AssertionError(table.size() + " rows, not " + size);
      }
      for (long row = 0; row < size; row++) {
        Pair pair = table.get(row);
        if (pair.first() != row || pair.second() != -row) {
          throw new AssertionError("row " + row + " is " + pair);
        }
      }
      table.append(new Pair(1, 2));
      return failed;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.FullHeap;
import dev.ashlar.testing.ShortStack;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Whoever uses a part of tables for the first time with hardly any heap left gets an
/// [OutOfMemoryError]; with more heap it works. A class whose initialization failed on the way
/// would be lost for the rest of the program.
@Timeout(180)
final class FirstUseInAFullHeapTest {
  record Row(long id, int count) {}

  interface Ids extends Cursor {
    Ids id(long value);

    long getAndAddId(long value);
  }

  @Test
  void nothingIsLost() throws Exception {
    String printed =
        ChildJvm.run(
            "first-use-full-heap",
            120,
            List.of("-Xmx12m", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"),
            Program.class.getName());
    assertThat(printed)
        .containsPattern("type failed [1-9]")
        .containsPattern("cursor failed [1-9]")
        .containsPattern("column failed [1-9]")
        .containsPattern("iterator failed [1-9]")
        .containsPattern("file failed [1-9]")
        .doesNotContain("Ashlar table profiles");
  }

  /// Makes one use after another, each with more and more heap until it succeeds.
  static final class Program {
    private static final Path FILE = Path.of("table");

    /// Pieces; fewer than what the first type takes.
    private static final int STEP = 130;

    private static final int PIECE_BYTES = 1000;

    private static final FullHeap HEAP = new FullHeap();
    private static final Object[] NOTHING = {};

    /// What is given back before an attempt.
    private static Object[] spare = NOTHING;

    private Program() {}

    static void main(String[] args) throws Exception {
      Files.deleteIfExists(FILE);
      // What the program itself needs is there before the heap is full.
      report("nothing", attempts(() -> {}));
      report("type", attempts(() -> type()));
      Table<Row> table = type().columns().heap(10);
      report("cursor", attempts(() -> move((Ids) table.cursor(Ids.class).moveTo(1))));
      report("column", attempts(() -> table.column("id").setLong(1, 5)));
      report("iterator", attempts(() -> table.iterator().next()));
      report("file", attempts(() -> create()));
    }

    private static void report(String use, int times) {
      System.out.println(use + " failed " + times);
    }

    private static TableType<Row> type() {
      return TableType.of(MethodHandles.lookup(), Row.class);
    }

    private static void move(Ids cursor) {
      cursor.id(5).getAndAddId(1);
    }

    private static void create() throws Exception {
      Files.deleteIfExists(FILE);
      try (MappedTable<Row> table = type().rows().create(FILE, 10)) {
        table.commit();
      }
    }

    /// {@return how often it failed}
    private static int attempts(ShortStack.Attempt use) {
      int times = 0;
      while (!attempt(use, times * STEP)) {
        times++;
      }
      return times;
    }

    private static boolean attempt(ShortStack.Attempt use, int pieces) {
      spare = new Object[pieces];
      for (int i = 0; i < pieces; i++) {
        spare[i] = new byte[PIECE_BYTES];
      }
      HEAP.fillBut(0);
      spare = NOTHING;
      Throwable thrown = null;
      try {
        use.run();
      } catch (Throwable failure) {
        thrown = failure;
      }
      HEAP.empty();
      if (thrown != null && !(thrown instanceof OutOfMemoryError)) {
        throw new AssertionError(thrown);
      }
      return thrown == null;
    }
  }
}

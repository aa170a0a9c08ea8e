// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Javac;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles.Lookup;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Records with as many components as a class file allows.
///
/// C1 goes down the blocks of a method by recursion. Where its stack ends, so does the JVM, without
/// a word: so they run in one of their own, whose compilers have half the usual stack.
final class WideRecordTest {
  private static final List<String> C1 =
      List.of("-Xbatch", "-XX:TieredStopAtLevel=3", "-XX:CompilerThreadStackSize=512");

  static List<Arguments> theCompilersStackIsEnough() {
    return Slow.some(
        3,
        List.of(
            Arguments.of(40, "long"),
            Arguments.of(40, "boolean"),
            Arguments.of(40, "char double byte Level"),
            Arguments.of(100, "boolean char int double"),
            Arguments.of(126, "long"),
            Arguments.of(253, "boolean byte short char int float Level")));
  }

  @ParameterizedTest
  @MethodSource
  void theCompilersStackIsEnough(int components, String types, @TempDir Path folder)
      throws Exception {
    String[] program = {User.class.getName(), folder.toString(), components + "", types};
    List<String> flags = new ArrayList<>(C1);
    flags.add("--enable-native-access=ALL-UNNAMED");
    assertThat(ChildJvm.run("wide", 300, flags, program)).contains("all rows as written");
  }

  /// A record of so many slots is passed on as a whole, and taken apart later than others.
  @Test
  void whatAnAccessorAppendsComesFirst(@TempDir Path folder) throws Exception {
    Path source = folder.resolve("Calling.java");
    Files.writeString(
        source,
        """
        record Calling(%s) {
          static Runnable before;

          static java.lang.invoke.MethodHandles.Lookup lookup() {
            return java.lang.invoke.MethodHandles.lookup();
          }

          public long c125() {
            Runnable once = before;
            before = () -> {};
            once.run();
            return c125;
          }
        }
        """
            .formatted(
                IntStream.range(0, 126)
                    .mapToObj(i -> "long c" + i)
                    .collect(Collectors.joining(","))));
    try (URLClassLoader loader = Javac.loader(Javac.compile(folder, List.of(), source))) {
      appendFromAccessor(loader.loadClass("Calling").asSubclass(Record.class));
    }
  }

  private static <R extends Record> void appendFromAccessor(Class<R> record) throws Exception {
    var before = record.getDeclaredField("before");
    before.setAccessible(true);
    RandomValues random = new RandomValues(Seeded.random());
    R appended = random.of(record);
    R written = random.of(record);
    for (Table<R> table : User.tables(User.type(record))) {
      table.clear();
      before.set(null, (Runnable) () -> table.append(appended));
      table.append(written);
      assertThat(table).containsExactly(appended, written);
      before.set(null, (Runnable) () -> table.append(appended));
      table.set(0, written);
      assertThat(table).containsExactly(written, written, appended);
    }
  }

  static final class User {
    private static final int ROWS = 25;
    private static final int TIMES = Slow.times(12, 30);

    private User() {}

    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[0]);
      Path source = folder.resolve("Wide.java");
      Files.writeString(source, source(Integer.parseInt(arguments[1]), arguments[2].split(" ")));
      try (URLClassLoader loader = Javac.loader(Javac.compile(folder, List.of(), source))) {
        run(loader.loadClass("Wide").asSubclass(Record.class));
      }
    }

    private static String source(int components, String[] types) {
      String fields =
          IntStream.range(0, components)
              .mapToObj(i -> types[i % types.length] + " c" + i)
              .collect(Collectors.joining(", "));
      return """
      import java.lang.invoke.MethodHandles;

      record Wide(%s) {
        enum Level { LOW, HIGH }

        static MethodHandles.Lookup lookup() {
          return MethodHandles.lookup();
        }
      }
      """
          .formatted(fields.replace("Level", "Wide.Level"));
    }

    private static <R extends Record> void run(Class<R> record) throws Exception {
      TableType<R> type = type(record);
      RandomGenerator random = Seeded.random();
      for (int time = 0; time < TIMES; time++) {
        for (Table<R> table : tables(type)) {
          for (int row = 0; row < ROWS; row++) {
            R written = new RandomValues(random).of(record);
            table.set(row, written);
            if (!table.get(row).equals(written)) {
              throw new AssertionError(written + ", not " + table.get(row));
            }
          }
        }
      }
      System.out.println("all rows as written");
    }

    private static <R extends Record> TableType<R> type(Class<R> record) throws Exception {
      var lookup = record.getDeclaredMethod("lookup");
      lookup.setAccessible(true);
      return TableType.of((Lookup) lookup.invoke(null), record);
    }

    private static <R extends Record> List<Table<R>> tables(TableType<R> type) {
      return List.of(
          type.rows().allocate(Arena.ofAuto(), ROWS),
          type.alignedRows().allocate(Arena.ofAuto(), ROWS),
          type.columns().allocate(Arena.ofAuto(), ROWS),
          type.columns().allocate(Arena.ofShared(), ROWS),
          type.alignedRows().heap(ROWS),
          type.columns().heap(ROWS));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Javac;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A stranger's module keeps package-private records in tables of the packaged jar.
///
/// Runs when the jar has been made; its path is the system property `ashlar.jar`, that of the
/// module it needs `ashlar.memory.jar`.
final class ModulePathTest {
  private static final String MODULE = "module consumer { requires dev.ashlar.table; }";

  private static final String MAIN =
      """
      package consumer;

      import dev.ashlar.table.Cursor;
      import dev.ashlar.table.MappedTable;
      import dev.ashlar.table.Table;
      import dev.ashlar.table.TableType;
      import java.lang.foreign.Arena;
      import java.lang.invoke.MethodHandles;
      import java.nio.file.Path;
      import java.time.LocalDate;

      final class Main {
        private record Trade(long price, Side side, LocalDate day, String note) {}

        enum Side { BUY, SELL }

        private interface Prices extends Cursor {
          long price();
          Prices price(long value);
        }

        public static void main(String[] args) throws Exception {
          TableType<Trade> type = TableType.of(MethodHandles.lookup(), Trade.class);
          try (Arena arena = Arena.ofConfined();
              MappedTable<Trade> file = type.rows().create(Path.of(args[0]), 2)) {
            run(type.columns().heap(2));
            run(type.alignedRows().allocate(arena, 2));
            run(file);
            file.commit();
          }
          Module tables = TableType.class.getModule();
          for (String name : tables.getPackages()) {
            if (tables.isNamed()
                && name.contains(".internal.")
                && tables.isExported(name, Main.class.getModule())) {
              throw new AssertionError(name + " is exported");
            }
          }
        }

        private static void run(Table<Trade> table) {
          table.set(1, new Trade(41, Side.SELL, LocalDate.of(2026, 11, 23), "a long text".repeat(2)));
          Prices prices = table.cursor(Prices.class);
          while (prices.next()) {
            prices.price(prices.price() + 1);
          }
          System.out.println(table.get(1));
        }
      }
      """;

  @TempDir private Path folder;
  private String jars = "";
  private Path classes = Path.of("");

  @BeforeEach
  void compileTheStranger() throws Exception {
    jars =
        System.getProperty("ashlar.jar", "")
            + File.pathSeparator
            + System.getProperty("ashlar.memory.jar", "")
            + File.pathSeparator
            + System.getProperty("ashlar.text.jar", "");
    Path module = Files.writeString(folder.resolve("module-info.java"), MODULE);
    Path main = Files.createDirectories(folder.resolve("consumer")).resolve("Main.java");
    Files.writeString(main, MAIN);
    String compilePath = jars + File.pathSeparator + Javac.pathOf(NullMarked.class);
    classes = Javac.compile(folder, List.of("--module-path", compilePath), module, main);
  }

  @Test
  void needsNoFlagInAModule() throws Exception {
    assertRuns(
        "--module-path",
        jars + File.pathSeparator + classes,
        "--sun-misc-unsafe-memory-access=deny",
        "--illegal-native-access=deny",
        "--module",
        "consumer/consumer.Main");
  }

  @Test
  void takesNativeAccessInAModule() throws Exception {
    assertRuns(
        "--module-path",
        jars + File.pathSeparator + classes,
        "--illegal-native-access=deny",
        "--enable-native-access=dev.ashlar.memory,dev.ashlar.table",
        "--module",
        "consumer/consumer.Main");
  }

  @Test
  void needsNoFlagOnTheClassPath() throws Exception {
    assertRuns("--class-path", jars + File.pathSeparator + classes, "consumer.Main");
  }

  private void assertRuns(String... arguments) throws Exception {
    assertThat(run(arguments)).isEmpty();
  }

  /// {@return what it printed to standard error}
  private String run(String... arguments) throws IOException, InterruptedException {
    String[] command = Arrays.copyOf(arguments, arguments.length + 1);
    command[arguments.length] = folder.resolve("trades").toString();
    ChildJvm.Ended run = ChildJvm.java(folder, command);
    assertThat(run.out().lines())
        .containsExactly(
            "Trade[price=42, side=SELL, day=2026-11-23, note=a long texta long text]",
            "Trade[price=42, side=SELL, day=2026-11-23, note=a long texta long text]",
            "Trade[price=42, side=SELL, day=2026-11-23, note=a long texta long text]");
    assertThat(run.exitCode()).isZero();
    return run.err();
  }
}

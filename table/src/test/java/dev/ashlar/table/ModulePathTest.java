package dev.ashlar.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
      import dev.ashlar.table.Table;
      import dev.ashlar.table.TableType;
      import java.lang.foreign.Arena;
      import java.lang.invoke.MethodHandles;
      import java.nio.file.Path;

      final class Main {
        private record Trade(long price, Side side) {}

        enum Side { BUY, SELL }

        private interface Prices extends Cursor {
          long price();
          Prices price(long value);
        }

        public static void main(String[] args) throws Exception {
          TableType<Trade> type = TableType.of(MethodHandles.lookup(), Trade.class);
          try (Arena arena = Arena.ofConfined();
              Table<Trade> file = type.rows().create(Path.of(args[0]), 2)) {
            run(type.columns().heap(2));
            run(type.alignedRows().allocate(arena, 2));
            run(file);
            file.commit();
          }
        }

        private static void run(Table<Trade> table) {
          table.set(1, new Trade(41, Side.SELL));
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
            + System.getProperty("ashlar.memory.jar", "");
    Path annotations =
        Path.of(NullMarked.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path module = Files.writeString(folder.resolve("module-info.java"), MODULE);
    Path main = Files.createDirectories(folder.resolve("consumer")).resolve("Main.java");
    Files.writeString(main, MAIN);
    String compilePath = jars + File.pathSeparator + annotations;
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

  private void assertRuns(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(arguments));
    command.add(folder.resolve("trades").toString());
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    Map<String, String> environment = builder.environment();
    // The JVM announces these on stderr.
    List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS").forEach(environment::remove);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(err, UTF_8)).isEmpty();
    assertThat(Files.readString(out, UTF_8).lines())
        .containsExactly(
            "Trade[price=42, side=SELL]",
            "Trade[price=42, side=SELL]",
            "Trade[price=42, side=SELL]");
    assertThat(process.exitValue()).isZero();
  }
}

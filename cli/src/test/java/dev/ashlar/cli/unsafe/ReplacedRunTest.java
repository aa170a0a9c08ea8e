// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/// What `unsafe run --replace` says of runs that it did not see as a whole.
@Timeout(240)
class ReplacedRunTest {
  private static final String PROGRAM =
      """
      class Ending {
        public static void main(String[] arguments) throws Exception {
          java.lang.reflect.Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
          field.setAccessible(true);
          sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
          System.out.println(unsafe.getInt(new int[] {7}, 16L));
          switch (arguments[0]) {
            case "exit" -> System.exit(3);
            case "halt" -> Runtime.getRuntime().halt(0);
            case "thread" -> {
              Thread thread = new Thread(() -> { throw new IllegalStateException("ended"); });
              thread.start();
              thread.join();
            }
          }
        }
      }
      """;

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void compile() throws IOException {
    Path file = Files.writeString(folder.resolve("Ending.java"), PROGRAM);
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    String[] arguments = {"-XDignore.symbol.file", "-nowarn", file.toString()};
    assertThat(javac.run(out, out, arguments)).isZero();
  }

  private Outcome run(Path in, List<String> options, String way) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("unsafe", "run"));
    arguments.addAll(options);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    arguments.addAll(List.of("--", java, "-cp", folder.toString(), "Ending", way));
    try (Child child = Ashlar.start(in, List.of(), arguments.toArray(String[]::new))) {
      return child.await();
    }
  }

  @Test
  void aWholeRunIsClear() throws Exception {
    Outcome outcome = run(folder, List.of("--replace"), "return");
    assertThat(outcome.err()).contains("none needs Unsafe any more").doesNotContain("not seen");
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void anExitCodeIsNotClear() throws Exception {
    Outcome outcome = run(folder, List.of("--replace", "--json", "a.json"), "exit");
    assertThat(outcome.exitCode()).isEqualTo(3);
    assertNotSeen(outcome, "ended with exit code 3");
    assertThat(new JsonMapper().readTree(folder.resolve("a.json").toFile()).path("unseen"))
        .hasSize(1);
  }

  @Test
  void aJvmWithoutAReportIsNotClear() throws Exception {
    assertNotSeen(run(folder, List.of("--replace"), "halt"), "JVMs that wrote no report: ");
  }

  @Test
  void aThreadThatEndedIsNotClear() throws Exception {
    assertNotSeen(
        run(folder, List.of("--replace"), "thread"), "threads that an exception ended: 1");
  }

  private static void assertNotSeen(Outcome outcome, String reason) {
    assertThat(outcome.err())
        .contains("not all was seen", "  not seen   ", reason)
        .doesNotContain("none needs Unsafe");
  }

  /// A call that the agent did not replace, and that threw.
  @Test
  void aDeniedCallIsNotClear() throws IOException {
    Path runs = Files.createDirectories(folder.resolve("runs"));
    Files.writeString(runs.resolve("unsafe-agent-1.json"), "{\"jars\": []}");
    Files.writeString(
        runs.resolve("exceptions-1.log"),
        """
        [0.045s][7] Exception <a 'java/lang/UnsupportedOperationException'{0x69ecb0548}: getInt>
        [         ]  thrown in interpreter method <{method} {0x7f5c} 'beforeMemoryAccessSlow' '()V' in 'sun/misc/Unsafe'>
        [         ]  at bci 5 for thread 0x7f5c4c02aef0 (main)
        [0.045s][7] Exception <a 'java/lang/UnsupportedOperationException'{0x69ecb0548}: getInt>
        [         ]  thrown in interpreter method <{method} {0x7f5c} 'getInt' '(Ljava/lang/Object;J)I' in 'sun/misc/Unsafe'>
        [         ]  at bci 5 for thread 0x7f5c4c02aef0 (main)
        [0.045s][7] Exception <a 'java/lang/UnsupportedOperationException'{0x69ecb0548}: getInt>
        [         ]  thrown in interpreter method <{method} {0x7f5c} 'read' '()V' in 'a/Hidden'>
        [         ]  at bci 9 for thread 0x7f5c4c02aef0 (main)
        """);
    assertThat(ReplacedRun.read(runs, 0).text(20))
        .contains("some still need Unsafe", "  denied     Unsafe.getInt in a.Hidden::read")
        .doesNotContain("none needs");
  }

  /// HotSpot takes such characters in its flags for something else.
  @ParameterizedTest
  @ValueSource(strings = {"--replace", "--deny", "--top=5"})
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege")
  void foldersMayHaveAnyName(String option) throws Exception {
    Path odd = Files.createDirectories(folder.resolve("a,b%20c=d e%p"));
    Outcome outcome = run(odd, List.of(option), option.equals("--deny") ? "deny" : "return");
    assertThat(outcome.err()).doesNotContain("choose another").contains("the logs of this run");
    if (!option.equals("--deny")) {
      assertThat(outcome.out()).as(outcome.err()).contains("7");
    }
    assertThat(Set.of(odd.toFile().list())).contains("ashlar-unsafe");
  }
}

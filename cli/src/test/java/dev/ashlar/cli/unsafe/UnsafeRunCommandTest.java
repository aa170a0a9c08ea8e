// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.testing.Jdks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A program with a start-up phase, a class that needs Unsafe, and an inner loop.
@Timeout(240)
class UnsafeRunCommandTest {
  private static final String PROGRAM =
      """
      import java.lang.reflect.Field;
      import sun.misc.Unsafe;

      class Program {
        static final Unsafe UNSAFE = unsafe();
        static long base = 16;

        static class Table {
          static final long ADDRESS = UNSAFE.allocateMemory(64); // line 9
        }

        static Unsafe unsafe() {
          try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        }

        static long sum(long[] array) {
          long sum = 0;
          for (int i = 0; i < array.length; i++) {
            sum += UNSAFE.getLong(array, base + 8L * i); // line 25
          }
          return sum;
        }

        public static void main(String[] args) {
          try {
            base = UNSAFE.arrayBaseOffset(long[].class); // line 32
          } catch (UnsupportedOperationException e) {
            System.out.println("another way");
          }
          try {
            System.out.println(Table.ADDRESS != 0);
          } catch (ExceptionInInitializerError e) {
            System.out.println("no table");
          }
          long[] array = new long[10_000];
          long sum = 0;
          long end = System.nanoTime() + 800_000_000L;
          while (System.nanoTime() < end) {
            sum += sum(array);
          }
          System.out.println(sum);
        }
      }
      """;

  /// A method reference is called in a hidden class.
  private static final String REFERENCE =
      """
      import java.util.function.LongUnaryOperator;

      class Reference {
        static long run(LongUnaryOperator get, long address) {
          long sum = 0;
          for (int i = 0; i < 10_000; i++) {
            sum += get.applyAsLong(address);
          }
          return sum;
        }

        public static void main(String[] args) {
          long address = Program.UNSAFE.allocateMemory(8);
          LongUnaryOperator get = Program.UNSAFE::getLong;
          long sum = 0;
          for (int i = 0; i < 3000; i++) {
            sum += run(get, address);
          }
          System.out.println(sum);
        }
      }
      """;

  private static final String ALLOW = "--sun-misc-unsafe-memory-access=allow";

  @TempDir private static Path shared;
  private static Path classes = Path.of("");

  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws IOException {
    classes = shared.resolve("classes");
    Path source = Files.writeString(shared.resolve("Program.java"), PROGRAM);
    Path reference = Files.writeString(shared.resolve("Reference.java"), REFERENCE);
    PrintWriter out = new PrintWriter(System.out, true, UTF_8);
    assertThat(
            ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                    out,
                    out,
                    "-XDignore.symbol.file",
                    "-nowarn",
                    // For JDK 17 too.
                    "-source",
                    "17",
                    "-target",
                    "17",
                    "-d",
                    classes.toString(),
                    source.toString(),
                    reference.toString()))
        .isZero();
  }

  private Outcome run(String java, String... options) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("unsafe", "run"));
    arguments.addAll(Arrays.asList(options));
    arguments.addAll(List.of("--", java, "-cp", classes.toString(), "Program"));
    return start(arguments);
  }

  private Outcome start(List<String> arguments) throws IOException, InterruptedException {
    try (Child child = Ashlar.start(folder, List.of(), arguments.toArray(String[]::new))) {
      return child.await();
    }
  }

  private static String java(Path home) {
    return home.resolve("bin").resolve("java").toString();
  }

  private static String thisJava() {
    return java(Path.of(System.getProperty("java.home")));
  }

  private JsonNode json(String name) throws IOException {
    return new JsonMapper().readTree(Files.readString(folder.resolve(name)));
  }

  @Test
  void theInnerLoopIsToldApartFromStartUp() throws IOException, InterruptedException {
    Outcome outcome = run(thisJava(), "--callers", "2", "--json", "r.json", "--html", "r.html");
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    assertThat(outcome.err())
        .contains("1. hot: Program::sum, ")
        .contains("in classes\n")
        .contains("line 25: getLong(Object, long), counted ")
        .containsPattern(
            "cold: Program\\$Table::<clinit>\\n +in classes\\n +line 9: allocateMemory\\(long\\)")
        .containsPattern(
            "cold: Program::main.*\\n +in classes\\n +line 32: arrayBaseOffset\\(Class\\)")
        .contains("3 calls of sun.misc.Unsafe in 3 methods: 1 hot, 0 compiled, 2 cold")
        .contains("from Program.sum(Program.java:25) < Program.main(Program.java:");
    JsonNode method = json("r.json").at("/jvms/0/methods/0");
    assertThat(method.path("heat").asString("")).isEqualTo("HOT");
    JsonNode hot = method.at("/calls/0");
    assertThat(hot.path("target").asString(""))
        .isEqualTo("sun.misc.Unsafe::getLong(Ljava/lang/Object;J)J");
    assertThat(hot.path("callers").isEmpty()).isFalse();
    assertThat(Files.readString(folder.resolve("r.html")))
        .contains("Program::sum")
        .contains("line 25: getLong(Object, long)")
        .contains("What to use instead");
    start(List.of("unsafe", "scan", "--json", "s.json", classes.toString()));
    String advice = json("s.json").at("/artifacts/0/whatToDoNow").asString("");
    assertThat(advice).isNotEmpty();
    assertThat(outcome.err().replaceAll("\\s+", " ")).contains("what to do now classes: " + advice);
  }

  @Test
  void aMethodReferenceIsOneMethodWithItsName() throws IOException, InterruptedException {
    Outcome outcome =
        start(
            List.of(
                "unsafe",
                "run",
                "--json",
                "m.json",
                "--",
                thisJava(),
                "-cp",
                "" + classes,
                "Reference"));
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    List<String> callers =
        json("m.json")
            .at("/jvms/0/methods")
            .valueStream()
            .map(method -> method.path("class").asString("").replaceFirst("0x.*", "0x"))
            .toList();
    assertThat(callers).as(outcome.err()).containsOnlyOnce("Reference$$Lambda/0x");
    assertThat(outcome.err()).doesNotContainPattern("(hot|compiled|cold): 0x");
  }

  @Test
  void aJvmThatRefusesNonSafepointsIsNotRankedBySamples() throws IOException, InterruptedException {
    Outcome outcome =
        start(
            List.of(
                "unsafe",
                "run",
                "--",
                thisJava(),
                "-XX:-DebugNonSafepoints",
                "-cp",
                "" + classes,
                "Program"));
    assertThat(outcome.err())
        .contains("made without -XX:+DebugNonSafepoints")
        .contains("1. hot: Program::sum\n")
        .doesNotContain("% of the CPU samples");
  }

  @Test
  void deniedCallsAreReportedWithTheirHandlers() throws IOException, InterruptedException {
    Outcome outcome = run(thisJava(), "--deny", "--json", "d.json", "--html", "d.html");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).contains("another way").contains("no table");
    assertThat(outcome.err())
        .contains("the command ended with exit code 1")
        .contains("1. getLong in Program::sum line 25: ended thread main as java.lang.Unsupp")
        .contains("class Program$Table cannot be initialized")
        .contains("arrayBaseOffset in Program::main line 32: caught in Program::main");
    assertThat(
            json("d.json")
                .at("/jvms/0/denied")
                .valueStream()
                .map(d -> d.path("outcome").asString("")))
        .containsExactly("ENDED_THREAD", "CLASS_FAILED", "CAUGHT_BY_CALLER");
    assertThat(Files.readString(folder.resolve("d.html"))).contains("Program$Table");
  }

  @Test
  void replacedCallsAreCounted() throws IOException, InterruptedException {
    Outcome outcome = run(thisJava(), "--replace", "--json", "a.json");
    assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
    assertThat(outcome.err())
        .contains("1 jars, ", " accesses refused: of the classes that this run loaded, ")
        .contains("none needs Unsafe any more");
    JsonNode jar = json("a.json").path("jvms").path(0).path("jars").path(0);
    assertThat(jar.path("replaced").asInt()).isGreaterThanOrEqualTo(jar.path("reached").asInt());
    assertThat(jar.path("reached").asInt()).isPositive();
    assertThat(Ashlar.run("unsafe", "run", "--replace", "--deny", "--", "java").err())
        .contains("--replace has neither --deny");
  }

  @Test
  void aJvmWithoutTheModesIsNotStopped() throws IOException, InterruptedException {
    Optional<Path> old = Jdks.find(17);
    Assumptions.assumeTrue(old.isPresent(), "needs a JDK 17");
    Outcome denied = run(java(old.orElseThrow()), "--deny");
    assertThat(denied.exitCode()).as("%s", denied.err()).isZero();
    assertThat(denied.err()).contains("Nothing was denied: JDK 23 is the first that can");
    Outcome run = run(java(old.orElseThrow()), "--callers", "1");
    assertThat(run.exitCode()).as("%s", run.err()).isZero();
    assertThat(run.err())
        .contains("1. hot: Program::sum, ")
        .contains("line 25: getLong(Object, long)")
        .contains("jdk.DeprecatedInvocation begins with JDK 22")
        .contains("printed no stacks: no call was made, or the JVM is older than JDK 23");
  }

  /// The second run is bounded although a process outlives the command and keeps the stream open.
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theRunForCallersEndsAtItsLimit() throws IOException, InterruptedException {
    Path script =
        Files.writeString(
            folder.resolve("run.sh"),
            "sleep 120 &\nexec %s -cp %s Program\n".formatted(thisJava(), classes));
    long start = System.nanoTime();
    try (Child child =
        Ashlar.start(
            folder, List.of(), "unsafe", "run", "--callers", "1", "--", "sh", "" + script)) {
      Outcome outcome = child.await();
      assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
      assertThat(outcome.err()).contains("from Program.sum(Program.java:25)");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(100));
  }

  @Test
  void aCommandThatAllowsTheCallsItselfIsNotCalledDenied()
      throws IOException, InterruptedException {
    List<String> arguments = List.of("unsafe", "run", "--deny", "--", thisJava(), ALLOW, "-cp");
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of(classes.toString(), "Program"));
    try (Child child = Ashlar.start(folder, List.of(), all.toArray(String[]::new))) {
      Outcome outcome = child.await();
      assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
      assertThat(outcome.err())
          .contains("Nothing was denied: the command itself sets the mode 'allow'");
    }
  }

  @Test
  void wrongUsageNamesTheValue() {
    assertThat(Ashlar.run("unsafe", "run", "--top", "-2", "--", "java").err())
        .contains("--top must be 0 or more, not -2");
    assertThat(Ashlar.run("unsafe", "run", "--callers", "-1", "--", "java").err())
        .contains("--callers must be 0 or more, not -1");
    assertThat(Ashlar.run("unsafe", "run", "--deny", "--callers", "1", "--", "java").err())
        .contains("exclude each other");
    Outcome none = Ashlar.run("unsafe", "run", "--out", folder.toString(), "--", "no-such-command");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("cannot run no-such-command");
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The verdict of `unsafe run --deny`, compared with what a JVM that denies the calls prints.
@Timeout(240)
class UnsafeRunDenyTest {
  private static final String PROGRAM =
      """
      import java.lang.reflect.Field;
      import java.util.concurrent.*;
      import sun.misc.Unsafe;

      class Denied {
        static final Unsafe UNSAFE = unsafe();
        static Throwable kept;

        static class Table { static final long ADDRESS = call(); }

        static Unsafe unsafe() {
          try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        }

        static long call() { return UNSAFE.allocateMemory(8); }

        static long caught() {
          try { return UNSAFE.allocateMemory(8); } catch (UnsupportedOperationException e) { return -1; }
        }
        static void wrapped() {
          try { call(); } catch (UnsupportedOperationException e) { throw new IllegalStateException("no table", e); }
        }
        static void helper(Exception e) { throw new IllegalArgumentException("helper", e); }
        static void wrappedByHelper() {
          try { wrapped(); } catch (IllegalStateException e) { helper(e); }
        }
        public static void reflected() { call(); }

        static void rethrown() {
          try { call(); } catch (RuntimeException e) { System.out.println("log"); throw e; } finally { System.out.println("end"); }
        }

        public static void main(String[] args) throws Exception {
          switch (args[0]) {
            case "caught" -> System.out.println(caught());
            case "caughtElsewhere" -> { try { call(); } catch (RuntimeException e) { System.out.println("other way"); } }
            case "uncaught" -> call();
            case "wrapped" -> wrappedByHelper();
            case "rethrown" -> rethrown();
            case "classFailed" -> {
              try { System.out.println(Table.ADDRESS); } catch (ExceptionInInitializerError e) { System.out.println("no table"); }
              System.out.println(Table.ADDRESS);
            }
            case "reflected" -> {
              try { Denied.class.getMethod("reflected").invoke(null); }
              catch (java.lang.reflect.InvocationTargetException e) { throw new RuntimeException(e.getCause()); }
            }
            case "otherThread" -> { Thread t = new Thread(Denied::wrapped, "worker"); t.start(); t.join(); }
            case "virtual" -> { Thread t = Thread.ofVirtual().name("light").start(Denied::call); t.join(); }
            case "task" -> {
              try (ExecutorService e = Executors.newSingleThreadExecutor()) { e.submit(Denied::wrapped).get(); }
            }
            case "taskForgotten" -> {
              try (ExecutorService e = Executors.newSingleThreadExecutor()) { e.submit(Denied::call); }
            }
            case "execute" -> {
              try (ExecutorService e = Executors.newSingleThreadExecutor()) { e.execute(Denied::call); }
            }
            case "exit" -> { try { call(); } catch (RuntimeException e) { System.exit(3); } }
            case "kept" -> {
              keep();
              later();
            }
            case "later" -> {
              try { call(); } catch (RuntimeException e) { System.out.println("other way"); }
              Integer.parseInt("x");
            }
            case "unrelated" -> Integer.parseInt("x");
            case "subclass" -> { Thread t = new Thread() { @Override public void run() { call(); } }; t.start(); t.join(); }
            case "loop" -> { for (int i = 0; i < 20000; i++) caught(); wrapped(); }
          }
        }
        static void keep() {
          try { call(); } catch (RuntimeException e) { kept = e; }
        }
        static void later() { throw new IllegalStateException("unavailable", kept); }
      }
      """;

  private static final Pattern ENDED = Pattern.compile("Exception in thread \"(.*?)\" (\\S.*)");
  private static final Pattern CAUSE = Pattern.compile("Caused by: (\\S.*)");

  /// @param thread that an exception ended
  /// @param chain the exception and its causes
  private record Ended(String thread, List<String> chain) {}

  @TempDir private static Path classes;
  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws IOException {
    Path source = Files.writeString(classes.resolve("Denied.java"), PROGRAM);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    "-XDignore.symbol.file",
                    "-nowarn",
                    "-d",
                    "" + classes,
                    "" + source))
        .isZero();
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /// {@return what the JVM itself prints about threads}
  private List<Ended> plain(String program, int exitCode) throws Exception {
    Path err = folder.resolve("plain.txt");
    Process process =
        new ProcessBuilder(
                java(),
                "--sun-misc-unsafe-memory-access=deny",
                "-cp",
                "" + classes,
                "Denied",
                program)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(exitCode);
    List<Ended> ended = new ArrayList<>();
    for (String line : Files.readAllLines(err)) {
      Matcher head = ENDED.matcher(line);
      Matcher cause = CAUSE.matcher(line);
      if (head.matches()) {
        ended.add(new Ended(head.group(1), new ArrayList<>(List.of(head.group(2)))));
      } else if (cause.matches()) {
        ended.getLast().chain().add(cause.group(1));
      }
    }
    return ended;
  }

  private JsonNode denied(String program, int exitCode) throws Exception {
    try (Child child =
        Ashlar.start(
            folder,
            List.of(),
            "unsafe",
            "run",
            "--deny",
            "--json",
            "d.json",
            "--",
            java(),
            "-cp",
            "" + classes,
            "Denied",
            program)) {
      Outcome outcome = child.await();
      assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(exitCode);
      assertThat(outcome.err().replaceAll("\\s+", " "))
          .contains("the command ended with exit code " + exitCode + ".");
    }
    return new JsonMapper().readTree(Files.readString(folder.resolve("d.json")));
  }

  private static List<Ended> ended(JsonNode json) {
    return json.at("/jvms/0/endedThreads")
        .valueStream()
        .map(end ->
            new Ended(
                end.path("thread").asString(""),
                end.path("chain")
                    .valueStream()
                    .map(c -> c.path("exception").asString(""))
                    .toList()))
        .toList();
  }

  private static List<String> outcomes(JsonNode json) {
    return json.at("/jvms/0/denied")
        .valueStream()
        .map(d -> d.path("outcome").asString(""))
        .toList();
  }

  /// Programs that an exception ends whose causes the log shows.
  @ParameterizedTest
  @ValueSource(strings = {"uncaught", "wrapped", "rethrown", "reflected", "task"})
  void theMainThreadEnds(String program) throws Exception {
    JsonNode json = denied(program, 1);
    assertThat(ended(json)).isEqualTo(plain(program, 1)).hasSize(1);
    assertThat(outcomes(json)).contains("ENDED_THREAD");
    assertThat(json.at("/jvms/0/verdict/0").asString("")).startsWith("Ended thread main: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"otherThread", "subclass", "execute"})
  void anotherThreadEnds(String program) throws Exception {
    JsonNode json = denied(program, 0);
    assertThat(ended(json)).isEqualTo(plain(program, 0)).hasSize(1);
    assertThat(outcomes(json)).containsExactly("ENDED_THREAD");
    assertThat(json.path("verdict").toString()).contains("An exception ended 1 thread.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"caught", "caughtElsewhere", "taskForgotten"})
  void nothingEnds(String program) throws Exception {
    JsonNode json = denied(program, 0);
    assertThat(ended(json)).isEqualTo(plain(program, 0)).isEmpty();
    assertThat(outcomes(json)).doesNotContain("ENDED_THREAD", "UNCAUGHT");
    assertThat(json.path("verdict")).hasSize(1);
  }

  /// HotSpot keeps the failure as text in the second error.
  @ParameterizedTest
  @ValueSource(strings = "classFailed")
  void aClassThatFailedEndsTheThreadLater(String program) throws Exception {
    JsonNode json = denied(program, 1);
    Ended plain = plain(program, 1).getFirst();
    assertThat(ended(json))
        .singleElement()
        .satisfies(end -> {
          assertThat(end.thread()).isEqualTo(plain.thread());
          assertThat(end.chain().getFirst()).isEqualTo(plain.chain().getFirst());
          assertThat(end.chain().getLast())
              .isEqualTo("java.lang.UnsupportedOperationException: allocateMemory");
        });
    assertThat(outcomes(json)).containsExactly("ENDED_THREAD");
  }

  /// The log names the carrier.
  @ParameterizedTest
  @ValueSource(strings = "virtual")
  void aVirtualThreadEnds(String program) throws Exception {
    JsonNode json = denied(program, 0);
    assertThat(ended(json))
        .isEqualTo(List.of(new Ended("a virtual thread", plain(program, 0).getFirst().chain())));
  }

  /// The exception that ended the thread has a cause that the log does not show.
  @ParameterizedTest
  @ValueSource(strings = {"kept", "unrelated"})
  void aCauseThatIsNotKnownIsNotMadeUp(String program) throws Exception {
    JsonNode json = denied(program, 1);
    assertThat(ended(json))
        .singleElement()
        .satisfies(end -> {
          Ended plain = plain(program, 1).getFirst();
          assertThat(end.thread()).isEqualTo(plain.thread());
          assertThat(end.chain()).containsExactly(plain.chain().getFirst());
        });
    assertThat(outcomes(json)).doesNotContain("ENDED_THREAD");
    assertThat(json.at("/jvms/0/verdict/0").asString(""))
        .matches(".*does not show whether a denied call is its cause.|.*For input string: \"x\".");
  }

  /// Of compiled code the log does not have the frames that are inlined.
  @ParameterizedTest
  @ValueSource(strings = "loop")
  void theEndOfCompiledCodeIsNotMissed(String program) throws Exception {
    JsonNode json = denied(program, 1);
    assertThat(ended(json))
        .singleElement()
        .satisfies(end ->
            assertThat(plain(program, 1).getFirst().chain())
                .startsWith(end.chain().toArray(String[]::new)));
  }

  /// A method that caught a denied call fails for another reason.
  @ParameterizedTest
  @ValueSource(strings = "later")
  void whatOnlyLooksLikeACauseIsNotCalledOne(String program) throws Exception {
    JsonNode json = denied(program, 1);
    assertThat(plain(program, 1).getFirst().chain()).hasSize(1);
    assertThat(json.at("/jvms/0/verdict/0").asString(""))
        .startsWith(
            "Ended thread main: java.lang.NumberFormatException: For input string: \"x\", thrown"
                + " after the same method had caught java.lang.UnsupportedOperationException")
        .endsWith("the program's stack trace says whether it is.");
  }

  @ParameterizedTest
  @ValueSource(strings = "exit")
  void aHandlerThatExitsIsNotPraised(String program) throws Exception {
    JsonNode json = denied(program, 3);
    assertThat(ended(json)).isEqualTo(plain(program, 3)).isEmpty();
    assertThat(json.path("verdict").toString())
        .contains("Each exception was caught, and the exit code is not 0");
  }
}

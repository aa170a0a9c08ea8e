// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.cli.Main;
import dev.ashlar.cli.process.ToolOptions;
import dev.ashlar.jit.CompilationLog;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands run as if by themselves, and a log of each JVM in them.
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class JitRunCommandTest {
  /// Calls a virtual method often, then does what its arguments say.
  private static final String PROGRAM =
      """
      import java.util.function.IntUnaryOperator;

      public class Hot {
        static int total(IntUnaryOperator[] all, int x) {
          int sum = 0;
          for (IntUnaryOperator one : all) {
            sum += one.applyAsInt(x);
          }
          return sum;
        }

        public static void main(String[] args) throws Exception {
          IntUnaryOperator[] all = {x -> x + 1, x -> x * 3, x -> x ^ 5, x -> x - 7};
          int sum = 0;
          for (int i = 0; i < 2_000_000; i++) {
            sum += total(all, i);
          }
          if (args.length > 1 && args[1].equals("idle")) {
            Thread.sleep(800);
          }
          for (int i = 0; args.length > 1 && args[1].equals("busy") && i < 8_000_000; i++) {
            sum += total(all, i);
          }
          System.out.println("out " + String.join(" ", args));
          System.err.println("err " + (sum != 1));
          if (args.length > 0 && args[0].equals("wait")) {
            Thread.sleep(600_000);
          }
          System.exit(args.length > 0 ? Integer.parseInt(args[0]) : 0);
        }
      }
      """;

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  /// What the report says of a recording, with samples enough to rank by or not.
  private static final Pattern RANKED_BY_SAMPLES =
      Pattern.compile(
          "(Of [\\d,]+ CPU samples?:\\s+a\\s+call\\s+is\\s+ranked"
              + "|The recording has [\\d,]+ CPU samples?,\\s+not\\s+enough\\s+to\\s+rank)");

  @TempDir Path folder;

  @BeforeEach
  void compileTheProgram() throws IOException {
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/status")), "needs Linux");
    Path source = Files.writeString(folder.resolve("Hot.java"), PROGRAM);
    ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString());
  }

  private Child start(String... args) throws IOException {
    return Ashlar.start(folder, List.of(), args);
  }

  private Outcome run(String... args) throws IOException, InterruptedException {
    try (Child child = start(args)) {
      return child.await();
    }
  }

  private String hot() {
    return JAVA + " -XX:+UseSerialGC -cp " + folder + " Hot";
  }

  /// The logs of all runs.
  private List<Path> logs(String out) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(out))) {
      return files.filter(file -> file.toString().endsWith(".log")).toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.map(Path::toFile).sorted(Comparator.reverseOrder()).forEach(File::delete);
    }
  }

  private List<Path> runs(String out) throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve(out))) {
      return runs.filter(Files::isDirectory).sorted().toList();
    }
  }

  @Test
  void outputAndExitCodeAreTheCommandsAndTheReportFollows() throws Exception {
    Outcome outcome = run("jit", "run", "--", JAVA, "-cp", folder.toString(), "Hot", "7", "--top");
    assertThat(outcome.exitCode()).isEqualTo(7);
    assertThat(outcome.out()).isEqualTo("out 7 --top\n");
    assertThat(outcome.err())
        .contains("err true\n", "1. virtual call: Hot::total line ")
        .containsPattern(
            "the log is (ashlar-jit/[-T\\d]+/jit-pid\\d+\\.log); a call tree: ashlar jit explain"
                + " CLASS::METHOD \\1");
    assertThat(logs("ashlar-jit")).hasSize(1);
  }

  @Test
  void inputIsTheCommands() throws Exception {
    try (Child child = start("jit", "run", "--", "cat")) {
      child.process().outputWriter().append("hello\n").close();
      Outcome outcome = child.await();
      assertThat(outcome.out()).isEqualTo("hello\n");
      assertThat(outcome.err()).contains("no JVM left a log");
    }
  }

  @Test
  void eachJvmOfAScriptHasALogOfItsOwn() throws Exception {
    Path script =
        Files.writeString(
            folder.resolve("script"), "%s 0 first; exec %s 3 second".formatted(hot(), hot()));
    Outcome outcome = run("jit", "run", "--out", "my logs", "--", "sh", script.toString());
    assertThat(outcome.exitCode()).isEqualTo(3);
    assertThat(outcome.err().replaceAll("\\s+", " ")).contains("Hot 0 first;", "Hot 3 second;");
    assertThat(logs("my logs")).hasSize(2);
  }

  @Test
  void eachRunHasAFolderAndTheLastIsRead() throws Exception {
    run("jit", "run", "--", "sh", "-c", hot() + " 0 earlier");
    Outcome outcome = run("jit", "run", "--", "sh", "-c", hot() + " 0 now");
    assertThat(outcome.err()).contains("Hot 0 now").doesNotContain("Hot 0 earlier");
    assertThat(logs("ashlar-jit")).hasSize(2);
    List<Path> runs = runs("ashlar-jit");
    assertThat(runs).hasSize(2);
    Outcome report = run("jit", "report");
    assertThat(report.exitCode()).isZero();
    assertThat(report.out()).contains("Hot 0 now").doesNotContain("Hot 0 earlier");
    assertThat(report.err())
        .isEqualTo("ashlar: reading the last run, ashlar-jit/" + runs.get(1).getFileName() + "\n");
    Outcome earlier = Ashlar.run("jit", "report", runs.get(0).toString());
    assertThat(earlier.out()).contains("Hot 0 earlier").doesNotContain("Hot 0 now");
    delete(folder.resolve("ashlar-jit"));
    Outcome none = run("jit", "report");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err())
        .startsWith("ashlar: no log was given, and there is no folder ashlar-jit here");
  }

  @Test
  void theJvmThatDidMostComesFirst() throws Exception {
    Path script =
        Files.writeString(folder.resolve("script"), hot() + " 0 idle\n" + hot() + " 0 busy\n");
    Path page = folder.resolve("page.html");
    Outcome outcome = run("jit", "run", "--html", page.toString(), "--", "sh", script.toString());
    String overview =
        """
        2 JVMs, by CPU time
          1. \\d+\\.\\d s of CPU time: Hot 0 busy
            ashlar-jit/\\S+
          2. \\d+\\.\\d s of CPU time: Hot 0 idle
            ashlar-jit/\\S+
        """;
    assertThat(outcome.err()).containsPattern(overview);
    assertThat(page).content().containsSubsequence("Hot 0 busy", "Hot 0 idle", "Hot 0 busy");
    String logs = folder.resolve("ashlar-jit").toString();
    assertThat(Ashlar.run("jit", "report", logs).out())
        .containsPattern(overview.replace("ashlar-jit", "\\S+/ashlar-jit"));
    // What other tools leave has no CPU time.
    Files.delete(runs("ashlar-jit").getFirst().resolve("cpu-times"));
    assertThat(Ashlar.run("jit", "report", logs).out())
        .startsWith("2 JVMs, by the time of their compilers, as their CPU time is not known\n");
  }

  @Test
  void foldersThatCannotBe() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    for (String out : List.of(file.toString(), file + "/below", "/proc", "/proc/below")) {
      Outcome outcome = Ashlar.run("jit", "run", "--out", out, "--", "echo", "run");
      assertThat(outcome.exitCode()).isEqualTo(1);
      assertThat(outcome.err().lines()).singleElement().asString().contains(out);
    }
    assertThat(file).hasContent("mine");
  }

  @Test
  void flagsThatAreThereAreKept() throws Exception {
    try (Child child =
        Ashlar.start(
            folder,
            Map.of("JAVA_TOOL_OPTIONS", "-Dkept='a b'"),
            List.of(),
            "jit",
            "run",
            "--",
            "sh",
            "-c",
            "echo \"$JAVA_TOOL_OPTIONS\"")) {
      assertThat(child.await().out())
          .startsWith("-Dkept='a b' -XX:+IgnoreUnrecognizedVMOptions ")
          .contains(" -XX:LogFile=");
    }
  }

  @Test
  void withoutAVariableThereIsNoLineAboutIt() throws Exception {
    Outcome outcome = run("jit", "run", "--only-this", JAVA, "-cp", folder.toString(), "Hot", "0");
    assertThat(outcome.err()).startsWith("err true\n").contains("virtual call: Hot::total");
    Outcome other = run("jit", "run", "--only-this", "sh", "-c", "true");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err()).contains("--only-this needs java as the command, not sh");
  }

  @Test
  void aRecordingJoined() throws Exception {
    Outcome outcome =
        run("jit", "run", "--jfr", "--only-this", JAVA, "-cp", folder.toString(), "Hot", "0");
    assertThat(outcome.out()).isEqualTo("out 0\n");
    assertThat(outcome.err())
        .startsWith("err true\n")
        .containsPattern(RANKED_BY_SAMPLES)
        // The tool's own flags are no news.
        .doesNotContain("JVM flags:", "StartFlightRecording");
  }

  @Test
  void aRecordingWithMisplacedSamplesRanksNothing() throws Exception {
    String[] command = {"-XX:-DebugNonSafepoints", "-cp", folder.toString(), "Hot", "0"};
    List<String> arguments =
        new ArrayList<>(List.of("jit", "run", "--jfr", "--json", "r.json", "--", JAVA));
    arguments.addAll(List.of(command));
    Outcome outcome = run(arguments.toArray(String[]::new));
    assertThat(outcome.err())
        .doesNotContainPattern(RANKED_BY_SAMPLES)
        .containsPattern("without\\s+-XX:\\+DebugNonSafepoints");
    assertThat(Files.readString(folder.resolve("r.json"))).contains("\"exactSamples\" : false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b", "it's", "a\"b"})
  void foldersWithNamesThatJfrCannotUse(String out) throws Exception {
    Outcome outcome = run("jit", "run", "--jfr", "--out", out, "--", "sh", "-c", "echo run");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("run");
  }

  /// JDK 8 would end at once with the recording's flags, and reads JAVA_TOOL_OPTIONS only.
  @Test
  void oldJvmsGetNothingThatTheyDoNotTake() throws Exception {
    Outcome outcome =
        run("jit", "run", "--jfr", "--", "sh", "-c", "echo $JAVA_TOOL_OPTIONS; " + hot() + " 0");
    assertThat(outcome.out())
        .contains("-XX:+LogCompilation")
        .doesNotContain("-Xlog", "StartFlightRecording");
    assertThat(outcome.err()).containsPattern(RANKED_BY_SAMPLES);
  }

  @Test
  void whyThereIsNoLog() throws Exception {
    Outcome off = run("jit", "run", "--", JAVA, "-XX:-LogCompilation", "-version");
    assertThat(off.err()).contains("no JVM left a log: ", "-XX:-LogCompilation");
    Outcome gone = run("jit", "run", "--out", "gone", "--", "rm", "-r", "gone");
    assertThat(gone.err()).containsPattern("gone/\\S+ was removed by the command, with the logs");
  }

  @Test
  void whatARunLeavesIsNamedWithTheCommandThatDeletesIt() throws Exception {
    Outcome outcome = run("jit", "run", "--out", "my logs", "--", "sh", "-c", hot() + " 0");
    assertThat(runs("my logs")).hasSize(1);
    String last = outcome.err().lines().toList().getLast();
    String command = last.substring(last.indexOf("delete them: ") + "delete them: ".length());
    assertThat(command).startsWith("rm -r 'my logs/");
    Process shell = new ProcessBuilder("sh", "-c", command).directory(folder.toFile()).start();
    assertThat(shell.waitFor()).isZero();
    assertThat(runs("my logs")).isEmpty();
  }

  @Test
  void aRunWithoutALogLeavesNothing() throws Exception {
    Files.createDirectory(folder.resolve("mine"));
    for (String out : List.of("ashlar-jit", "mine")) {
      Outcome none = run("jit", "run", "--out", out, "--", "sh", "-c", "exit 0");
      assertThat(none.err()).contains("no JVM left a log").doesNotContain("delete");
      assertThat(run("jit", "run", "--out", out, "--", "./missing").exitCode()).isEqualTo(2);
      assertThat(run("jit", "asm", "--out", out, "a::b", "--", "true").exitCode()).isZero();
      run("unsafe", "run", "--deny", "--out", out, "--", "true");
    }
    assertThat(folder.resolve("ashlar-jit")).doesNotExist();
    assertThat(runs("mine")).isEmpty();
  }

  @Test
  void aJvmThatStillRuns() throws Exception {
    String script =
        hot() + " wait > out 2>&1 & echo $! > pid; until grep -q out out; do sleep 1; done";
    Outcome outcome = run("jit", "run", "--", "sh", "-c", script);
    kill("KILL", Long.parseLong(Files.readString(folder.resolve("pid")).strip()));
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).contains(" still runs: its log ends here for now");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aSignalEndsTheCommandAndTheReportFollows(String signal) throws Exception {
    Assumptions.assumeFalse(isIgnored(signal), "SIG" + signal + " is ignored here");
    try (Child child = start("jit", "run", "--", JAVA, "-cp", folder.toString(), "Hot", "wait")) {
      awaitOutput(child);
      kill(signal, child.process().pid());
      Outcome outcome = child.await();
      assertThat(outcome.exitCode()).isEqualTo(signal.equals("INT") ? 130 : 143);
      assertThat(outcome.err()).contains("virtual call: Hot::total");
    }
  }

  /// Ctrl-C reaches the whole group in the foreground; `kill` reaches the tool alone. Neither may
  /// reach the command twice: many take a second one as an order to end at once.
  @ParameterizedTest
  @CsvSource({"typed, INT", "sent, INT", "sent, HUP"})
  void aSignalInATerminalReachesTheCommandOnce(String way, String signal) throws Exception {
    Assumptions.assumeFalse(isIgnored(signal), "SIG" + signal + " is ignored here");
    Path script =
        Files.writeString(
            folder.resolve("script"),
            """
            trap 'echo %s >> signals' %s
            echo $PPID > parent
            mv parent started
            # A signal ends wait, and not sleep: the next one meets no trap that is still to run.
            while [ ! -e stop ]; do sleep 0.1 & wait $!; done
            exit 5
            """
                .formatted(signal, signal));
    try (Child terminal = startInTerminal("jit", "run", "--", "sh", script.toString())) {
      Ashlar.waitUntil(() -> Files.exists(folder.resolve("started")));
      long tool = Long.parseLong(Files.readString(folder.resolve("started")).strip());
      if (way.equals("typed")) {
        terminal.process().outputWriter().append((char) 3).flush();
      } else {
        kill(signal, tool);
      }
      Path signals = folder.resolve("signals");
      Ashlar.waitUntil(() -> Files.exists(signals));
      // The hook of the first one must not be deaf to the next.
      kill(signal, tool);
      Ashlar.waitUntil(() -> lines(signals) >= 2);
      Files.createFile(folder.resolve("stop"));
      assertThat(terminal.await().exitCode()).isEqualTo(5);
      assertThat(signals).hasContent(signal + "\n" + signal);
    }
  }

  private static long lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The command in the foreground of a terminal, whose keyboard is the process's input.
  private Child startInTerminal(String... args) throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs script");
    String command =
        Stream.concat(
                Stream.of(
                    "exec",
                    JAVA,
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName()),
                Stream.of(args))
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "))
            .replace("'exec'", "exec");
    Path out = folder.resolve("stdout.txt");
    Path err = folder.resolve("stderr.txt");
    ProcessBuilder builder =
        new ProcessBuilder("script", "-qefc", command, "/dev/null")
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("SHELL", "/bin/sh");
    return new Child(builder.start(), out, err);
  }

  private static List<ProcessHandle> descendants(Child child, String word) {
    return child
        .process()
        .descendants()
        .filter(p -> p.info().commandLine().filter(line -> line.contains(word)).isPresent())
        .toList();
  }

  /// A shell's background commands ignore SIGINT, those of `nohup` SIGHUP, and so does what they
  /// start.
  private static boolean isIgnored(String signal) throws IOException {
    long bit =
        switch (signal) {
          case "HUP" -> 1;
          case "INT" -> 1 << 1;
          case "TERM" -> 1 << 14;
          default -> throw new IllegalArgumentException(signal);
        };
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .anyMatch(line -> (Long.parseUnsignedLong(line.split("\\s+", 2)[1], 16) & bit) != 0);
  }

  @Test
  void theLogOfAKilledJvmIsFoundWhereItsThreadsLeftIt() throws Exception {
    try (Child child = start("jit", "run", "--", JAVA, "-cp", folder.toString(), "Hot", "wait")) {
      awaitOutput(child);
      kill("KILL", descendants(child, "Hot").getFirst().pid());
      Outcome outcome = child.await();
      assertThat(outcome.exitCode()).isEqualTo(137);
      assertThat(outcome.err()).contains("virtual call: Hot::total");
    }
    CompilationLog again = CompilationLog.read(folder.resolve(mainLog()));
    assertThat(again.parts()).isNotEmpty().allMatch(part -> part.startsWith(folder));
    assertThat(again.findings()).isNotEmpty();
  }

  private Path mainLog() throws IOException {
    return logs("ashlar-jit").stream()
        .filter(log -> log.getFileName().toString().startsWith("jit-"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void wrongUsageIsToldBeforeTheCommandRuns() throws Exception {
    for (String options : List.of("--json o --html o", "--top -1", "--top many")) {
      List<String> words = new ArrayList<>(List.of("jit", "run"));
      words.addAll(List.of(options.split(" ", -1)));
      words.addAll(List.of("--", "echo", "run"));
      Outcome outcome = run(words.toArray(String[]::new));
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.out()).isEmpty();
    }
  }

  @Test
  void aCommandThatIsNotThere() throws Exception {
    Outcome outcome = run("jit", "run", "--", "no-such-command");
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(folder.resolve("ashlar-jit")).doesNotExist();
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .contains("cannot run no-such-command");
  }

  @Test
  void flagsWithSpacesAndQuotesAreQuoted() {
    assertThat(ToolOptions.of(List.of("-Da=b", "-XX:LogFile=/a b/c")))
        .isEqualTo("-Da=b '-XX:LogFile=/a b/c'");
    assertThat(ToolOptions.of(List.of("-Da=it's"))).isEqualTo("'-Da=it'\"'\"'s'");
  }

  private static void awaitOutput(Child child) throws InterruptedException {
    Ashlar.waitUntil(() -> {
      try {
        return child.readOut().contains("out wait");
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    });
  }

  private static void kill(String signal, long pid) throws IOException, InterruptedException {
    int exitCode = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
    assertThat(exitCode).isZero();
  }
}

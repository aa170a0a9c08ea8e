// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

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
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands that are faster or slower depending on the flags in their environment.
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class JitWhatIfCommandTest {
  private static final String SLOW =
      "case \"$JAVA_TOOL_OPTIONS\" in *MaxInlineLevel=20*) ;; *) sleep 1;; esac";

  /// Writes a score as JMH does: `$4` is the file.
  private static final String BENCHMARK =
      """
      case "$JAVA_TOOL_OPTIONS" in *FreqInlineSize=500*) score=SCORE;; *) score=100;; esac
      echo '[{"benchmark": "a.B.run", "primaryMetric": {"score": '$score', "scoreUnit": "UNIT"}}]' > $4
      """;

  @TempDir private Path folder;

  @BeforeEach
  void needsAShell() {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs a shell");
  }

  private Outcome run(String... words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("jit"));
    all.addAll(List.of(words));
    try (Child child = Ashlar.start(folder, List.of(), all.toArray(String[]::new))) {
      return child.await();
    }
  }

  private Outcome benchmark(String score, String unit) throws IOException, InterruptedException {
    String script = BENCHMARK.replace("SCORE", score).replace("UNIT", unit);
    String[] command = {"what-if", "FreqInlineSize=500", "--jmh", "--rounds", "3"};
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--", "/bin/sh", "-c", script, "sh"));
    return run(words.toArray(String[]::new));
  }

  @Test
  void theWallTimeOfACommand() throws Exception {
    Outcome outcome =
        run("what-if", "MaxInlineLevel=20", "--rounds", "2", "--", "/bin/sh", "-c", SLOW);
    assertThat(outcome.err()).contains("round 2 of at most 2", "so far wall time: ");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .startsWith("-XX:MaxInlineLevel=20\n")
        .containsPattern("wall time: (verified|too noisy to tell): −\\d{2,3} % \\[.*2 rounds")
        .doesNotContain("NaN");
  }

  @Test
  void theScoresOfJmh() throws Exception {
    assertThat(benchmark("69", "ns/op").out())
        .contains("a.B.run: verified: −31 % [−34, −28], 69.0 ns/op instead of 100, 3 rounds");
    assertThat(benchmark("100", "ns/op").out()).contains("a.B.run: no effect: 0 % [−4, +4]");
    // More operations are less time for each.
    assertThat(benchmark("200", "ops/us").out())
        .contains("a.B.run: verified: −50 %", "us/op instead of 0.0100");
  }

  @Test
  void aCommandThatFails() throws Exception {
    Outcome outcome =
        run("what-if", "MaxInlineLevel=20", "--", "/bin/sh", "-c", "echo why; exit 3");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("the command ended with 3: see ");
    String file = outcome.err().substring(outcome.err().indexOf("see ") + 4).strip();
    assertThat(Path.of(file)).hasContent("why\n");
    assertThat(run("what-if", "MaxInlineLevel=20", "--jmh", "--", "/bin/true").err())
        .contains("is the command JMH?");
  }

  /// Ignores its input, and prints a rate and a count of 10 or 20 lines a second.
  private static final String ENDLESS =
      """
      case "$JAVA_TOOL_OPTIONS" in *MaxInlineLevel=20*) r=1,400; s=0.05;; *) r=1,000; s=0.1;; esac
      while true; do echo "rate: $r/s"; echo "done"; sleep $s; done
      """;

  private static String[] endless(String rate, String rounds) {
    return new String[] {
      "what-if",
      "MaxInlineLevel=20",
      "--rate",
      rate,
      "--warmup",
      "0",
      "--sample",
      "1",
      "--rounds",
      rounds,
      "--",
      "/bin/sh",
      "-c",
      ENDLESS
    };
  }

  @Test
  void theRateOfACommandThatDoesNotEnd() throws Exception {
    assertThat(run(endless("rate: ([0-9,]+)/s", "3")).out())
        .contains("rate: verified: +40 % [+", "1,400 instead of 1,000, 3 rounds");
    assertThat(run(endless("^done$", "2")).out()).containsPattern("rate: [a-z ]+: \\+\\d\\d");
    Outcome none = run(endless("nothing", "2"));
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("matches 'nothing': see ");
    assertThat(run("what-if", "MaxInlineLevel=20", "--rate", "x", "--", "/bin/true").err())
        .contains("the command ended with 0 before its rate was sampled");
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(process -> process.info().commandLine().orElse("").contains("rate: $r/s"));
  }

  @Test
  void whatIsKnownWhenItIsStopped() throws Exception {
    List<String> all = new ArrayList<>(List.of("jit"));
    all.addAll(List.of(endless("rate: ([0-9,]+)/s", "50")));
    try (Child child = Ashlar.start(folder, List.of(), all.toArray(String[]::new))) {
      Ashlar.waitUntil(() -> {
        try {
          return Files.readString(child.err()).contains("round 2 of at most 50");
        } catch (IOException e) {
          return false;
        }
      });
      child.signal("INT");
      Outcome outcome = child.await();
      assertThat(outcome.out())
          .startsWith("stopped: -XX:MaxInlineLevel=20\n")
          .containsPattern("rate: [a-z ]+: \\+40 % \\[.*\\d rounds");
    }
  }

  @Test
  void wrongUsage() throws Exception {
    Path log = Files.writeString(folder.resolve("jit.log"), JitCommandTest.LOG);
    for (String words :
        List.of(
            "what-if 1: give the command behind --",
            "what-if 1 --rounds 1 -- true: --rounds must be 2 or more, not 1",
            "what-if fast -- true: 'fast' is no change of a decision",
            "what-if 2 --log " + log + " -- true: has no finding 2: it has 1",
            "report " + log + " -- true: a command needs --verify",
            "report --verify 1 " + log + ": give the command behind --")) {
      String[] command = words.split(": ", 2);
      Outcome outcome = run(command[0].split(" ", -1));
      assertThat(outcome.err()).contains(command[1]);
      assertThat(outcome.exitCode()).isEqualTo(2);
    }
  }

  /// The log is of another program, so the change has no effect on the command's decisions.
  @Test
  void whatHotSpotDoesNotChangeIsNotVerified() throws Exception {
    Path log = Files.writeString(folder.resolve("jit.log"), JitCommandTest.LOG);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Outcome outcome =
        run("report", "--verify", "1", log.toString(), "--", java, "-XX:+UseSerialGC", "-version");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("change: inline a.B::callee()V")
        .contains("not verified: with it, HotSpot decided the same in this command");
  }
}

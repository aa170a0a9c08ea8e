// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Child;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.ResultsJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Ctrl-C, as a signal to the command alone.
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class InterruptionTest {
  @TempDir Path folder;

  @Test
  void keepsWhatWasMeasured() throws Exception {
    try (Child child = start()) {
      // A line with the JVMs follows each case that ended.
      Ashlar.waitUntil(() -> hasPrinted(child, "JVMs in"));
      List<ProcessHandle> measured = interrupt(child);
      Outcome outcome = child.await();

      assertThat(outcome.exitCode()).isEqualTo(130);
      assertThat(outcome.err().lines())
          .singleElement()
          .asString()
          .startsWith("ashlar: interrupted; ")
          .endsWith("kept in " + Path.of("results", "index.html"));
      Ashlar.waitUntil(() -> measured.stream().noneMatch(ProcessHandle::isAlive));
      LabRun run = ResultsJson.read(folder.resolve("results/results.json"));
      assertThat(run.complete()).isFalse();
      assertThat(run.experiments().getFirst().rows()).isNotEmpty();
      assertThat(folder.resolve("copy.json"))
          .hasSameBinaryContentAs(folder.resolve("results/results.json"));
      assertThat(folder.resolve("results/index.html"))
          .content()
          .contains("interrupted")
          .endsWith("</html>\n");
      assertThat(folder.resolve("results").toFile().list())
          .containsExactlyInAnyOrder("results.json", "index.html", "lab.log", "jmh.json");
      assertThat(folder.resolve("tmp").toFile().list()).containsExactly("jmh.lock");
    }
  }

  @Test
  void saysSoWhenNothingWasMeasured() throws Exception {
    try (Child child = start()) {
      Ashlar.waitUntil(() -> hasPrinted(child, "Measuring"));
      List<ProcessHandle> measured = interrupt(child);
      Outcome outcome = child.await();

      assertThat(outcome.exitCode()).isEqualTo(130);
      assertThat(outcome.err().lines())
          .containsExactly("ashlar: interrupted before anything was measured");
      Ashlar.waitUntil(() -> measured.stream().noneMatch(ProcessHandle::isAlive));
      assertThat(folder.resolve("results").toFile().list()).containsExactly("lab.log");
      assertThat(folder.resolve("copy.json")).doesNotExist();
      assertThat(folder.resolve("tmp").toFile().list()).containsExactly("jmh.lock");
    }
  }

  @Test
  void aFullRunSaysHowToGoOn() throws Exception {
    try (Child child = start("--full", "strings")) {
      Ashlar.waitUntil(() -> hasPrinted(child, "Measuring"));
      List<ProcessHandle> measured = interrupt(child);
      Outcome outcome = child.await();

      assertThat(outcome.err().lines())
          .singleElement()
          .asString()
          .startsWith("ashlar: interrupted")
          .endsWith(
              "; go on with: ashlar lab --full --resume --out results --case '{ascii,cjk}-8'"
                  + " --contender '{ashlar,jdk-getbytes}' --forks 2 strings");
      Ashlar.waitUntil(() -> measured.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  private Child start() throws IOException {
    return start("strings", "--json", "copy.json");
  }

  private Child start(String... more) throws IOException {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    List<String> words =
        new ArrayList<>(
            List.of(
                "lab",
                "--case",
                "{ascii,cjk}-8",
                "--contender",
                "{ashlar,jdk-getbytes}",
                "--forks",
                "2",
                "--verbose",
                "--out",
                "results"));
    words.addAll(List.of(more));
    return Ashlar.start(
        folder,
        // The second is the launcher's: the clocks of the measured processes are asked natively.
        List.of("-Djava.io.tmpdir=" + temporary, "--enable-native-access=ALL-UNNAMED"),
        words.toArray(String[]::new));
  }

  private static boolean hasPrinted(Child child, String text) {
    try {
      return child.readOut().contains(text) || !child.process().isAlive();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// {@return the JVMs that were measuring}
  private static List<ProcessHandle> interrupt(Child child) throws Exception {
    List<ProcessHandle> measured = child.process().descendants().toList();
    child.signal("INT");
    return measured;
  }
}

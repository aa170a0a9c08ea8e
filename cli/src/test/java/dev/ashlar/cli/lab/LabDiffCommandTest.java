// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.ResultsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabDiffCommandTest {
  private static final List<Double> FORKS = List.of(1.0, 1.01, 0.99);

  @TempDir Path folder;

  @Test
  void saysWhatIsFasterAndSlower() throws IOException {
    Path before =
        write("before.json", "EPYC", row("faster", 10), row("slower", 10), row("gone", 1));
    Path now = write("now.json", "EPYC", row("faster", 5), row("slower", 30), row("new", 1));

    Outcome outcome = Ashlar.run("lab", "diff", before.toString(), now.toString());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .startsWith("Same machine and JDK.\n")
        .containsPattern(
            "ascii-8: faster +10.00 +5.00 +0.50 \\[0\\.4\\d, 0\\.5\\d\\] +faster +ns/op")
        .containsPattern(
            "ascii-8: slower +10\\.00 +30\\.00 +3\\.00 \\[2\\.\\d\\d, 3\\.\\d\\d\\] +slower")
        .contains("2 pairs in both: 1 faster, 0 level, 0 about level, 1 slower, 0 undecided.")
        .contains("only in the older run\n  strings: gone in ascii-8\n")
        .contains("only in the newer run\n  strings: new in ascii-8\n");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void roundsOfZeroAreTold() throws IOException {
    LabRun.Row none = row("pauses", 0);
    Path before = write("before.json", "EPYC", none, row("x", 10));
    Path now = write("now.json", "EPYC", row("pauses", 3), row("x", 10));

    Outcome outcome = Ashlar.run("lab", "diff", before.toString(), now.toString());

    assertThat(outcome.out())
        .containsPattern("ascii-8: pauses +0\\.00 +3\\.00 +∞ +slower")
        .containsPattern(
            "ascii-8: pauses: 3 of 3 JVMs scored 0 before, 0 of 3 now, so these means are\\s+arithmetic");
  }

  @Test
  void anotherMachineIsSaidFirst() throws IOException {
    Path before = write("before.json", "EPYC", row("x", 10));
    Path now = write("now.json", "Xeon", row("x", 10));
    Path json = folder.resolve("diff.json");

    Outcome outcome =
        Ashlar.run("lab", "diff", before.toString(), now.toString(), "--json", json.toString());

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .startsWith("Not the same machine or JDK")
        .contains("processor: EPYC before, Xeon now");
    assertThat(json)
        .content()
        .contains("\"what\" : \"processor\"")
        .contains("\"case\" : \"ascii-8\"")
        .contains("\"verdict\" : \"level\"");
  }

  @Test
  void whatCannotBeReadIsWrongUsage() throws IOException {
    Path old = Files.writeString(folder.resolve("old.json"), "{\"schema\": 1}");

    Outcome outcome = Ashlar.run("lab", "diff", old.toString(), old.toString());

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains(old.toString(), "schema 1", "measure again");
    assertThat(Ashlar.run("lab", "diff", old.toString()).exitCode()).isEqualTo(2);
  }

  @Test
  void theAnswerDoesNotReplaceTheQuestion() throws IOException {
    Path run = write("run.json", "EPYC", row("x", 10));
    String content = Files.readString(run);

    Outcome outcome =
        Ashlar.run("lab", "diff", run.toString(), run.toString(), "--json", run.toString());

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("write to another file");
    assertThat(run).content().isEqualTo(content);
  }

  private Path write(String name, String cpu, LabRun.Row... rows) throws IOException {
    Path file = folder.resolve(name);
    LabRun.Experiment experiment =
        new LabRun.Experiment(
            "strings",
            "t",
            "q",
            1,
            List.of(),
            List.of(),
            List.of(rows),
            List.of(),
            List.of(),
            List.of());
    ResultsJson.write(
        new LabRun(
            LabRun.SCHEMA,
            "default",
            "25",
            "VM",
            "Linux",
            cpu,
            2,
            "G1",
            List.of(),
            "today",
            true,
            LabRun.Conditions.UNKNOWN,
            List.of(experiment)),
        file);
    return file;
  }

  private static LabRun.Row row(String contender, double score) {
    double[] scores = FORKS.stream().mapToDouble(fork -> fork * score).toArray();
    List<LabRun.Round> rounds =
        IntStream.range(0, scores.length)
            .mapToObj(r -> new LabRun.Round(r, 0, List.of(scores[r]), 0, false))
            .toList();
    return new LabRun.Row(
        "ascii-8",
        contender,
        DoubleStream.of(scores).average().orElseThrow(),
        0.1,
        "ns/op",
        0,
        3,
        1,
        List.of(),
        rounds);
  }
}

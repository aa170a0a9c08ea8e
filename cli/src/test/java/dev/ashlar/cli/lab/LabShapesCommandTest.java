// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import dev.ashlar.lab.shapes.Shape;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.ResultsJson;
import dev.ashlar.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabShapesCommandTest {
  private static final String TEMPORARY = "java.io.tmpdir";

  private final String temporary = System.getProperty(TEMPORARY);
  @TempDir Path folder;

  @BeforeEach
  void choose() {
    System.setProperty(TEMPORARY, folder.toString());
  }

  @AfterEach
  void restore() {
    System.setProperty(TEMPORARY, temporary);
  }

  @Test
  void measuresListsAndLeavesNothingBehind() throws IOException {
    Path json = folder.resolve("shapes.json");
    Outcome outcome =
        shapes("--seed", "5", "--count", "1", "--forks", "1", "--json", json.toString());

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    String description = Shape.draw(5, 0).description();
    assertThat(outcome.out())
        .containsSubsequence(
            "Seed 5, JDK ",
            description,
            "The slowest again, in 1 rounds each:",
            description,
            "calls, 1 shapes, ashlar / unsafe: 50th percentile ",
            description,
            "ashlar lab shapes --seed 5 --only 0");
    LabRun run = ResultsJson.read(json);
    assertThat(run.conditions().seed()).isEqualTo(5);
    LabRun.Experiment measured = run.experiments().getFirst();
    assertThat(measured.cases()).singleElement().extracting(LabRun.Case::name).isEqualTo("5-0");
    assertThat(measured.rows())
        .extracting(LabRun.Row::contender)
        .containsExactlyInAnyOrder("ashlar", "unsafe", "arrays");
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("shapes.json", "jmh.lock");
  }

  @Test
  void theSourceOfAShapeRunsByItself() throws IOException, InterruptedException {
    Path source = folder.resolve("Any.java");
    Outcome outcome = shapes("--seed", "5", "--only", "0", "--dump", source.toString());

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains(Shape.draw(5, 0).description(), source.toString());
    assertThat(source).content().isEqualTo(Shape.draw(5, 0).source());
    ChildJvm.Ended ended =
        ChildJvm.java(
            folder, "-cp", System.getProperty("java.class.path"), source.toString(), "neither");
    assertThat(ended.err()).contains("neither: give ashlar|unsafe|arrays");
    assertThat(Files.size(source)).isPositive();
  }

  @Test
  void numbersThatMakeNoSense() {
    reject("--count is at least 1, not 0", "--count", "0");
    reject("--worst is at least 1, not -1", "--worst", "-1");
    reject("--forks is at least 1, not 0", "--forks", "0");
    reject("--only is the number of a shape, from 0, not -1", "--seed", "1", "--only", "-1");
  }

  @Test
  void optionsThatNeedOthers() {
    reject("--only names a shape of a seed: give --seed too", "--only", "1");
    reject("--dump writes one shape: name it with --seed and --only", "--seed", "1", "--dump", "x");
    reject(
        "--only names one shape, whose kind is given: leave out --kind",
        "--seed",
        "1",
        "--only",
        "2",
        "--kind",
        "calls");
  }

  @Test
  void valuesThatAreNone() {
    assertThat(shapes("--kind", "rings").err()).contains("--kind", "rings", "LOOPS, CALLS");
    assertThat(shapes("--seed", "today").err()).contains("--seed", "today");
    assertThat(shapes("loops").err()).contains("loops");
    assertThat(shapes("loops").exitCode()).isEqualTo(2);
  }

  @Test
  void filesThatCannotBeWritten() {
    Path missing = folder.resolve("missing/file");
    reject(
        "cannot write --json " + missing + ": there is no such file or folder",
        "--json",
        missing.toString());
    reject(
        "cannot write --dump " + missing + ": there is no such file or folder",
        "--seed",
        "1",
        "--only",
        "1",
        "--dump",
        missing.toString());
    reject("--jdk " + folder + " has no bin/java: give the folder of a JDK", "--jdk", "" + folder);
  }

  private static Outcome shapes(String... args) {
    List<String> all = new ArrayList<>(List.of("lab", "shapes"));
    all.addAll(List.of(args));
    return Ashlar.run(all.toArray(String[]::new));
  }

  private static void reject(String why, String... args) {
    Outcome outcome = shapes(args);
    assertThat(outcome.err().lines()).containsExactly("ashlar: " + why);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.exitCode()).isEqualTo(2);
  }
}

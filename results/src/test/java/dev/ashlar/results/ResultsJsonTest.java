// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ResultsJsonTest {

  private static final LabRun.Experiment STRINGS =
      new LabRun.Experiment(
          "strings",
          "a String field onto the wire",
          "How long does it take?",
          88.1,
          List.of(
              new LabRun.Case(
                  "ascii-8", "ascii", "8 chars", List.of(new LabRun.Loss("jdk-getbytes", "why")))),
          List.of(
              new LabRun.Contender("ashlar", "Utf8.Encoder"),
              new LabRun.Contender("jdk-getbytes", "String.getBytes, then a copy")),
          List.of(
              new LabRun.Row("ascii-8", "ashlar", 4.25, 0.125, "ns/op", 0.0003, 1, 5, List.of()),
              new LabRun.Row(
                  "ascii-8",
                  "jdk-getbytes",
                  9.5,
                  0.5,
                  "ns/op",
                  24,
                  1,
                  5,
                  List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"),
                  List.of(new LabRun.Round(0, 1, List.of(9.5, 9.25), 1016, true)))),
          List.of(
              new LabRun.Comparison(
                  "ascii-8",
                  "ashlar",
                  "jdk-getbytes",
                  2.25,
                  2.125,
                  2.375,
                  LabRun.CONFIDENCE,
                  3,
                  LabRun.Verdict.FASTER)),
          List.of(new LabRun.Omission("*", "c", "no C compiler found")),
          List.of(new LabRun.Omission("world", "quickbuf", "wrote 1149 bytes,\n\tat Prove.main")));

  private static final LabRun RUN = runOf(STRINGS);

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Path file = folder.resolve("out/results.json");

    ResultsJson.write(RUN, file);

    assertThat(ResultsJson.read(file)).isEqualTo(RUN);
  }

  @Test
  void theKeysAreThoseOfTheLayout() throws IOException {
    JsonNode run = written(RUN);

    assertThat(run.propertyNames())
        .containsExactly(
            "schema",
            "mode",
            "jdk",
            "vm",
            "os",
            "cpu",
            "cores",
            "collector",
            "vmFlags",
            "started",
            "complete",
            "conditions",
            "experiments");
    JsonNode strings = run.get("experiments").get(0);
    assertThat(strings.propertyNames())
        .containsExactly(
            "name",
            "title",
            "question",
            "seconds",
            "cases",
            "contenders",
            "rows",
            "comparisons",
            "skipped",
            "failed");
    assertThat(strings.get("rows").get(1).propertyNames())
        .containsExactly(
            "case",
            "contender",
            "score",
            "error",
            "unit",
            "bytesPerOp",
            "forks",
            "iterations",
            "flags",
            "rounds");
    assertThat(strings.get("skipped").get(0).propertyNames())
        .containsExactly("case", "contender", "why");
  }

  @Test
  void theValuesAreThoseOfTheRun() throws IOException {
    JsonNode run = written(RUN);

    assertThat(run.get("schema").intValue()).isEqualTo(3);
    assertThat(run.get("complete").booleanValue()).isTrue();
    LabRun.Experiment strings = STRINGS;
    JsonNode rows = run.get("experiments").get(0).get("rows");
    assertThat(rows.size()).isEqualTo(strings.rows().size());
    for (int i = 0; i < rows.size(); i++) {
      LabRun.Row row = strings.rows().get(i);
      JsonNode json = rows.get(i);
      assertThat(json.get("case").stringValue()).isEqualTo(row.caseName());
      assertThat(json.get("contender").stringValue()).isEqualTo(row.contender());
      assertThat(json.get("score").doubleValue()).isEqualTo(row.score());
      assertThat(json.get("error").doubleValue()).isEqualTo(row.error());
      assertThat(json.get("bytesPerOp").doubleValue()).isEqualTo(row.bytesPerOp());
      assertThat(json.get("flags").size()).isEqualTo(row.flags().size());
    }
    JsonNode skipped = run.get("experiments").get(0).get("skipped").get(0);
    assertThat(skipped.get("case").stringValue()).isEqualTo("*");
    assertThat(skipped.get("why").stringValue()).isEqualTo("no C compiler found");
  }

  @Test
  void whatIsNoNumberIsNull() throws IOException {
    LabRun run =
        withRow(
            new LabRun.Row(
                "c",
                "ashlar",
                Double.POSITIVE_INFINITY,
                Double.NaN,
                "ns/op",
                Double.NEGATIVE_INFINITY,
                1,
                1,
                List.of()));

    JsonNode row = written(run).get("experiments").get(0).get("rows").get(0);

    assertThat(row.get("score").isNull()).isTrue();
    assertThat(row.get("error").isNull()).isTrue();
    assertThat(row.get("bytesPerOp").isNull()).isTrue();
    LabRun.Row back =
        ResultsJson.read(folder.resolve("run.json")).experiments().getFirst().rows().getFirst();
    assertThat(back.score()).isNaN();
    assertThat(back.error()).isNaN();
  }

  @Test
  void anOlderSchemaIsRefusedByNameWithTheRemedy() throws IOException {
    Path file =
        Files.writeString(folder.resolve("run.json"), "{\"schema\": 1, \"mode\": \"quick\"}");

    assertThatThrownBy(() -> ResultsJson.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot read "
                + file
                + ": it has schema 1, and this version reads schema 3: measure again with this"
                + " version, or read the file with the older one");
  }

  @Test
  void aNewerSchemaIsRefused() throws IOException {
    Path file = folder.resolve("run.json");
    written(RUN);
    Files.writeString(file, Files.readString(file).replace("\"schema\" : 3", "\"schema\" : 4"));

    assertThatThrownBy(() -> ResultsJson.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("schema 4")
        .hasMessageContaining("newer version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "{\"schema\": 3}", "{\"schema\": null}", "null"})
  void whatIsNoRunIsRefused(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("run.json"), content);

    assertThatThrownBy(() -> ResultsJson.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot read " + file + ": not the results of a lab run");
  }

  @Test
  void aMissingFileIsNamed() {
    Path file = folder.resolve("none.json");

    assertThatThrownBy(() -> ResultsJson.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot read " + file + ": no such file");
  }

  @Test
  void seriesAreWrittenAndRead() throws IOException {
    LabRun run = withSeries();

    JsonNode series = written(run).get("experiments").get(0).get("series").get(0);

    assertThat(series.propertyNames())
        .containsExactly("case", "contender", "name", "unit", "values");
    assertThat(series.get("case").stringValue()).isEqualTo("passes");
    assertThat(series.get("values").get(1).doubleValue()).isEqualTo(5.5);
    assertThat(ResultsJson.read(folder.resolve("run.json"))).isEqualTo(run);
  }

  private JsonNode written(LabRun run) throws IOException {
    Path file = folder.resolve("run.json");
    ResultsJson.write(run, file);
    assertThat(Files.readString(file)).endsWith("}\n").contains("\n  \"mode\" : ");
    return new JsonMapper().readTree(file);
  }

  private static LabRun runOf(LabRun.Experiment experiment) {
    return new LabRun(
        LabRun.SCHEMA,
        "quick",
        "25.0.3+9",
        "OpenJDK 64-Bit Server VM",
        "Linux 6.12 amd64",
        "AMD EPYC 9R14",
        2,
        "G1",
        List.of("-Xmx1g", "-XX:+UseG1GC"),
        "2026-11-20T11:42:07+01:00",
        true,
        new LabRun.Conditions(
            "performance", "off", 0.12, Double.NaN, 0.003, List.of(), 20_261_120L, List.of("busy")),
        List.of(experiment));
  }

  private static LabRun withRow(LabRun.Row row) {
    return runOf(
        new LabRun.Experiment(
            "e", "t", "q", 1, List.of(), List.of(), List.of(row), List.of(), List.of(), List.of()));
  }

  private static LabRun withSeries() {
    return runOf(
        new LabRun.Experiment(
            "records",
            "objects or tables",
            "What does a pass cost?",
            1,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(
                new LabRun.Series("passes", "pojo", "each pass", "ns/row", List.of(9.0, 5.5, 5.0))),
            List.of()));
  }
}

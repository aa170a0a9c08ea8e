package dev.ashlar.report;

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

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Path file = folder.resolve("out/results.json");

    ResultsJson.write(SampleRun.of(), file);

    assertThat(ResultsJson.read(file)).isEqualTo(SampleRun.of());
  }

  @Test
  void theKeysAreThoseOfTheLayout() throws IOException {
    JsonNode run = written(SampleRun.of());

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
    assertThat(strings.get("rows").get(3).propertyNames())
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
    JsonNode run = written(SampleRun.of());

    assertThat(run.get("schema").intValue()).isEqualTo(2);
    assertThat(run.get("complete").booleanValue()).isTrue();
    LabRun.Experiment strings = SampleRun.strings();
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
                + ": it has schema 1, and this version reads schema 2: measure again with this"
                + " version, or read the file with the older one");
  }

  @Test
  void aNewerSchemaIsRefused() throws IOException {
    Path file = folder.resolve("run.json");
    written(SampleRun.of());
    Files.writeString(file, Files.readString(file).replace("\"schema\" : 2", "\"schema\" : 3"));

    assertThatThrownBy(() -> ResultsJson.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("schema 3")
        .hasMessageContaining("newer version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "{\"schema\": 2}", "{\"schema\": null}", "null"})
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
    LabRun run = SampleRun.withSeries();

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

  private static LabRun withRow(LabRun.Row row) {
    return SampleRun.of(
        List.of(
            new LabRun.Experiment(
                "e",
                "t",
                "q",
                1,
                List.of(),
                List.of(),
                List.of(row),
                List.of(),
                List.of(),
                List.of())));
  }
}

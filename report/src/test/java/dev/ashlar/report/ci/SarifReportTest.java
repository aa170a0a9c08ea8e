// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.ci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SarifReportTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  /// Of an object in the schema of SARIF 2.1.0, which forbids other properties.
  ///
  /// @param allowed those that this test expects among the allowed ones
  private record Definition(Set<String> required, Set<String> allowed) {
    void judge(JsonNode object) {
      Set<String> names = Set.copyOf(object.propertyNames());
      assertThat(names).containsAll(required);
      assertThat(allowed).containsAll(names);
    }
  }

  private static final Definition LOG =
      new Definition(Set.of("version", "runs"), Set.of("$schema", "version", "runs"));
  private static final Definition RUN =
      new Definition(Set.of("tool"), Set.of("tool", "results", "artifacts", "invocations"));
  private static final Definition DRIVER =
      new Definition(Set.of("name"), Set.of("name", "version", "rules", "informationUri"));
  private static final Definition RULE =
      new Definition(
          Set.of("id"), Set.of("id", "name", "shortDescription", "fullDescription", "help"));
  private static final Definition RESULT =
      new Definition(
          Set.of("message"),
          Set.of(
              "ruleId",
              "ruleIndex",
              "level",
              "message",
              "locations",
              "baselineState",
              "properties"));
  private static final Definition LOCATION =
      new Definition(Set.of(), Set.of("physicalLocation", "logicalLocations", "message"));
  private static final Definition PHYSICAL_LOCATION =
      new Definition(Set.of("artifactLocation"), Set.of("artifactLocation", "region"));
  private static final Definition REGION =
      new Definition(Set.of(), Set.of("startLine", "startColumn", "endLine", "endColumn"));
  private static final Definition TEXT = new Definition(Set.of("text"), Set.of("text", "markdown"));

  @TempDir Path folder;

  private final SarifReport report = new SarifReport("ashlar jit check", "0.1.0");

  private JsonNode written() throws Exception {
    Path file = folder.resolve("made").resolve("report.sarif");
    report.write(file);
    JsonNode log = MAPPER.readTree(Files.readString(file));
    LOG.judge(log);
    assertThat(log.get("version").stringValue()).isEqualTo("2.1.0");
    JsonNode run = log.get("runs").get(0);
    RUN.judge(run);
    JsonNode driver = run.get("tool").get("driver");
    DRIVER.judge(driver);
    for (JsonNode rule : driver.get("rules")) {
      RULE.judge(rule);
      TEXT.judge(rule.get("shortDescription"));
      TEXT.judge(rule.get("help"));
    }
    for (JsonNode result : run.get("results")) {
      RESULT.judge(result);
      TEXT.judge(result.get("message"));
      assertThat(List.of("none", "note", "warning", "error"))
          .contains(result.get("level").stringValue());
      assertThat(driver.get("rules").get(result.get("ruleIndex").intValue()).get("id"))
          .isEqualTo(result.get("ruleId"));
      for (JsonNode location : result.path("locations")) {
        LOCATION.judge(location);
        PHYSICAL_LOCATION.judge(location.get("physicalLocation"));
        REGION.judge(location.get("physicalLocation").path("region"));
      }
    }
    return run;
  }

  private SarifReport.Result result(String ruleId, SarifReport.Location location) {
    return new SarifReport.Result(
        ruleId,
        SarifReport.Level.ERROR,
        "a call remains",
        location,
        Optional.empty(),
        Map.of("log", "a.log"));
  }

  @Test
  void hasTheShapeOfTheSchema() throws Exception {
    report.addRule(new SarifReport.Rule("one", "the first rule", "mend it"));
    report.addRule(new SarifReport.Rule("two", "the second rule", "mend it"));
    report.addResult(result("two", SarifReport.Location.of(Path.of("rules", "of jit.txt"), 3)));
    report.addResult(result("one", SarifReport.Location.of(Path.of("a:b.txt"))));
    SarifReport.Location here = SarifReport.Location.of(Path.of("."));
    report.addResult(SarifReport.Result.absent("one", "gone", here, Map.of()));
    JsonNode results = written().get("results");
    JsonNode physical = results.get(0).get("locations").get(0).get("physicalLocation");
    assertThat(physical.get("artifactLocation").get("uri").stringValue())
        .isEqualTo("rules/of%20jit.txt");
    assertThat(physical.get("region").get("startLine").intValue()).isEqualTo(3);
    assertThat(results.get(0).get("properties").get("log").stringValue()).isEqualTo("a.log");
    assertThat(results.get(1).toString()).contains("\"./a:b.txt\"").doesNotContain("region");
    assertThat(results.get(2).get("locations").toString()).contains("\"./\"");
  }

  @Test
  void withoutResultsItSaysThatTheToolRan() throws Exception {
    JsonNode run = written();
    assertThat(run.get("results").isArray()).isTrue();
    assertThat(run.get("results")).isEmpty();
  }

  @Test
  void absolutePathsAreFileUris() {
    Path file = folder.resolve("ä.txt");
    assertThat(SarifReport.Location.of(file).uri()).isEqualTo(file.toUri());
  }

  @Test
  void refusesWhatTheFormatCannotSay() {
    report.addRule(new SarifReport.Rule("one", "the first rule", "mend it"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> report.addRule(new SarifReport.Rule("one", "again", "")))
        .withMessageContaining("one already");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> report.addResult(result("three", SarifReport.Location.of(Path.of("a")))))
        .withMessageContaining("no rule three");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SarifReport.Location.of(Path.of("a"), 0))
        .withMessageContaining("not 0");
    assertThat(SarifReport.Location.of(Path.of("a")).line()).isEqualTo(OptionalInt.empty());
  }
}

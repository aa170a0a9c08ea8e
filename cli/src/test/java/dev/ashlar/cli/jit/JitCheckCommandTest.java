// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.cli.Ashlar;
import dev.ashlar.cli.Ashlar.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The reports and the baseline of `ashlar jit check`.
class JitCheckCommandTest {
  private static final String COMPILED = "B::root is compiled by C2";
  private static final String INLINES = "B::root inlines everything";

  private static final String FRESH =
      """
      <bc code='184' bci='4'/>
      <call method='12' count='9000' prof_factor='1.0' inline='1'/>
      <inline_fail reason='too big'/>
      """;

  @TempDir private Path folder;
  private Path log;
  private Path rules;

  @BeforeEach
  void write() throws IOException {
    log = Files.writeString(folder.resolve("jit.log"), JitCommandTest.LOG);
    rules = Files.writeString(folder.resolve("rules.txt"), COMPILED + "\n" + INLINES + "\n");
  }

  private Outcome check(String... options) {
    List<String> words = new ArrayList<>(List.of("jit", "check"));
    words.addAll(List.of(options));
    words.add(rules.toString());
    words.add(log.toString());
    return Ashlar.run(words.toArray(String[]::new));
  }

  private Element junit(String... options) throws Exception {
    Path file = folder.resolve("junit.xml");
    List<String> words = new ArrayList<>(List.of(options));
    words.addAll(List.of("--junit", file.toString()));
    check(words.toArray(String[]::new));
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(file.toFile())
        .getDocumentElement();
  }

  private static String attribute(Element root, String tag, String name) {
    return ((Element) root.getElementsByTagName(tag).item(0)).getAttribute(name);
  }

  @Test
  void sarifHasEachBrokenRule() throws IOException {
    Path file = folder.resolve("check.sarif");
    assertThat(check("--sarif", file.toString()).exitCode()).isEqualTo(1);
    JsonNode run = new JsonMapper().readTree(Files.readString(file)).get("runs").get(0);
    assertThat(run.get("tool").get("driver").get("rules")).hasSize(2);
    JsonNode result = run.get("results").get(0);
    assertThat(run.get("results")).hasSize(1);
    assertThat(result.get("ruleId").stringValue()).isEqualTo(INLINES);
    assertThat(result.get("message").get("text").stringValue()).contains("hot method too big");
    assertThat(result.get("properties").get("callee").stringValue()).isEqualTo("a.B::callee");
    JsonNode place = result.get("locations").get(0).get("physicalLocation");
    assertThat(place.get("artifactLocation").get("uri").stringValue())
        .isEqualTo(rules.toUri().toString());
    assertThat(place.get("region").get("startLine").intValue()).isEqualTo(2);
  }

  /// One reason is accepted, one is new in the same rule, one of a deleted rule is gone.
  @Test
  void sarifHasTheStateAgainstTheBaseline() throws IOException {
    Path file = folder.resolve("check.sarif");
    Path baseline = folder.resolve("baseline.txt");
    check("--write-baseline", baseline.toString());
    check("--baseline", baseline.toString(), "--sarif", file.toString());
    assertThat(states(file)).containsExactly("unchanged note: " + INLINES);

    Files.writeString(baseline, Files.readString(baseline) + "no deoptimization: gone\n");
    Files.writeString(
        log,
        JitCommandTest.LOG
            .replace(
                "<parse", "<method id='12' holder='2' name='fresh' return='1' bytes='9'/>\n<parse")
            .replace("<bc ", FRESH + "<bc "));
    check("--baseline", baseline.toString(), "--sarif", file.toString());
    assertThat(states(file))
        .containsExactly(
            "new error: " + INLINES,
            "unchanged note: " + INLINES,
            "absent note: no deoptimization");
  }

  private static List<String> states(Path sarif) throws IOException {
    return new JsonMapper()
        .readTree(Files.readString(sarif))
        .at("/runs/0/results")
        .valueStream()
        .map(result ->
            "%s %s: %s"
                .formatted(
                    result.path("baselineState").asString("none"),
                    result.path("level").asString(""),
                    result.path("ruleId").asString("")))
        .toList();
  }

  @Test
  void junitHasATestForEachRule() throws Exception {
    Files.writeString(log, JitCommandTest.LOG.replace("callee", "c&#1;&lt;a&gt;llee"));
    Element root = junit();
    assertThat(root.getElementsByTagName("testcase").getLength()).isEqualTo(2);
    assertThat(attribute(root, "testsuite", "tests")).isEqualTo("2");
    assertThat(attribute(root, "testsuite", "failures")).isEqualTo("1");
    assertThat(attribute(root, "testsuite", "name")).isEqualTo(log.toString());
    assertThat(attribute(root, "testcase", "name")).isEqualTo("line 1: " + COMPILED);
    assertThat(attribute(root, "failure", "message")).contains("<a>llee: hot method too big");
  }

  @Test
  void aBaselineLeavesWhatIsNew() throws Exception {
    String baseline = folder.resolve("baseline.txt").toString();
    assertThat(check("--write-baseline", baseline).exitCode()).isZero();
    Outcome same = check("--baseline", baseline);
    assertThat(same.exitCode()).isZero();
    assertThat(same.out()).isEqualTo("nothing new; the baseline accepts 1 of 2 rules as broken\n");
    Element root = junit("--baseline", baseline);
    assertThat(attribute(root, "testsuite", "failures")).isEqualTo("0");
    assertThat(root.getElementsByTagName("skipped").getLength()).isEqualTo(1);
    Path page = folder.resolve("page.html");
    check("--baseline", baseline, "--html", page.toString());
    assertThat(page).content().contains("no rule is newly broken", "the baseline accepts: 1");

    Files.writeString(log, JitCommandTest.LOG.replace("'callee'", "'other'"));
    Outcome another = check("--baseline", baseline);
    assertThat(another.exitCode()).isEqualTo(1);
    assertThat(another.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains(":2: " + INLINES, "B::other"),
            line ->
                assertThat(line)
                    .startsWith(baseline + ":2: no longer broken, remove it: " + INLINES));
  }

  @Test
  void aDamagedOrEmptyLogHasNoBaseline() throws IOException {
    String baseline = folder.resolve("baseline.txt").toString();
    check("--write-baseline", baseline);
    String before = Files.readString(Path.of(baseline));
    Files.writeString(log, JitCommandTest.LOG.replace("<call method", "<inline_f<call method"));
    assertThat(check("--baseline", baseline).exitCode()).isEqualTo(1);
    Outcome refused = check("--write-baseline", baseline);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("not written: damage cannot be accepted", "torn tags: 1");
    Files.writeString(log, JitCommandTest.LOG);
    Files.writeString(folder.resolve("empty.log"), "");
    String[] all = {"jit", "check", "--write-baseline", baseline, "" + rules, "" + folder};
    assertThat(Ashlar.run(all).err()).contains("the log is empty");
    all[2] = "--baseline";
    assertThat(Ashlar.run(all).exitCode()).isEqualTo(1);
    assertThat(baseline).isNotEmpty();
    assertThat(Path.of(baseline)).hasContent(before);
  }

  @Test
  void aBaselineThatIsNone() throws IOException {
    Path none = folder.resolve("none.txt");
    assertThat(check("--baseline", none.toString()).err()).contains("there is no such file");
    Files.writeString(none, "be kind\n");
    Outcome outcome = check("--baseline", none.toString());
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("line 1 is no accepted reason", "be kind");
    assertThat(check("--baseline", none.toString(), "--sarif", none.toString()).err())
        .contains("write to another file");
  }
}

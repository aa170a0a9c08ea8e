// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.results.LabRun;
import dev.ashlar.results.ResultsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LabEvidenceTest {
  private static final String HOSTILE = "<img src=x onerror=alert(1)>";

  private static final LabRun.Call VIRTUAL =
      new LabRun.Call(
          5,
          "Session::check",
          "virtual call",
          0,
          0,
          List.of(
              new LabRun.Share("a.Heap/0x000070f4a8400650" + HOSTILE, 0.25),
              new LabRun.Share("", 0.75)),
          List.of());

  private static final LabRun.Call SAME_ELSEWHERE =
      new LabRun.Call(9, "Session::check", "virtual call", 0, 0, List.of(), List.of());

  private static final List<LabRun.Evidence> EVIDENCE =
      List.of(
          new LabRun.Evidence(
              "clean",
              "segment",
              "Decoder::decode",
              List.of(
                  new LabRun.Call(
                      8, "Segment/0x00007f70a8400650::get", "inlined", 12, 1, List.of(), List.of()),
                  new LabRun.Call(30, "Segment::set", "intrinsic", 0, 0, List.of(), List.of())),
              "",
              List.of(
                  new LabRun.Loop(
                      "main loop, line 14: 1 range check inside" + HOSTILE,
                      "GNU objdump 2.40",
                      List.of("mov eax, [rbx]  ; range check", "jmp 0x10"))),
              ""),
          new LabRun.Evidence(
              "polluted",
              "segment",
              "Decoder::decode",
              List.of(
                  new LabRun.Call(
                      8,
                      "Segment::get",
                      "inlined",
                      3,
                      0,
                      List.of(),
                      List.of(VIRTUAL, SAME_ELSEWHERE))),
              "",
              List.of(),
              "C2's code has no loop of Decoder::decode"),
          new LabRun.Evidence("clean", "c", "", List.of(), "no compiler " + HOSTILE));

  @TempDir private Path folder;

  private static LabRun run(List<LabRun.Evidence> evidence) {
    LabRun.Experiment e = SampleRun.strings();
    return SampleRun.of(
        List.of(
            new LabRun.Experiment(
                e.name(),
                e.title(),
                e.question(),
                e.seconds(),
                e.cases(),
                e.contenders(),
                e.rows(),
                e.comparisons(),
                e.skipped(),
                e.failed(),
                List.of(),
                evidence)));
  }

  @Test
  void thePageHasARowForEachCallAndAColumnForEachCase() {
    Document page = Jsoup.parse(LabPage.html(run(EVIDENCE)));
    Element table = page.expectFirst(".evidence table");
    assertThat(table.select("caption").text()).isEqualTo("segment Decoder::decode");
    assertThat(table.select("thead th").eachText()).containsExactly("call", "clean", "polluted");
    assertThat(table.select("tbody th").eachText()).containsExactly("Segment::get", "Segment::set");
    List<Element> cells = List.copyOf(table.select("tbody td"));
    assertThat(cells.stream().map(Element::className))
        .containsExactly("inlined", "virtual", "intrinsic", "unknown");
    assertThat(cells.get(0).text()).isEqualTo("inlined with 12 methods and 1 intrinsic");
    assertThat(cells.get(1).text())
        .contains(
            "inside it 2 × Session::check: virtual call (25 % Heap" + HOSTILE + ", 75 % others)");
    assertThat(cells.get(3).text()).isEmpty();
    assertThat(page.select(".evidence .note").text()).contains("no compiler " + HOSTILE);
    assertThat(page.select("img")).isEmpty();
  }

  @Test
  void theLoopsOfACaseAreSideBySide() {
    Document page = Jsoup.parse(LabPage.html(run(EVIDENCE)));
    Element table = page.expectFirst(".loops table");
    assertThat(table.select("caption").text()).isEqualTo("clean");
    assertThat(table.select("thead th").eachText()).containsExactly("segment", "c");
    assertThat(table.expectFirst("td p").text())
        .isEqualTo("main loop, line 14: 1 range check inside" + HOSTILE);
    assertThat(table.select("pre").text()).isEqualTo("mov eax, [rbx]  ; range check\njmp 0x10");
    assertThat(page.select(".loops .note").text()).contains("no loop of Decoder::decode");
  }

  @Test
  void withoutEvidenceThereIsNoPart() {
    Document page = Jsoup.parse(LabPage.html(run(List.of())));
    assertThat(page.select(".evidence")).isEmpty();
    assertThat(page.text()).doesNotContain("The calls in C2's code");
  }

  @Test
  void theFileHasItAndIsReadBack() throws IOException {
    Path file = folder.resolve("results.json");
    ResultsJson.write(run(EVIDENCE), file);
    assertThat(ResultsJson.read(file)).isEqualTo(run(EVIDENCE));
    JsonNode json =
        new JsonMapper().readTree(file).get("experiments").get(0).get("evidence").get(1);
    assertThat(json.propertyNames())
        .containsExactly("case", "contender", "method", "calls", "note", "loopNote");
    assertThat(json.get("calls").get(0).get("remaining").get(0).get("outcome").stringValue())
        .isEqualTo("virtual call");
  }

  @Test
  void aFileFromBeforeIsReadToo() throws IOException {
    Path file = folder.resolve("results.json");
    ResultsJson.write(run(List.of()), file);
    String old = Files.readString(file).replaceAll(",\\s*\"evidence\" : \\[ ?\\]", "");
    assertThat(old).doesNotContain("evidence");
    Files.writeString(file, old);
    assertThat(ResultsJson.read(file)).isEqualTo(run(List.of()));
  }
}

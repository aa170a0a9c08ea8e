// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.CompilationLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class FindingCardsTest {
  @TempDir private Path folder;

  private CompilationLog read(String content) throws IOException {
    return SampleLog.read(folder, content);
  }

  private Document page(String content) throws IOException {
    return Jsoup.parse(JitPage.html(Map.of("jit.log", read(content)), Map.of()));
  }

  /// The log's only task with other classes; what `a.B` calls stays `a.B`'s.
  private static String caller(String holder) {
    return SampleLog.task(SampleLog.of(holder))
        .replace(
            "<method id='11' holder='2'", "<klass id='5' name='a.B'/>\n<method id='11' holder='5'");
  }

  private static List<Element> aboutBig(Document page) {
    return page.select(".finding").stream()
        .filter(f -> f.select(".calls").text().equals("calls B::big"))
        .toList();
  }

  /// A callee that is too big is one finding, with the places of its calls.
  @Test
  void callsThatRemainForOneCauseAreOneFinding() throws IOException {
    Document page = page(SampleLog.of("a.B") + caller("a.C") + caller("a.D"));
    assertThat(aboutBig(page))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.text()).containsPattern("also at a\\.[BCD]::\\S+ .*, a\\.[BCD]::"));
  }

  @Test
  void findingsAboutOneCalleeNameEachOther() throws IOException {
    Document page =
        page(
            SampleLog.of("a.B")
                + caller("a.C")
                    .replace("hot method too big", "already compiled into a big method"));
    List<Element> big = aboutBig(page);
    List<String> numbers = big.stream().map(f -> f.select(".number").text()).toList();
    assertThat(numbers).hasSize(2);
    assertThat(big.get(1).select(".also").text())
        .isEqualTo("More about B::big: " + numbers.get(0) + ".");
    assertThat(big.get(1).select(".also a").eachAttr("href"))
        .containsExactly("#l0-p" + numbers.get(0));
    assertThat(page.select(".finding:contains(B::shape) .also")).isEmpty();
  }

  @Test
  void notesSayNothingWhereNothingIsToDo() throws IOException {
    Document page = page(SampleLog.withIntrinsic());
    Element intrinsic = page.expectFirst("#l0-intrinsics .finding");
    assertThat(intrinsic.text()).contains("intrinsic used").doesNotContain("What to do");
  }

  /// Of a long way down the middle is left out, but not the method that the advice is about.
  @Test
  void theWayDownShowsTheProgramsOwnCode() throws IOException {
    StringBuilder log = new StringBuilder();
    String head = SampleLog.of("java.Root");
    log.append(head, 0, head.indexOf("<parse "));
    for (int i = 0; i < 12; i++) {
      String holder = i == 5 ? "a.Own" : "java.No" + i;
      log.append("<klass id='").append(50 + i).append("' name='").append(holder).append("'/>\n");
      log.append("<method id='").append(100 + i).append("' holder='").append(50 + i);
      log.append("' name='step' return='1' flags='1' bytes='9'/>\n");
    }
    log.append("<parse method='10' uses='9000'>\n");
    for (int i = 0; i < 12; i++) {
      log.append("<bc code='184' bci='1'/>\n<call method='").append(100 + i);
      log.append("' count='9000' prof_factor='1.0' inline='1'/>\n");
      log.append("<inline_success reason='inline (hot)'/>\n<parse method='").append(100 + i);
      log.append("' uses='9000'>\n");
    }
    log.append(
        """
        <bc code='182' bci='9'/>
        <call method='12' count='9000' prof_factor='1.0' virtual='1' inline='1' receiver='3' \
        receiver_count='4500' receiver2='4' receiver2_count='2700'/>
        <virtual_call bci='9'/>
        """);
    log.append("</parse>\n".repeat(13)).append(head, head.indexOf("<task_done"), head.length());
    Element finding = page(log.toString()).expectFirst(".finding");

    assertThat(finding.select(".advice").text()).contains("if Own::step is hot");
    assertThat(finding.select(".owner").text())
        .endsWith(
            "inlined in Root::root › No0::step › … › Own::step (nearest code that is not the JDK's) ›"
                + " No6::step › No7::step › No8::step › No9::step › No10::step");
    assertThat(finding.select(".owner b").text()).isEqualTo("Own::step");
  }

  @Test
  void aCardWithoutATreeSaysWhy() throws IOException {
    String big =
        SampleLog.task(SampleLog.of("a.B"))
            .replaceFirst("a.B root \\(\\)V", "a.B big ()V")
            .replace("method='10'", "method='11'");
    CompilationLog log = read(SampleLog.of("a.B") + big);
    Path file = folder.resolve("big.html");
    JitPage.write(Map.of("jit.log", log), Map.of(), "B::big", file);
    Document page = Jsoup.parse(Files.readString(file));
    Element caller = page.expectFirst(".finding:contains(B::root)");
    assertThat(caller.select("button[data-tree]")).isEmpty();
    assertThat(caller.select(".said").text()).endsWith("· tree left out");
    Element own = page.expectFirst(".finding:contains(B::shape)");
    assertThat(own.select("button[data-tree]")).hasSize(1);
    assertThat(own.select(".said").text()).doesNotContain("tree left out");
  }

  /// A method that C2 gave up on has no tree of its own, but may be a part of others.
  @Test
  void whatIsOnlyInlinedIsShownWhereThatIs() throws IOException {
    Document page = page(SampleLog.of("a.B") + failed("small") + failed("alone"));
    Element small = page.expectFirst(".finding:has(.where:contains(B::small))");
    Element button = small.expectFirst("button[data-tree]");
    JsonNode data = SampleLog.data(page);
    assertThat(button.text()).isEqualTo("show where it is inlined");
    assertThat(button.attr("data-tree"))
        .isEqualTo(data.get("groves").get(0).get("roots").get(0).get("id").stringValue());
    assertThat(data.get("methods").get(Integer.parseInt(button.attr("data-method"))).get("name"))
        .hasToString("\"small\"");
    Element alone = page.expectFirst(".finding:has(.where:contains(B::alone))");
    assertThat(alone.select("button[data-tree]")).isEmpty();
    assertThat(alone.select(".said").text()).endsWith("· no tree logged");
  }

  private static String failed(String method) {
    return """
    <task compile_id='7' method='a.B METHOD ()V' bytes='7' count='9000' stamp='2.0'>
    <type id='1' name='void'/>
    <klass id='2' name='a.B' flags='1'/>
    <method id='13' holder='2' name='METHOD' return='1' flags='1' bytes='7'/>
    <failure reason='out of nodes parsing method' phase='parse'/>
    <task_done success='0' nmsize='0' count='9000' stamp='2.1'/>
    </task>
    """
        .replace("METHOD", method);
  }
}

package dev.ashlar.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.LogDiff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JitPageTest {
  private static final String HOSTILE = "</script><img/src=x/onerror=alert(1)>&quot;<!--";

  @TempDir private Path folder;

  /// A log in which `a.B::root` calls a method that is too big, a virtual one and an inlined one.
  private static String log(String holder) {
    String name = holder.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return """
    <hotspot_log version='160 1' process='1' time_ms='1'>
    <vm_version>
    <release>
    25.0.3+9-LTS
    </release>
    </vm_version>
    <vm_arguments>
    <args>
    -Xmx64m
    </args>
    <command>
    a.Main --fast
    </command>
    </vm_arguments>
    <task compile_id='1' method='HOLDER root ()V' bytes='20' count='9000' stamp='1.0'>
    <type id='1' name='void'/>
    <klass id='2' name='HOLDER' flags='1'/>
    <klass id='3' name='a.First' flags='1'/>
    <klass id='4' name='a.Second' flags='1'/>
    <method id='10' holder='2' name='root' return='1' flags='1' bytes='20'/>
    <method id='11' holder='2' name='big' return='1' flags='1' bytes='424'/>
    <method id='12' holder='2' name='shape' return='1' flags='1' bytes='5'/>
    <method id='13' holder='2' name='small' return='1' flags='1' bytes='7'/>
    <method id='14' holder='2' name='inner' return='1' flags='1' bytes='3'/>
    <parse method='10' uses='9000'>
    <bc code='184' bci='7'/>
    <call method='11' count='9000' prof_factor='1.0' inline='1'/>
    <inline_fail reason='hot method too big'/>
    <bc code='182' bci='9'/>
    <call method='12' count='9000' prof_factor='1.0' virtual='1' inline='1' receiver='3' \
    receiver_count='4500' receiver2='4' receiver2_count='2700'/>
    <virtual_call bci='9'/>
    <bc code='184' bci='12'/>
    <call method='13' count='9000' prof_factor='1.0' inline='1'/>
    <inline_success reason='accessor'/>
    <parse method='13' uses='9000'>
    <bc code='184' bci='1'/>
    <call method='14' count='9000' prof_factor='1.0' inline='1'/>
    <inline_success reason='accessor'/>
    <parse method='14' uses='9000'>
    </parse>
    </parse>
    </parse>
    <task_done success='1' nmsize='100' count='9000' stamp='1.1'/>
    </task>
    """
        .replace("HOLDER", name);
  }

  private CompilationLog read(String content) throws IOException {
    return CompilationLog.read(
        Files.writeString(Files.createTempFile(folder, "jit", ".log"), content));
  }

  private Document page(String content) throws IOException {
    return Jsoup.parse(JitPage.html(Map.of("jit.log", read(content))));
  }

  private static JsonNode data(Document page) {
    return new JsonMapper().readTree(page.expectFirst("#data").data());
  }

  @Test
  void findingsAreRankedAndSaidInFull() throws IOException {
    Document page = page(log("a.B"));

    assertThat(page.title()).isEqualTo("What HotSpot did with Main");
    assertThat(page.select(".subtitle").text())
        .isEqualTo("JDK 25.0.3+9-LTS · 1 compilation · 2 problems");
    assertThat(page.select(".finding .kind").eachText())
        .containsExactly("virtual call", "hot method too big");
    Element virtual = page.expectFirst(".finding");
    assertThat(virtual.select(".where").text()).isEqualTo("B::root @ 9");
    assertThat(virtual.select(".calls").text()).isEqualTo("calls B::shape");
    assertThat(virtual.select(".classes li").eachText())
        .containsExactly(
            "50 % a.First", "30 % a.Second", "20 % others, which HotSpot does not name");
    assertThat(virtual.select(".advice").text()).startsWith("What to do let one class dominate");
    Element big = page.select(".finding").get(1);
    assertThat(big.select(".said").text())
        .startsWith("hot method too big · 424 bytes · limit FreqInlineSize=325 · 9,000 times");
    assertThat(page.select(".lead").text()).isEqualTo("2 problems.");
    assertThat(page.text()).contains("a.Main --fast", "-Xmx64m");
  }

  @Test
  void theHeatBarIsLongestForTheHottest() throws IOException {
    List<Double> widths =
        page(log("a.B")).select(".finding .heat span").eachAttr("style").stream()
            .map(s -> Double.parseDouble(s.replaceAll("[^0-9.]", "")))
            .toList();
    assertThat(widths).containsExactly(100.0, 50.0);
  }

  /// The code for a running loop has the calls of the ordinary code again.
  @Test
  void theHeatOfAMethodIsToldOnce() throws IOException {
    String ordinary = log("a.B");
    String task = ordinary.substring(ordinary.indexOf("<task "));
    JsonNode roots =
        data(page(ordinary + task.replace("<task ", "<task osr_bci='2' ")))
            .get("groves")
            .get(0)
            .get("roots");
    assertThat(roots.valueStream().map(root -> root.get("heat").doubleValue()))
        .containsExactly(1.0, 0.0);
  }

  @Test
  void theTreeHasEveryCallAndTheFindingsPointIntoIt() throws IOException {
    Document page = page(log("a.B"));
    JsonNode data = data(page);
    JsonNode root = data.get("groves").get(0).get("roots").get(0);
    assertThat(name(data, root)).isEqualTo("root");
    assertThat(root.get("c").valueStream().map(c -> name(data, c)))
        .containsExactly("big", "shape", "small");
    JsonNode small = root.get("c").get(2);
    assertThat(name(data, small.get("c").get(0))).isEqualTo("inner");
    assertThat(small.get("o").stringValue()).isEqualTo("inlined");
    JsonNode shape = root.get("c").get(1);
    assertThat(shape.get("o").stringValue()).isEqualTo("virtual");
    assertThat(shape.get("r").valueStream().map(r -> r.get("n").longValue()))
        .containsExactly(4500L, 2700L, 1800L);
    assertThat(shape.get("r").get(2).has("w")).isFalse();
    for (Element button : page.select("button[data-tree]")) {
      assertThat(button.attr("data-tree")).isEqualTo(root.get("id").stringValue());
      assertThat(button.attr("data-method")).isEqualTo(root.get("m").toString());
    }
    assertThat(page.getElementById(data.get("groves").get(0).get("id").stringValue())).isNotNull();
  }

  private static String name(JsonNode data, JsonNode node) {
    return data.get("methods").get(node.get("m").intValue()).get("name").stringValue();
  }

  @Test
  void hostileNamesStayText() throws IOException {
    Document page = page(log("a." + HOSTILE));
    assertThat(page.select("img, [onerror]")).isEmpty();
    assertThat(page.select("script")).hasSize(2);
    assertThat(page.expectFirst("#data").data()).doesNotContain("<", ">", "&");
    assertThat(data(page).get("methods").get(0).get("holder").stringValue()).contains(HOSTILE);
    assertThat(page.expectFirst(".finding").text()).contains("<img/src=x/onerror=alert(1)>");
  }

  @Test
  void nothingIsLoadedFromOutside() throws IOException {
    Document page = page(log("a.B"));
    assertThat(page.select("link, iframe, object, embed, base, img, form, [src]")).isEmpty();
    assertThat(page.select("[href]").eachAttr("href")).allMatch(h -> h.startsWith("#"));
    for (Element style : page.select("style")) {
      assertThat(style.data()).doesNotContain("@import", "url(", "http:", "https:");
    }
    assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .startsWith("default-src 'none'");
    assertThat(page.select("main h1, header h1")).hasSize(1);
  }

  @Test
  void severalLogsHaveASectionEach() throws IOException {
    Map<String, CompilationLog> logs = new LinkedHashMap<>();
    logs.put("one.log", read(log("a.B")));
    logs.put("two.log", read(log("a.C")));
    Document page = Jsoup.parse(JitPage.html(logs));
    assertThat(page.title()).isEqualTo("What HotSpot did in 2 JVMs");
    assertThat(page.select("section.jvm h2.quiet").eachText())
        .containsExactly("one.log", "two.log");
    assertThat(page.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
  }

  @Test
  void aLogWithNothingToFindIsAPage() throws IOException {
    Document page = page("<hotspot_log version='160 1' process='1' time_ms='1'>\n");
    assertThat(page.text()).contains("Nothing to see: HotSpot compiled nothing", "JDK unknown");
  }

  /// The log's only task with other classes; what `a.B` calls stays `a.B`'s.
  private static String caller(String holder) {
    return task(log(holder))
        .replace(
            "<method id='11' holder='2'", "<klass id='5' name='a.B'/>\n<method id='11' holder='5'");
  }

  private static String withIntrinsic() {
    return log("a.B")
        .replace(
            "<inline_success reason='accessor'/>\n<parse method='14' uses='9000'>\n</parse>",
            "<intrinsic id='_x' nodes='1'/>");
  }

  private static String task(String log) {
    return log.substring(log.indexOf("<task "));
  }

  @Test
  void theContentsLeadToEveryPart() throws IOException {
    Map<String, CompilationLog> logs = new LinkedHashMap<>();
    logs.put("one.log", read(log("a.B")));
    logs.put("two.log", read(withIntrinsic()));
    Document page = Jsoup.parse(JitPage.html(logs));

    assertThat(page.select(".logs a").eachAttr("href")).containsExactly("#l0", "#l1");
    assertThat(page.select(".logs li").eachText())
        .containsExactly("one.log 2 problems.", "two.log 2 problems.");
    assertThat(page.select("#l0 .contents li:not([hidden])").eachText())
        .containsExactly("2 problems", "call trees", "the JVM", "how to read this");
    assertThat(page.select("#l1 .contents li:not([hidden])").eachText())
        .containsExactly("2 problems", "1 intrinsic", "call trees", "the JVM", "how to read this");
    for (Element link : page.select(".contents li:not([hidden]) a, .logs a")) {
      assertThat(page.getElementById(link.attr("href").substring(1))).isNotNull();
    }
    // The script makes the field and shows the link.
    assertThat(page.select("#l0 .contents li[hidden] a").eachAttr("href"))
        .containsExactly("#" + page.select("#l0 .trees").attr("id") + "-find");
  }

  @Test
  void onlyTheFirstAreUnfolded() throws IOException {
    StringBuilder log = new StringBuilder(log("a.B"));
    for (int i = 0; i < 9; i++) {
      log.append(task(log("a.Class" + i)));
    }
    Document one = page(log.toString());
    assertThat(one.select(".finding")).hasSize(20);
    assertThat(one.select(".finding details[open] .number").eachText())
        .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
    // What a link leads to has to be inside what is folded: then the browser unfolds it.
    assertThat(one.select("#l0-p12").parents().first())
        .isEqualTo(one.select("details:has(#l0-p12)").last());
    Element folded = one.expectFirst("details:has(#l0-p12) > summary");
    assertThat(folded.text()).startsWith("12 hot method too big").endsWith("9,000 ×");

    Map<String, CompilationLog> logs = new LinkedHashMap<>();
    for (int i = 0; i < 5; i++) {
      logs.put(i + ".log", read(log.toString()));
    }
    Document several = Jsoup.parse(JitPage.html(logs));
    assertThat(several.select(".finding details[open]")).hasSize(15);
  }

  @Test
  void findingsAboutOneCalleeNameEachOther() throws IOException {
    Document page = page(log("a.B") + caller("a.C") + caller("a.D"));
    List<Element> big =
        page.select(".finding").stream()
            .filter(f -> f.select(".calls").text().equals("calls B::big"))
            .toList();
    List<String> numbers = big.stream().map(f -> f.select(".number").text()).toList();
    assertThat(numbers).hasSize(3);
    assertThat(big.get(1).select(".also").text())
        .isEqualTo("More about B::big: " + numbers.get(0) + ", " + numbers.get(2) + ".");
    assertThat(big.get(1).select(".also a").eachAttr("href"))
        .containsExactly("#l0-p" + numbers.get(0), "#l0-p" + numbers.get(2));
    assertThat(page.select(".finding:contains(B::shape) .also")).isEmpty();
  }

  @Test
  void adviceIsGivenInFullOnce() throws IOException {
    Document page = page(log("a.B") + caller("a.C") + caller("a.D"));
    assertThat(page.select(".finding:contains(B::big) .advice").eachText())
        .containsExactly(
            "What to do move what is rare in it (errors, growth, logging) into methods of their own,"
                + " until the rest is below the limit.",
            "What to do move what is rare in it, as for 4.",
            "What to do move what is rare in it, as for 4.");
    assertThat(page.select("#l0-p6 .advice a").attr("href")).isEqualTo("#l0-p4");
  }

  @Test
  void notesSayNothingWhereNothingIsToDo() throws IOException {
    Document page = page(withIntrinsic());
    Element intrinsic = page.expectFirst("#l0-intrinsics .finding");
    assertThat(intrinsic.text()).contains("intrinsic used").doesNotContain("What to do");
  }

  /// Of a long way down the middle is left out, but not the method that the advice is about.
  @Test
  void theWayDownShowsTheProgramsOwnCode() throws IOException {
    StringBuilder log = new StringBuilder();
    String head = log("java.Root");
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

    assertThat(finding.select(".advice").text()).contains("where Own::step is hot");
    assertThat(finding.select(".owner").text())
        .endsWith(
            "inlined in Root::root › No0::step › … › Own::step (nearest code that is not the JDK's) ›"
                + " No6::step › No7::step › No8::step › No9::step › No10::step");
    assertThat(finding.select(".owner b").text()).isEqualTo("Own::step");
  }

  @Test
  void aCardWithoutATreeSaysWhy() throws IOException {
    String big =
        task(log("a.B"))
            .replaceFirst("a.B root \\(\\)V", "a.B big ()V")
            .replace("method='10'", "method='11'");
    CompilationLog log = read(log("a.B") + big);
    Path file = folder.resolve("big.html");
    JitPage.write("jit.log", log, log.methodsNamed("B::big"), file);
    Document page = Jsoup.parse(Files.readString(file));
    Element caller = page.expectFirst(".finding:contains(B::root)");
    assertThat(caller.select("button[data-tree]")).isEmpty();
    assertThat(caller.select(".said").text()).endsWith("· tree left out");
    Element own = page.expectFirst(".finding:contains(B::shape)");
    assertThat(own.select("button[data-tree]")).hasSize(1);
    assertThat(own.select(".said").text()).doesNotContain("tree left out");
  }

  @Test
  void whatCouldNotBeReadIsSaid() throws IOException {
    Document page = page(log("a.B") + "<task compile_id='2' method='a.B root ()V' byt");
    assertThat(page.select(".warning").text()).contains("Not all of the log could be read");
  }

  /// However many methods there are, the page has room for so many, and says which.
  @Test
  void thePageOfAHugeLogIsBounded() throws IOException {
    StringBuilder log = new StringBuilder(log("a.B"));
    String task = log("a.B").replaceFirst("(?s).*?(?=<task)", "");
    for (int i = 0; i < 2_000; i++) {
      log.append(task.replace("a.B", "a.Class" + i));
    }
    String html = JitPage.html(Map.of("jit.log", read(log.toString())));
    Document page = Jsoup.parse(html);
    assertThat(html.length()).isLessThan(2_000_000);
    assertThat(page.select(".findings > .finding")).hasSizeLessThanOrEqualTo(150);
    assertThat(page.text()).contains("The 300 of 2,001 methods compiled by C2").contains("… and");
  }

  @Test
  void thePageOfAMethodHasItsTrees() throws IOException {
    CompilationLog log = read(log("a.B") + log("a.C").replaceFirst("(?s).*?(?=<task)", ""));
    Path file = folder.resolve("method.html");
    JitPage.write("jit.log", log, log.methodsNamed("C::root"), file);
    Document page = Jsoup.parse(Files.readString(file));
    assertThat(page.title()).isEqualTo("What HotSpot did with C::root");
    assertThat(data(page).get("groves").get(0).get("roots").size()).isEqualTo(1);
    assertThat(page.select(".finding .where").eachText()).allMatch(w -> w.startsWith("C::root"));
  }

  @Test
  void differencesHaveBothOutcomes() throws IOException {
    CompilationLog before = read(log("a.B"));
    CompilationLog after =
        read(
            log("a.B")
                .replace(
                    "<inline_fail reason='hot method too big'/>",
                    "<inline_success reason='inline (hot)'/>"));
    Document page =
        Jsoup.parse(
            JitDiffPage.html(
                new JitDiffPage.Named("old.log", before),
                new JitDiffPage.Named("new.log", after),
                LogDiff.of(before, after)));
    assertThat(page.select(".finding")).hasSize(1);
    assertThat(page.select(".change span:not(.arrow)").eachText())
        .containsExactly("called: hot method too big", "inlined");
    assertThat(page.select(".subtitle").text()).contains("old.log", "new.log");
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.Recording;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.CodeBytes;
import dev.ashlar.jit.machine.CodeLine;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.jit.machine.Frame;
import dev.ashlar.jit.machine.Instruction;
import dev.ashlar.jit.machine.LoopCode;
import dev.ashlar.jit.machine.MachineCode;
import dev.ashlar.jit.machine.Mark;
import dev.ashlar.jit.rules.Rules;
import dev.ashlar.report.text.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.LineNumberInfo;
import java.lang.classfile.attribute.LineNumberTableAttribute;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class JitPageTest {
  private static final String HOSTILE = "</script><img/src=x/onerror=alert(1)>&quot;<!--";

  @TempDir private Path folder;

  private CompilationLog read(String content) throws IOException {
    return SampleLog.read(folder, content);
  }

  private Document page(String content) throws IOException {
    return Jsoup.parse(JitPage.html(Map.of("jit.log", read(content)), Map.of()));
  }

  @Test
  void findingsAreRankedAndSaidInFull() throws IOException {
    Document page = page(SampleLog.of("a.B"));

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
    assertThat(virtual.select(".advice").text()).startsWith("What to do reduce the receiver types");
    Element big = page.select(".finding").get(1);
    assertThat(big.select(".said").text())
        .startsWith("hot method too big · 424 bytes · limit FreqInlineSize=325 · 9,000 times");
    assertThat(page.select(".lead").text()).isEqualTo("2 problems.");
    assertThat(page.text()).contains("a.Main --fast", "-Xmx64m");
  }

  /// Samples in a callee are no proof that the call costs time.
  @Test
  void aReportSaysThatLittleIsToBeExpected() throws IOException {
    Recording.Frame at = new Recording.Frame("a.B::root()V", 7, 0, Recording.Code.COMPILED);
    Recording.Frame in = new Recording.Frame("a.B::big()V", 3, 0, Recording.Code.COMPILED);
    String caution = "No call here has significantly 1 % of the CPU samples itself.";
    CompilationLog log = read(SampleLog.of("a.B"));
    CompilationLog callee = log.with(Recording.of(Map.of(List.of(in, at), 90)));
    assertThat(JitText.of("log", callee, 0, TextLines.Style.PLAIN)).contains(caution);
    assertThat(JitPage.html(Map.of("log", callee), Map.of())).contains(caution);
    CompilationLog call = log.with(Recording.of(Map.of(List.of(in, at), 90, List.of(at), 30)));
    for (CompilationLog other : List.of(log, call)) {
      assertThat(JitText.of("log", other, 0, TextLines.Style.PLAIN)).doesNotContain(caution);
      assertThat(JitPage.html(Map.of("log", other), Map.of())).doesNotContain(caution);
    }
  }

  @Test
  void theHeatBarIsLongestForTheHottest() throws IOException {
    List<Double> widths =
        page(SampleLog.of("a.B")).select(".finding .heat span").eachAttr("style").stream()
            .map(s -> Double.parseDouble(s.replaceAll("[^0-9.]", "")))
            .toList();
    assertThat(widths).containsExactly(100.0, 50.0);
  }

  /// The code for a running loop has the calls of the ordinary code again.
  @Test
  void theHeatOfAMethodIsToldOnce() throws IOException {
    String ordinary = SampleLog.of("a.B");
    String task = ordinary.substring(ordinary.indexOf("<task "));
    JsonNode roots =
        SampleLog.data(page(ordinary + task.replace("<task ", "<task osr_bci='2' ")))
            .get("groves")
            .get(0)
            .get("roots");
    assertThat(roots.valueStream().map(root -> root.get("heat").doubleValue()))
        .containsExactly(1.0, 0.0);
  }

  @Test
  void theTreeHasEveryCallAndTheFindingsPointIntoIt() throws IOException {
    Document page = page(SampleLog.of("a.B"));
    JsonNode data = SampleLog.data(page);
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

  /// Of a class of the JDK that runs this; the judge is the JDK's own reader of class files.
  @Test
  void theTreeHasTheLinesOfTheCalls() throws IOException {
    Map<String, String> names = Map.of("'root'", "'exit'", "'small'", "'run'", " root ", " exit ");
    String log = SampleLog.of("java.lang.Thread").replaceAll(" bytes='(20|7)'", "");
    for (Map.Entry<String, String> name : names.entrySet()) {
      log = log.replace(name.getKey(), name.getValue());
    }
    log += SampleLog.task(log).replace("<task ", "<task osr_bci='9' ");
    JsonNode ofOtherJdk = SampleLog.data(page(log.replace("25.0.3+9-LTS", "1.2.3")));
    assertThat(ofOtherJdk.at("/groves/0/roots/0/c").valueStream())
        .hasSize(3)
        .noneMatch(call -> call.has("l"));

    JsonNode data = SampleLog.data(page(log.replace("25.0.3+9-LTS", Runtime.version().toString())));
    JsonNode roots = data.get("groves").get(0).get("roots");
    JsonNode calls = roots.get(0).get("c");
    assertThat(calls.valueStream().map(call -> call.get("l").intValue()))
        .containsExactly(line("exit", 7), line("exit", 9), line("exit", 12));
    assertThat(calls.get(2).get("c").get(0).get("l").intValue()).isEqualTo(line("run", 1));
    assertThat(roots.get(1).get("about").stringValue())
        .startsWith("C2, OSR (line " + line("exit", 9) + " @ 9) at");
  }

  private static int line(String method, int bci) throws IOException {
    byte[] bytes;
    try (InputStream in =
        Objects.requireNonNull(Thread.class.getResourceAsStream("Thread.class"))) {
      bytes = in.readAllBytes();
    }
    return ClassFile.of().parse(bytes).methods().stream()
        .filter(m -> m.methodName().equalsString(method) && m.methodType().equalsString("()V"))
        .flatMap(m -> m.findAttribute(Attributes.code()).orElseThrow().attributes().stream())
        .flatMap(a -> a instanceof LineNumberTableAttribute t ? t.lineNumbers().stream() : null)
        .filter(entry -> entry.startPc() <= bci)
        .max(Comparator.comparingInt(LineNumberInfo::startPc))
        .orElseThrow()
        .lineNumber();
  }

  private static String name(JsonNode data, JsonNode node) {
    return data.get("methods").get(node.get("m").intValue()).get("name").stringValue();
  }

  /// Of Scala: `+` of the object `Vec`. Where HotSpot's name is the same, it is there once.
  @Test
  void methodsHaveTheirAuthorsNames() throws IOException {
    Document page =
        page(SampleLog.of("a.Vec$").replace("'root'", "'$plus'").replace(" root ", " $plus "));
    assertThat(page.expectFirst(".finding").text()).contains("Vec::+", "(Vec$::$plus) @ 9");
    JsonNode methods = SampleLog.data(page).get("methods");
    assertThat(methods.get(0).get("name").stringValue()).isEqualTo("$plus");
    assertThat(methods.get(0).get("written").stringValue()).isEqualTo("Vec::+");
    assertThat(SampleLog.data(page(SampleLog.of("a.B"))).get("methods").valueStream())
        .noneMatch(method -> method.has("written"));
  }

  @Test
  void hostileNamesStayText() throws IOException {
    Document page = page(SampleLog.of("a." + HOSTILE));
    assertThat(page.select("img, [onerror]")).isEmpty();
    assertThat(page.select("script")).hasSize(2);
    assertThat(page.expectFirst("#data").data()).doesNotContain("<", ">", "&");
    assertThat(SampleLog.data(page).get("methods").get(0).get("holder").stringValue())
        .contains(HOSTILE);
    assertThat(page.expectFirst(".finding").text()).contains("<img/src=x/onerror=alert(1)>");
  }

  @Test
  void nothingIsLoadedFromOutside() throws IOException {
    Document page = page(SampleLog.of("a.B"));
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
    logs.put("one.log", read(SampleLog.of("a.B")));
    logs.put("two.log", read(SampleLog.of("a.C")));
    Document page = Jsoup.parse(JitPage.html(logs, Map.of()));
    assertThat(page.title()).isEqualTo("What HotSpot did in 2 JVMs");
    assertThat(page.select("section.jvm h2.quiet").eachText())
        .containsExactly("one.log", "two.log");
    assertThat(page.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
  }

  @Test
  void theFirstJvmThatHasProblemsIsUnfolded() throws IOException {
    Map<String, CompilationLog> logs = new LinkedHashMap<>();
    logs.put("idle.log", read("<hotspot_log version='160 1' process='1' time_ms='1'>\n"));
    logs.put("busy.log", read(SampleLog.of("a.B")));
    Document page = Jsoup.parse(JitPage.html(logs, Map.of()));
    assertThat(page.select("main > section.jvm h2.quiet").eachText()).containsExactly("busy.log");
    assertThat(page.select("details.folded:not([open]) h2.quiet").eachText())
        .containsExactly("idle.log");
    assertThat(page.select(".logs .file").eachText()).containsExactly("idle.log", "busy.log");
  }

  @Test
  void aLogWithNothingToFindIsAPage() throws IOException {
    Document page = page("<hotspot_log version='160 1' process='1' time_ms='1'>\n" + SampleLog.END);
    assertThat(page.text()).contains("No findings: HotSpot compiled nothing", "JDK unknown");
  }

  @Test
  void theContentsLeadToEveryPart() throws IOException {
    Map<String, CompilationLog> logs = new LinkedHashMap<>();
    logs.put("one.log", read(SampleLog.of("a.B")));
    logs.put("two.log", read(SampleLog.withIntrinsic()));
    Document page = Jsoup.parse(JitPage.html(logs, Map.of()));

    assertThat(page.select(".logs a").eachAttr("href")).containsExactly("#l0", "#l1");
    assertThat(page.select(".logs li").eachText())
        .containsExactly(
            "a.Main --fast, 0.1 s in its compilers 2 problems. one.log",
            "a.Main --fast, 0.1 s in its compilers 2 problems. two.log");
    assertThat(page.select("#l0 .contents li:not([hidden])").eachText())
        .containsExactly("2 problems", "call trees", "compilers", "the JVM", "how to read this");
    assertThat(page.select("#l1 .contents li:not([hidden])").eachText())
        .containsExactly(
            "2 problems", "1 intrinsic", "call trees", "compilers", "the JVM", "how to read this");
    for (Element link : page.select(".contents li:not([hidden]) a, .logs a")) {
      assertThat(page.getElementById(link.attr("href").substring(1))).isNotNull();
    }
    // The script makes the field and shows the link.
    assertThat(page.select("#l0 .contents li[hidden] a").eachAttr("href"))
        .containsExactly("#" + page.select("#l0 .trees").attr("id") + "-find");
  }

  @Test
  void onlyTheFirstAreUnfolded() throws IOException {
    StringBuilder log = new StringBuilder(SampleLog.of("a.B"));
    for (int i = 0; i < 9; i++) {
      log.append(SampleLog.task(SampleLog.of("a.Class" + i)));
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
    Document several = Jsoup.parse(JitPage.html(logs, Map.of()));
    assertThat(several.select(".finding details[open]")).hasSize(15);
  }

  @Test
  void whatCouldNotBeReadIsSaid() throws IOException {
    Document page = page(SampleLog.of("a.B") + "<task compile_id='2' method='a.B root ()V' byt");
    assertThat(page.select(".warning").text()).contains("Not all of the log could be read");
  }

  /// However many methods there are, the page has room for so many, and says which.
  @Test
  void thePageOfAHugeLogIsBounded() throws IOException {
    StringBuilder log = new StringBuilder(SampleLog.of("a.B"));
    String task = SampleLog.of("a.B").replaceFirst("(?s).*?(?=<task)", "");
    for (int i = 0; i < 2_000; i++) {
      log.append(task.replace("a.B", "a.Class" + i));
    }
    String html = JitPage.html(Map.of("jit.log", read(log.toString())), Map.of());
    Document page = Jsoup.parse(html);
    assertThat(html.length()).isLessThan(2_000_000);
    assertThat(page.select(".findings > .finding")).hasSizeLessThanOrEqualTo(150);
    assertThat(page.text()).contains("The 300 of 2,001 methods compiled by C2").contains("… and");
  }

  @Test
  void thePageOfAMethodHasItsTrees() throws IOException {
    CompilationLog log =
        read(SampleLog.of("a.B") + SampleLog.of("a.C").replaceFirst("(?s).*?(?=<task)", ""));
    Path file = folder.resolve("method.html");
    JitPage.write(Map.of("jit.log", log), Map.of(), "C::root", file);
    Document page = Jsoup.parse(Files.readString(file));
    assertThat(page.title()).isEqualTo("What HotSpot did with C::root");
    assertThat(page.select(".subtitle").text()).isEqualTo("JDK 25.0.3+9-LTS · 2 compilations");
    assertThat(SampleLog.data(page).get("groves").get(0).get("roots").size()).isEqualTo(1);
    assertThat(page.select(".finding .where").eachText()).allMatch(w -> w.startsWith("C::root"));
  }

  @Test
  void brokenRulesHaveTheirReasons() throws IOException {
    CompilationLog log = read(SampleLog.of("a.B") + SampleLog.END);
    Rules rules =
        Rules.parse(
            List.of(
                "# the root",
                "B::root is compiled by C2",
                "B::root inlines everything",
                "C::<script> is compiled by C2"));
    Document page =
        Jsoup.parse(
            JitCheckPage.html(
                "rules",
                rules,
                List.of(new CheckedLog("jit.log", log, rules.check(log), List.of()))));
    assertThat(page.title()).isEqualTo("2 rules are broken");
    assertThat(page.select(".lead").text()).startsWith("1 of 3 rules holds in JDK");
    assertThat(page.select(".rules h3 span").eachText()).containsExactly("line 3", "line 4");
    assertThat(page.select(".rules > li").get(0).select("li li").eachText())
        .isNotEmpty()
        .allMatch(reason -> reason.contains(" calls "));
    assertThat(page.select(".rules > li").get(1).text())
        .contains("C::<script> is compiled by C2", "the log has no compilation of C::<script>");
    assertThat(page.select("details li").eachText()).containsExactly("B::root is compiled by C2");
    assertThat(page.select("[src], [href^=http], link, script")).isEmpty();
  }

  @Test
  void differencesHaveBothOutcomes() throws IOException {
    CompilationLog before = read(SampleLog.of("a.B"));
    CompilationLog after =
        read(
            SampleLog.of("a.B")
                .replace(
                    "<inline_fail reason='hot method too big'/>",
                    "<inline_success reason='inline (hot)'/>"));
    Document page =
        Jsoup.parse(
            JitDiffPage.html(
                Map.of("old.log", before), Map.of("new.log", after), LogDiff.of(before, after)));
    assertThat(page.select(".finding")).hasSize(1);
    assertThat(page.select(".change span:not(.arrow)").eachText())
        .containsExactly("called: hot method too big", "inlined");
    assertThat(page.select(".subtitle").text()).contains("old.log", "new.log");
  }

  private static CodeReading reading(Method method) {
    Frame frame = new Frame("a.B", "root", 5, 14);
    Mark guard = new Mark(Mark.Kind.CLASS_GUARD, 0x1003, "class_check", List.of(frame));
    MachineCode code =
        new MachineCode(
            method,
            "c2",
            7,
            4,
            -1,
            Architecture.X86_64,
            List.of(new CodeBytes(0x1000, new byte[5])),
            List.of(),
            List.of(),
            List.of(),
            0,
            true,
            25);
    LoopCode loop =
        new LoopCode(
            0x1000,
            2,
            LoopCode.Role.MAIN,
            List.of(frame),
            OptionalLong.of(4),
            OptionalInt.of(4),
            List.of(0x1000L),
            2,
            false,
            List.of(guard),
            List.of(),
            0,
            List.of());
    return new CodeReading(
        code,
        "objdump <2>",
        List.of(
            new CodeLine(
                new Instruction(0x1000, 3, "mov", "eax, [rbx+8]"),
                List.of(frame),
                List.of(),
                List.of()),
            new CodeLine(
                new Instruction(0x1003, 2, "jne", "0x2000"),
                List.of(),
                List.of("<script>"),
                List.of(guard))),
        List.of(guard),
        List.of(loop),
        List.of("a <b>"));
  }

  @Test
  void machineCodeHasItsLoopsAndLeadsToItsTree() throws IOException {
    CompilationLog log = read(SampleLog.of("a.B"));
    Method root = log.methodsNamed("a.B::root").getFirst();
    Document page =
        Jsoup.parse(
            JitPage.html(Map.of("jit.log", log), Map.of("jit.log", List.of(reading(root)))));
    Element code = page.expectFirst("article.code");
    assertThat(code.select("h3").text()).isEqualTo("B::root");
    assertThat(code.select(".loops li").eachText())
        .containsExactly(
            "main loop, line 14: 2 instructions for 4 iterations of the source loop; 1 class guard in"
                + " it; not vectorized; no calls");
    assertThat(code.select(".untold").text()).isEqualTo("not known: a <b>");
    assertThat(code.select("th").eachText()).containsExactly("a.B::root@5 (line 14)");
    assertThat(code.select("td").eachText())
        .containsExactly(
            "0x1000",
            "mov eax, [rbx+8]",
            "0x1003",
            "jne 0x2000",
            "class guard: class_check {<script>}");
    assertThat(code.select("button").attr("data-tree")).startsWith("l0-t");
    assertThat(page.select(".contents a").eachText()).contains("machine code");
    CodeReading bytes =
        new CodeReading(reading(root).code(), "", List.of(), List.of(), List.of(), List.of("it"));
    assertThat(
            Jsoup.parse(JitPage.html(Map.of("jit.log", log), Map.of("jit.log", List.of(bytes))))
                .select("article.code td")
                .eachText())
        .containsExactly("0x1000", "00 00 00 00 00");
    assertThat(page(SampleLog.of("a.B")).select("article.code")).isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.LabRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LabPageTest {

  private static final String HOSTILE =
      "</script><img src=x onerror=alert(1)>\"'&<!-- ${1} \u2028end";

  /// A separator of lines is shown as an escape.
  private static final String SHOWN = HOSTILE.replace("\u2028", "\\u2028");

  private static final Document PAGE = Jsoup.parse(LabPage.html(SampleRun.of()));

  @TempDir Path folder;

  @Test
  void everyFigureIsInItsTable() {
    for (LabRun.Experiment experiment : SampleRun.of().experiments()) {
      for (LabRun.Row row : experiment.rows()) {
        List<String> cells = cells(row).stream().map(Element::text).toList();
        assertThat(number(cells.get(0))).isCloseTo(row.score(), percent(row.score()));
        if (Double.isNaN(row.error())) {
          assertThat(cells.get(1)).isEqualTo("–");
        } else {
          assertThat(number(cells.get(1)))
              .isCloseTo(row.error(), Offset.offset(row.score() * 0.01));
        }
        assertThat(number(cells.get(4))).isCloseTo(row.bytesPerOp(), Offset.offset(0.5));
        assertThat(cells.get(5)).isEqualTo(row.forks() + " × " + row.iterations());
      }
    }
  }

  @Test
  void ratiosAreToTheSubject() {
    LabRun.Experiment strings = SampleRun.strings();
    for (LabRun.Row row : strings.rows()) {
      double subject =
          strings.rows().stream()
              .filter(r -> r.caseName().equals(row.caseName()) && r.contender().equals("ashlar"))
              .mapToDouble(LabRun.Row::score)
              .findFirst()
              .orElse(Double.NaN);
      String ratio = cells(row).get(2).text().replaceAll(" \\[.*", "");
      assertThat(ratio)
          .isEqualTo(
              row.contender().equals("ashlar")
                  ? "1"
                  : Double.isNaN(subject)
                      ? "–"
                      : NumberFormats.fixed(
                          row.score() / subject, row.score() / subject >= 9.995 ? 1 : 2));
    }
  }

  @Test
  void verdictsAreThoseOfTheComparisons() {
    for (LabRun.Experiment experiment : SampleRun.of().experiments()) {
      for (LabRun.Comparison comparison : experiment.comparisons()) {
        if (comparison.contender().equals("ashlar") && !comparison.rival().equals("c")) {
          LabRun.Row rival =
              experiment.rows().stream()
                  .filter(r ->
                      r.caseName().equals(comparison.caseName())
                          && r.contender().equals(comparison.rival()))
                  .findFirst()
                  .orElseThrow();
          assertThat(cells(rival).get(3).text()).isEqualTo(comparison.verdict().toString());
        }
      }
    }
    assertThat(PAGE.select("td .limit").eachText())
        .containsExactly("94 % of the limit", "73 % of the limit", "93 % of the limit");
  }

  @Test
  void aForkInWhichHotSpotCompiledIsMarked() {
    assertThat(PAGE.select("tr.needs").eachText())
        .contains("HotSpot compiled during measurement in 1 of 3 JVMs");
  }

  @Test
  void everyCaseHasItsSentence() {
    for (LabRun.Experiment experiment : SampleRun.of().experiments()) {
      for (CaseComparison comparison : CaseComparison.of(experiment)) {
        assertThat(PAGE.select("details.case .sentence").eachText())
            .anySatisfy(s -> assertThat(s.replace('\u00a0', ' ')).endsWith(comparison.sentence()));
      }
    }
  }

  @Test
  void aBadgeSaysWhatItsSentenceSays() {
    LabRun.Experiment e = SampleRun.strings();
    List<LabRun.Row> sizes =
        List.of(
            new LabRun.Row("size", "ashlar", 42, 0.1, "B/row", 0, 3, 5, List.of()),
            new LabRun.Row("size", "pojo", 60, 0.1, "B/row", 0, 3, 5, List.of()));
    LabRun.Row once = new LabRun.Row("once", "ashlar", 1, Double.NaN, "ns/op", 0, 1, 5, List.of());
    LabRun.Row rival = new LabRun.Row("once", "jdk", 2, Double.NaN, "ns/op", 0, 1, 5, List.of());
    List<LabRun.Comparison> comparisons = new ArrayList<>(SampleRun.comparisons(sizes));
    comparisons.add(SampleRun.comparison(once, "jdk", 2, Double.NaN, Double.NaN, 1));
    Document page =
        Jsoup.parse(
            LabPage.html(
                SampleRun.of(
                    List.of(
                        new LabRun.Experiment(
                            e.name(),
                            e.title(),
                            e.question(),
                            1,
                            List.of(),
                            List.of(),
                            List.of(sizes.get(0), sizes.get(1), once, rival),
                            comparisons,
                            List.of(),
                            List.of())))));

    assertThat(page.select(".few li").eachText())
        .satisfiesExactly(
            size ->
                assertThat(size)
                    .startsWith("library: smaller size ashlar is 1.43 × smaller than pojo"),
            one ->
                assertThat(one).startsWith("no verdict once One round of JVMs gives no verdict"));
    assertThat(page.select("td .said").eachText()).contains("one round");
  }

  @Test
  void tablesAreRealTables() {
    assertThat(PAGE.select("table")).hasSize(18);
    for (Element table : PAGE.select("table")) {
      assertThat(table.select("caption").text()).isNotBlank();
      assertThat(table.select("thead th[scope=col]")).hasSize(7);
      assertThat(table.select("tbody tr:not(.needs) th[scope=row]"))
          .hasSameSizeAs(table.select("tbody tr:not(.needs)"));
    }
    assertThat(PAGE.select("html").attr("lang")).isEqualTo("en");
    assertThat(PAGE.select("main h1, header h1")).hasSize(1);
  }

  @Test
  void theFirstScreenAnswers() {
    Element overview = PAGE.expectFirst(".overview");
    Element answer = PAGE.expectFirst(".answer");

    assertThat(overview.text())
        .contains("without sun.misc.Unsafe")
        .contains("This run took 3 min 51 s for 2 experiments.")
        .contains("Against the JDK", "Against Unsafe", "Against other libraries");
    assertThat(overview.select(".counts li.slower b").eachText()).isNotEmpty();
    assertThat(PAGE.select("nav a").eachText())
        .containsExactly("strings", "zeroing", "machine and method");
    assertThat(PAGE.select("details.figures[open]")).isEmpty();
    List<CaseComparison> strings = CaseComparison.of(SampleRun.strings());
    assertThat(answer.select(".against").eachText())
        .containsExactly("Against the JDK", "Against Unsafe", "Against other libraries");
    assertThat(answer.select(".scores > div:first-child .counts").text())
        .isEqualTo(
            WinLossCount.of(strings)
                .getFirst()
                .sentence()
                .replace("Against the JDK: ", "")
                .replaceAll("[,.]", ""));
    assertThat(answer.select(".losses li"))
        .hasSize((int) strings.stream().filter(c -> c.has(LabRun.Verdict.SLOWER)).count());
    for (Element link : PAGE.select("a")) {
      assertThat(PAGE.select(link.attr("href"))).as(link.outerHtml()).hasSize(1);
    }
  }

  @Test
  void nothingIsLoadedFromOutside() {
    assertThat(PAGE.select("link, iframe, object, embed, base, img, video, audio, form")).isEmpty();
    assertThat(PAGE.select("[src], [srcset], [action], [background]")).isEmpty();
    assertThat(PAGE.select("[href]").eachAttr("href")).allMatch(h -> h.startsWith("#"));
    for (Element style : PAGE.select("style")) {
      assertThat(style.data()).doesNotContain("@import", "url(", "http:", "https:");
    }
    assertThat(PAGE.select("[style]").eachAttr("style")).noneMatch(s -> s.contains("url"));
    assertThat(PAGE.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .startsWith("default-src 'none'");
  }

  @Test
  void everyChartHasItsData() {
    JsonNode data = data(PAGE);

    assertThat(PAGE.select(".plot").eachAttr("id")).hasSize(5).doesNotHaveDuplicates();
    assertThat(data.get("charts").size()).isEqualTo(5);
    int bars = 0;
    for (JsonNode chart : data.get("charts")) {
      assertThat(PAGE.getElementById(chart.get("id").stringValue())).isNotNull();
      for (JsonNode cluster : chart.get("cases")) {
        assertThat(cluster.get("bars").size()).isPositive();
        for (JsonNode bar : cluster.get("bars")) {
          bars++;
          String contender =
              data.get("contenders").get(bar.get("contender").intValue()).get("name").stringValue();
          assertThat(SampleRun.of().experiments().stream().flatMap(e -> e.rows().stream()))
              .anyMatch(r ->
                  r.caseName().equals(cluster.get("name").stringValue())
                      && r.contender().equals(contender)
                      && r.score() == bar.get("score").doubleValue());
        }
      }
    }
    assertThat(bars).as("every row but the control's").isEqualTo(136 - 1 + 14);
    assertThat(PAGE.select("script:not([type])")).hasSize(2);
    assertThat(PAGE.select("script").get(1).data()).contains("echarts");
  }

  @Test
  void contendersOfACaseShareAChartOfSeries() {
    Document page = Jsoup.parse(LabPage.html(SampleRun.withSeries()));
    JsonNode data = data(page);

    assertThat(page.select(".curves").eachAttr("id")).hasSize(2).doesNotHaveDuplicates();
    assertThat(page.select(".series h3").eachText())
        .containsExactly("passes: each pass", "passes: fill");
    assertThat(data.get("curves").size()).isEqualTo(2);
    JsonNode passes = data.get("curves").get(0);
    assertThat(page.getElementById(passes.get("id").stringValue())).isNotNull();
    assertThat(passes.get("lines").size()).isEqualTo(2);
    JsonNode pojo = passes.get("lines").get(0);
    assertThat(
            data.get("contenders").get(pojo.get("contender").intValue()).get("name").stringValue())
        .isEqualTo("pojo");
    assertThat(pojo.get("values").valueStream().map(JsonNode::doubleValue))
        .containsExactly(9.0, 5.5, 5.0);
    assertThat(PAGE.select(".series")).isEmpty();
  }

  @Test
  void contendersHaveAColourOfTheirOwn() {
    JsonNode contenders = data(PAGE).get("contenders");

    for (LabRun.Experiment experiment : SampleRun.of().experiments()) {
      List<String> names = experiment.contenders().stream().map(LabRun.Contender::name).toList();
      for (String scheme : List.of("light", "dark")) {
        assertThat(
                contenders
                    .valueStream()
                    .filter(c -> names.contains(c.get("name").stringValue()))
                    .map(c -> c.get(scheme).stringValue()))
            .hasSameSizeAs(names)
            .doesNotHaveDuplicates();
      }
    }
    assertThat(contenders.valueStream().filter(c -> c.get("subject").booleanValue()))
        .extracting(c -> c.get("name").stringValue())
        .containsExactly("ashlar", "ashlar-exported");
  }

  @Test
  void theMachineAndWhatWasLeftOutAreTold() {
    String text = PAGE.text();

    assertThat(text)
        .contains("AMD EPYC 9R14", "Linux 6.12 amd64", "25.0.3+9", "G1", "-Xmx1g -Xms1g")
        .contains("20 November 2026, 11:42 +01:00", "95 % confidence", "Complete yes")
        .contains("performance", "turbo off", "0.12 before, 1.08 during", "0.3 %")
        .contains("blackhole dontinline quiet", "20261120", "another process takes 8 %")
        .contains("no C compiler found", "c in every case")
        .contains("wrote 1149 bytes, expected 1152")
        .contains("needs --add-opens java.base/java.lang=ALL-UNNAMED");
    assertThat(text).doesNotContain("interrupted: what follows");
  }

  @Test
  void anInterruptedRunSaysSo() {
    assertThat(Jsoup.parse(LabPage.html(hostile())).select(".warning").text())
        .contains("interrupted");
  }

  @Test
  void hostileTextStaysText() {
    Document page = Jsoup.parse(LabPage.html(hostile()));

    assertThat(page.select("img, [onerror]")).isEmpty();
    assertThat(page.select("script")).hasSize(3);
    assertThat(page.select("caption").text()).isEqualTo(SHOWN);
    assertThat(page.expectFirst("tbody th").ownText()).isEqualTo(SHOWN);
    assertThat(page.title()).contains("</script><img");
    JsonNode data = data(page);
    assertThat(data.get("contenders").get(0).get("name").stringValue()).isEqualTo(SHOWN);
    assertThat(data.get("charts").get(0).get("cases").get(0).get("name").stringValue())
        .isEqualTo(SHOWN);
    assertThat(page.expectFirst("#data").data()).doesNotContain("<", ">", "&");
  }

  @Test
  void anEmptyRunIsAPage() {
    LabRun s = SampleRun.of();
    LabRun empty =
        new LabRun(
            1,
            s.mode(),
            s.jdk(),
            s.vm(),
            s.os(),
            s.cpu(),
            s.cores(),
            s.collector(),
            List.of(),
            "yesterday",
            false,
            LabRun.Conditions.UNKNOWN,
            List.of());

    assertThat(Jsoup.parse(LabPage.html(empty)).text())
        .contains("No experiment was run", "yesterday", "JVM flags none");
  }

  @Test
  void thePageIsWrittenAsAFile() throws IOException {
    Path file = folder.resolve("ashlar-report/index.html");

    LabPage.write(SampleRun.of(), file);

    assertThat(file).usingCharset("UTF-8").hasContent(LabPage.html(SampleRun.of()));
  }

  private static LabRun hostile() {
    LabRun.Row row = new LabRun.Row(HOSTILE, HOSTILE, 1, 0.1, HOSTILE, 0, 1, 1, List.of(HOSTILE));
    LabRun.Experiment experiment =
        new LabRun.Experiment(
            HOSTILE,
            HOSTILE,
            HOSTILE,
            1,
            List.of(new LabRun.Case(HOSTILE, HOSTILE, HOSTILE)),
            List.of(new LabRun.Contender(HOSTILE, HOSTILE)),
            List.of(row),
            List.of(),
            List.of(new LabRun.Omission(HOSTILE, HOSTILE, HOSTILE)),
            List.of(new LabRun.Omission(HOSTILE, HOSTILE, HOSTILE)));
    return new LabRun(
        1,
        HOSTILE,
        HOSTILE,
        HOSTILE,
        HOSTILE,
        HOSTILE,
        2,
        HOSTILE,
        List.of(HOSTILE),
        HOSTILE,
        false,
        new LabRun.Conditions(HOSTILE, HOSTILE, 1, 2, 0.1, List.of(HOSTILE), 7, List.of(HOSTILE)),
        List.of(experiment));
  }

  private static List<Element> cells(LabRun.Row row) {
    return PAGE.select("details.case").stream()
        .filter(c -> c.select("> summary b").text().equals(row.caseName()))
        .flatMap(c -> c.select("tbody tr").stream())
        .filter(tr ->
            !tr.select("th").isEmpty() && tr.expectFirst("th").ownText().equals(row.contender()))
        .map(tr -> List.copyOf(tr.select("td")))
        .reduce((a, b) -> {
          throw new AssertionError("two rows for " + row);
        })
        .orElseThrow(() -> new AssertionError("no row for " + row));
  }

  private static JsonNode data(Document page) {
    return new JsonMapper().readTree(page.expectFirst("#data").data());
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }

  private static Offset<Double> percent(double value) {
    return Offset.offset(value * 0.01);
  }
}

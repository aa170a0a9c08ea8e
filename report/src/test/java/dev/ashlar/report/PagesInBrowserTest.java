// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/// The pages as a browser shows them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
final class PagesInBrowserTest {
  private static final List<String> PAGES = List.of("lab", "jit", "unsafe");
  private static final int WIDE = 1440;
  private static final int NARROW = 390;

  private Path folder;
  private Browser browser;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    this.folder = folder;
    browser = Browser.start();
    Files.writeString(page("lab"), SamplePages.lab());
    Files.writeString(page("jit"), SamplePages.jit(folder));
    Files.writeString(page("unsafe"), SamplePages.unsafe());
  }

  @AfterAll
  void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private Path page(String name) {
    return folder.resolve(name + ".html");
  }

  private static Stream<Arguments> views() {
    return PAGES.stream()
        .flatMap(name ->
            Stream.of(
                Arguments.of(name, WIDE, false),
                Arguments.of(name, WIDE, true),
                Arguments.of(name, NARROW, false),
                Arguments.of(name, NARROW, true)));
  }

  private static String script(String name) throws IOException {
    try (var in = PagesInBrowserTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// {@return the id that a link leads to}
  private static String target(WebElement link) {
    return String.valueOf(link.getAttribute("href")).replaceAll(".*#", "");
  }

  private void unfoldAll() {
    browser.run("document.querySelectorAll('details').forEach((d) => { d.open = true; });");
  }

  /// In one view, as a page takes long to load: it fits the window folded and unfolded, its text
  /// has contrast, the console is empty, and nothing is requested.
  @ParameterizedTest
  @MethodSource("views")
  void everyViewFitsAndIsLegibleAndSilent(String name, int width, boolean dark) throws IOException {
    browser.open(page(name), width, dark);
    String beyond =
        "const page = document.documentElement; return page.scrollWidth - page.clientWidth;";
    assertThat(browser.run(beyond)).as("folded").isEqualTo(0L);
    unfoldAll();
    assertThat(browser.run(beyond)).as("unfolded").isEqualTo(0L);
    assertThat((List<?>) browser.run(script("contrast.js"))).as("contrast").isEmpty();
    assertThat(browser.console()).as("console").isEmpty();
    assertThat(browser.requests(page(name))).as("requests").isEmpty();
  }

  @Test
  void noTableOfTheLabIsCutOff() {
    browser.open(page("lab"), WIDE, false);
    unfoldAll();
    assertThat(
            (List<?>)
                browser.run(
                    "return [...document.querySelectorAll('.scroll')]"
                        + ".filter((s) => s.scrollWidth > s.clientWidth)"
                        + ".map((s) => s.getAttribute('aria-label'));"))
        .isEmpty();
  }

  @Test
  void aRunOfManyExperimentsIsShortUntilItIsUnfolded() throws IOException {
    Path many = Files.writeString(folder.resolve("many.html"), SamplePages.manyExperiments());
    browser.open(many, WIDE, false);
    assertThat((long) browser.run("return document.documentElement.scrollHeight"))
        .isBetween(1_000L, 6_000L);
  }

  @Test
  void aLinkToALossUnfoldsItsTableAndDrawsItsCharts() throws InterruptedException {
    browser.open(page("lab"), WIDE, false);
    assertThat(browser.findAll(".plot svg")).isEmpty();
    WebElement loss = browser.find(".losses a");
    String id = target(loss);
    loss.click();
    browser.await(
        "document.getElementById('%s').querySelector('table').checkVisibility()".formatted(id));
    browser.await("document.querySelectorAll('#e0 .plot svg').length > 0");
    browser.await(
        "Math.abs(document.getElementById('%s').getBoundingClientRect().top) < window.innerHeight"
            .formatted(id));
  }

  @Test
  void aChartShowsAnotherViewWhenAsked() throws InterruptedException {
    browser.open(page("lab"), WIDE, false);
    unfoldAll();
    browser.await("document.querySelectorAll('.plot svg').length > 0");
    String drawn = "return document.querySelector('.plot svg').outerHTML";
    Object before = browser.run(drawn);
    WebElement view = browser.find(".views button[aria-pressed='false']");
    view.click();
    assertThat(view.getAttribute("aria-pressed")).isEqualTo("true");
    assertThat(browser.run(drawn)).isNotEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("foldable")
  void oneButtonUnfoldsAndFoldsAll(String name, String scope) throws InterruptedException {
    browser.open(page(name), WIDE, false);
    WebElement button = browser.find("button[data-unfold]");
    String folded =
        "return document.querySelectorAll('%s details:not([open])').length".formatted(scope);
    if (button.getText().equals("Fold all")) {
      button.click();
    }
    browser.await("document.querySelector('button[data-unfold]').textContent === 'Unfold all'");
    long before = (long) browser.run(folded);
    button.click();
    browser.await("document.querySelector('button[data-unfold]').textContent === 'Fold all'");
    assertThat(browser.run(folded)).isEqualTo(0L);
    button.click();
    browser.await("document.querySelector('button[data-unfold]').textContent === 'Unfold all'");
    assertThat((long) browser.run(folded)).isPositive().isGreaterThanOrEqualTo(before);
  }

  private static Stream<Arguments> foldable() {
    return Stream.of(
        Arguments.of("lab", "#results"),
        Arguments.of("jit", "#l0-p"),
        Arguments.of("unsafe", "#results"));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyEntryOfTheContentsLeadsToWhatIsThere(String name) throws InterruptedException {
    browser.open(page(name), WIDE, false);
    for (WebElement link : browser.findAll(".contents a")) {
      if (link.isDisplayed()) {
        String id = target(link);
        link.click();
        browser.await("document.getElementById('%s').checkVisibility()".formatted(id));
      }
    }
  }

  private static Stream<String> pages() {
    return PAGES.stream();
  }

  @Test
  void aMethodIsFoundInTheTrees() throws InterruptedException {
    browser.open(page("jit"), WIDE, false);
    WebElement search = browser.find("#l0 .trees .tools input");
    search.sendKeys("inner");
    browser.await("document.querySelectorAll('#l0 li.hit').length === 1");
    assertThat(browser.find("#l0 li.hit mark").getText()).isEqualTo("inner");
    search.sendKeys(Keys.ENTER);
    assertThat(browser.run("return document.activeElement.getAttribute('role')"))
        .isEqualTo("treeitem");
  }

  @ParameterizedTest
  @CsvSource({"1440", "390"})
  void noBoxOfTheFlameGraphIsWiderThanItsCaller(int width) {
    browser.open(page("jit"), width, false);
    assertThat(
            (List<?>)
                browser.run(
                    """
                    const boxes = [...document.querySelectorAll('#l0-flame .box')];
                    const rect = (e) => e.getBoundingClientRect();
                    const ground = rect(document.querySelector('#l0-flame .boxes'));
                    const rows = Map.groupBy(boxes, (b) => rect(b).top);
                    const overlaps = [...rows.values()].flatMap((row) => row.filter((b, i) => i > 0
                      && rect(row[i - 1]).right > rect(b).left + 0.5));
                    return [...overlaps, ...boxes.filter((b) => rect(b).right > ground.right + 0.5
                      || getComputedStyle(b).overflow !== 'hidden' || rect(b).bottom > ground.bottom)]
                      .map((b) => b.getAttribute('aria-label'));
                    """))
        .isEmpty();
    assertThat(browser.findAll("#l0-flame .box")).hasSizeGreaterThan(4);
  }

  @Test
  void theFlameGraphSaysWhyACallIsNotInlined() throws InterruptedException {
    browser.open(page("jit"), WIDE, false);
    WebElement search = browser.find("#l0-flame input");
    search.sendKeys("too big");
    browser.await("document.querySelectorAll('#l0-flame .hit').length === 1");
    assertThat(browser.find("#l0-flame output").getText()).isEqualTo("1 match, 57.1 %");
    search.sendKeys(Keys.ENTER);
    assertThat(browser.find("#l0-flame .boxed").getText())
        .contains("Repository::big()V", "600 samples, 57.1 %", "called: hot method too big in")
        .contains(
            "root line 27 @ 7: Repository::big is hot, but its bytecode exceeds FreqInlineSize");
  }

  @Test
  void theKeysWalkTheFlameGraph() throws InterruptedException {
    browser.open(page("jit"), WIDE, false);
    String at = "return document.activeElement.getAttribute('aria-label')";
    browser.run("document.querySelector('#l0-flame .box').focus()");
    List<String> seen = new ArrayList<>();
    for (Keys key :
        List.of(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ENTER, Keys.ESCAPE)) {
      browser.find("#l0-flame .box:focus").sendKeys(key);
      seen.add(browser.run(at) + " " + browser.findAll("#l0-flame .outer").size());
    }
    assertThat(seen)
        .containsExactly(
            "Repository::root, 100.0 %, called 0",
            "Repository::big, 57.1 %, called: hot method too big 0",
            "Repository::small, 28.6 %, inlined 0",
            "Repository::small, 28.6 %, inlined 2",
            "Repository::small, 28.6 %, inlined 0");
  }

  @Test
  void theFlameGraphSaysWhatItOmits() {
    browser.open(page("jit"), WIDE, false);
    assertThat(browser.find("#l0").getText())
        .contains(
            "1,050 CPU samples",
            "50 calls with less than 0.1 % of the samples each are not drawn.");
    assertThat(browser.findAll("#l1-flame")).isEmpty();
  }

  /// In folded text too; a section without a match is not shown.
  @ParameterizedTest
  @CsvSource({"lab, .case", "unsafe, .finding"})
  void aCardIsFoundByItsText(String name, String cards) throws InterruptedException {
    browser.open(page(name), WIDE, false);
    String all = "[...document.querySelectorAll('%s')]".formatted(cards);
    String shown = all + ".filter((card) => card.checkVisibility())";
    long count = (Long) browser.run("return " + all + ".length");
    assertThat(count).isGreaterThan(1);
    String word =
        (String)
            browser.run(
                "const texts = %s.map((card) => card.textContent.toLowerCase());".formatted(all)
                    + " return texts.at(-1).match(/[\\w-]+/g)"
                    + ".find((word) => texts.filter((text) => text.includes(word)).length === 1)");
    WebElement search = browser.find(".find input");
    search.sendKeys(word);
    browser.await(shown + ".length === 1");
    assertThat(browser.find(".find output").getText()).isEqualTo("1 match");
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('section:has(%s)')]".formatted(cards)
                    + ".filter((section) => !section.hidden).length"))
        .isEqualTo(1L);
    search.sendKeys(Keys.chord(Keys.CONTROL, "a"), "no such text");
    browser.await(shown + ".length === 0");
    assertThat(browser.find(".find output").getText()).isEqualTo("0 matches");
    search.sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.BACK_SPACE);
    browser.await(all + ".every((card) => !card.hidden)");
    assertThat(browser.find(".find output").getText()).isEmpty();
  }

  @Test
  void aFindingLeadsToItsCallInTheTree() throws InterruptedException {
    browser.open(page("jit"), WIDE, false);
    browser.find("#l0-p button[data-tree]").click();
    browser.await("document.querySelectorAll('#l0 li.found').length === 1");
    assertThat(browser.run("return location.hash")).asString().startsWith("#l0-t");
  }

  @Test
  void aLinkToAFoldedJvmUnfoldsIt() throws InterruptedException {
    browser.open(page("jit"), WIDE, false);
    assertThat(browser.find("#l1").isDisplayed()).isFalse();
    browser.find(".logs a[href='#l1']").click();
    browser.await("document.getElementById('l1').checkVisibility()");
  }

  @Test
  void thePlacesOfACallAreFolded() {
    browser.open(page("unsafe"), NARROW, false);
    WebElement places = browser.find(".uses details");
    assertThat(places.getText()).isEqualTo("40 methods");
    places.click();
    assertThat(places.getText()).contains("::method17 lines 17, 1017");
  }
}

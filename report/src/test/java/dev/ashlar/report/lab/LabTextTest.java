// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.report.text.TextLines;
import dev.ashlar.results.LabRun;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LabTextTest {

  private static final Pattern ANSI = Pattern.compile("\u001b\\[[0-9;]*m");

  @ParameterizedTest
  @EnumSource
  void noLineIsWiderThanTheLimit(TextLines.Style style) {
    for (LabRun.Experiment experiment : List.of(SampleRun.strings(), withLongNames())) {
      assertThat(text(experiment, style).lines())
          .allSatisfy(
              l -> assertThat(ANSI.matcher(l).replaceAll("")).hasSizeLessThanOrEqualTo(100));
    }
  }

  @Test
  void longNamesAreThereInFull() {
    String text = text(withLongNames(), TextLines.Style.PLAIN).replaceAll("\\s", "");

    assertThat(text).contains("case-".repeat(40)).contains("why-".repeat(60));
    assertThat(text.chars().filter(c -> c == 'Q').count())
        .as("in two tables, two lines of what it needs, and two sentences")
        .isEqualTo(150 * 5);
  }

  @Test
  void everyFigureIsOnTheLineOfItsContender() {
    String text = text(SampleRun.strings(), TextLines.Style.PLAIN);

    String table = text.substring(text.indexOf("\nascii-512-after-mixed\n"));
    assertThat(table.lines().skip(4).limit(3).map(String::strip))
        .containsExactly(
            "jdk-getbytes   39.1 ± 0.8  0.99 [0.94, 1.05]  about level   528",
            "ashlar         39.4 ± 0.9                  1                  0",
            "otel-unsafe    45.6 ± 1.1  1.16 [1.09, 1.23]  faster         24");
  }

  @Test
  void aLimitIsAShareAndCompilationIsSaid() {
    String text = text(SampleRun.of().experiments().get(1), TextLines.Style.PLAIN);

    assertThat(text)
        .contains("73 % of the limit  ")
        .contains("73 % of the limit (c)")
        .contains("  jdk: HotSpot compiled during measurement in 1 of 3 JVMs\n")
        .contains("Against the JDK: ");
  }

  @Test
  void lossesAreNamedAtTheEnd() {
    assertThat(text(SampleRun.strings(), TextLines.Style.PLAIN))
        .containsPattern("\n  slower in: [^\n]*cjk-512");
  }

  @Test
  void flagsStandBesideTheContenderThatNeedsThem() {
    assertThat(text(SampleRun.strings(), TextLines.Style.PLAIN).lines())
        .filteredOn(l -> l.contains("--add-opens"))
        .hasSize(12)
        .allMatch(l -> l.contains("otel-varhandle"));
  }

  @Test
  void flagsThatAllNeedAreToldOnce() {
    LabRun.Row one = new LabRun.Row("a", "x", 1, 0.1, "ns/op", 0, 1, 1, List.of("-Done", "-Dall"));
    LabRun.Row two = new LabRun.Row("a", "y", 1, 0.1, "ns/op", 0, 1, 1, List.of("-Dall"));
    LabRun.Row alone = new LabRun.Row("b", "x", 1, 0.1, "ns/op", 0, 1, 1, List.of("-Dall"));

    assertThat(text(experiment(List.of(one, two, alone), "why"), TextLines.Style.PLAIN).lines())
        .filteredOn(l -> l.contains("need"))
        .containsExactly("  all need -Dall", "  x needs -Done", "  x needs -Dall");
  }

  @Test
  void columnsLineUp() {
    String text = text(SampleRun.strings(), TextLines.Style.PLAIN);

    List<String> table =
        text.lines()
            .dropWhile(l -> !l.equals("ascii-4096"))
            .takeWhile(l -> !l.isEmpty())
            .filter(l -> l.contains("±"))
            .toList();
    assertThat(table).hasSizeGreaterThan(9);
    assertThat(table.stream().map(l -> l.indexOf('±')).distinct()).hasSize(1);
  }

  @Test
  void omissionsAreGroupedByReason() {
    String text = text(SampleRun.strings(), TextLines.Style.PLAIN);

    assertThat(text).containsOnlyOnce("quick mode times the pairs");
    assertThat(text).contains("not measured\n  no C compiler found\n    c in every case\n");
    assertThat(text).contains("failed\n  java.lang.IllegalStateException: wrote 1149 bytes");
  }

  @Test
  void omissionsThatWouldFillTheTerminalAreCounted() {
    List<LabRun.Omission> many =
        IntStream.range(0, 40)
            .mapToObj(i -> new LabRun.Omission("case-" + i % 20, "contender-" + i, "too slow"))
            .toList();
    LabRun.Experiment experiment =
        new LabRun.Experiment(
            "many", "Many", "?", 1, List.of(), List.of(), List.of(), List.of(), many, List.of());

    assertThat(LabText.ending(experiment, TextLines.Style.PLAIN))
        .contains("  too slow\n    pairs of 20 cases, which the page names\n")
        .doesNotContain("contender-");
  }

  @Test
  void nothingDrivesTheTerminal() {
    LabRun.Row row =
        new LabRun.Row("a\u001b[2Jb", "x\ny", 1, 0.1, "ns\u0007", 0, 1, 1, List.of("\u001b]0;t"));
    LabRun.Experiment hostile = experiment(List.of(row), "why\r\n\u001b[31m");

    assertThat(text(hostile, TextLines.Style.PLAIN)).doesNotContainPattern("[\\p{Cntrl}&&[^\n]]");
  }

  @Test
  void asciiIsSevenBit() {
    String text = text(SampleRun.strings(), TextLines.Style.ASCII);

    assertThat(text).matches("[\\x20-\\x7e\n]+").contains("39.4 +- 0.9").doesNotContain("?)");
  }

  @Test
  void ansiSaysTheSameAsPlain() {
    String ansi = text(SampleRun.strings(), TextLines.Style.ANSI);

    assertThat(ansi).containsPattern(ANSI);
    assertThat(ANSI.matcher(ansi).replaceAll(""))
        .isEqualTo(text(SampleRun.strings(), TextLines.Style.PLAIN));
  }

  @Test
  void anExperimentWithoutRowsIsStillText() {
    assertThat(text(experiment(List.of(), "no JDK"), TextLines.Style.PLAIN))
        .contains("ashlar was not compared with any rival.")
        .contains("no JDK");
  }

  private static String text(LabRun.Experiment experiment, TextLines.Style style) {
    return LabText.beginning(experiment.name(), experiment.title(), experiment.question(), style)
        + LabText.cases(experiment, style)
        + LabText.ending(experiment, style);
  }

  private static LabRun.Experiment withLongNames() {
    String contender = "Q".repeat(150);
    LabRun.Row row =
        new LabRun.Row(
            "case-".repeat(40),
            contender,
            123_456_789.125,
            98_765_432.1,
            "microseconds per operation and thread",
            123_456_789_012.0,
            3,
            5,
            List.of("--flag=" + "x".repeat(200), "--other"));
    LabRun.Row other =
        new LabRun.Row("case-".repeat(40), "ashlar", 1, 0.1, "ns/op", 0, 3, 5, List.of());
    LabRun.Row again =
        new LabRun.Row("z", contender, 0.000_12, 0.000_01, "ns/op", 0, 3, 5, List.of("--a b"));
    return experiment(List.of(row, other, again), "why-".repeat(60));
  }

  private static LabRun.Experiment experiment(List<LabRun.Row> rows, String why) {
    return new LabRun.Experiment(
        "name",
        "title",
        "question?",
        1,
        List.of(),
        List.of(),
        rows,
        List.of(),
        List.of(new LabRun.Omission("*", "*", why)),
        List.of());
  }
}

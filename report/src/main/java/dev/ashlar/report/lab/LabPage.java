// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.page.Page;
import dev.ashlar.report.page.PageTemplate;
import dev.ashlar.report.text.JsonText;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.AtomicFile;
import dev.ashlar.results.LabRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Writes a run as one self-contained HTML file, with styles, scripts and figures inside. The
/// tables are plain HTML; only the charts need JavaScript.
public final class LabPage {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm xxx", Locale.ENGLISH);

  /// More cases are folded at first, and so is an experiment of more cases if it is the only one.
  private static final int MOST_OPEN = 6;

  private LabPage() {}

  /// Writes the page of `run` to `file`, in full or not at all. Missing folders are created.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(LabRun run, Path file) throws IOException {
    String html = html(run);
    AtomicFile.write(file, html);
  }

  /// Returns the page of `run` as text.
  public static String html(LabRun run) {
    List<Page.Mark> contenders = ChartData.contenders(run);
    List<Page.Section> sections = new ArrayList<>();
    List<ChartData.Chart> charts = new ArrayList<>();
    List<ChartData.Curves> curves = new ArrayList<>();
    for (LabRun.Experiment experiment : run.experiments()) {
      String id = "e" + sections.size();
      List<CaseComparison> comparisons = CaseComparison.of(experiment);
      List<ChartData.Chart> own = ChartData.charts(id, experiment, comparisons, contenders);
      charts.addAll(own);
      List<ChartData.Curves> ownCurves = ChartData.curves(id, experiment, contenders);
      curves.addAll(ownCurves);
      boolean only = run.experiments().size() == 1;
      sections.add(section(id, experiment, comparisons, own, ownCurves, only));
    }
    List<CaseComparison> all =
        run.experiments().stream().flatMap(e -> CaseComparison.of(e).stream()).toList();
    return PageTemplate.render(
        new Page(
            title(run),
            date(run.started())
                + " · "
                + run.cpu()
                + " · JDK "
                + run.jdk()
                + " · "
                + run.mode()
                + " mode",
            run.complete(),
            overview(run),
            scores(all),
            facts(run),
            sections,
            contenders,
            PageTemplate.asset("page.css") + PageTemplate.asset("calls.css"),
            PageTemplate.asset("echarts.min.js"),
            PageTemplate.asset("page.js")
                + PageTemplate.asset("folding.js")
                + PageTemplate.asset("find.js"),
            JsonText.inScript(new ChartData(contenders, charts, curves))));
  }

  private static String title(LabRun run) {
    List<String> names = run.experiments().stream().map(LabRun.Experiment::name).toList();
    if (names.isEmpty()) {
      return "No experiment was run";
    }
    return "Ashlar on this machine: "
        + (names.size() > 4
            ? NumberFormats.count(names.size(), "experiment")
            : String.join(", ", names));
  }

  private static List<String> overview(LabRun run) {
    return List.of(
        "Ashlar is a set of Java libraries for raw memory, UTF-8 text and packed records without"
            + " sun.misc.Unsafe. Its lab compares them on your machine with the JDK's own classes,"
            + " with Unsafe and with other libraries.",
        "This run took %s for %s."
            .formatted(
                NumberFormats.seconds(
                    run.experiments().stream().mapToDouble(LabRun.Experiment::seconds).sum()),
                NumberFormats.count(run.experiments().size(), "experiment")));
  }

  private static List<Page.Score> scores(List<CaseComparison> comparisons) {
    return WinLossCount.of(comparisons).stream()
        .map(count ->
            new Page.Score(
                "Against " + count.against(),
                Arrays.stream(LabRun.Verdict.values())
                    .filter(verdict -> count.count(verdict) > 0)
                    .map(verdict ->
                        new Page.Count(
                            CaseTables.style(verdict), verdict.toString(), count.count(verdict)))
                    .toList()))
        .filter(score -> !score.counts().isEmpty())
        .toList();
  }

  private static List<Page.Fact> facts(LabRun run) {
    LabRun.Conditions conditions = run.conditions();
    List<Page.Fact> facts = new ArrayList<>();
    facts.add(
        new Page.Fact(
            "Processor",
            run.cpu() + ", " + NumberFormats.count(run.cores(), "core") + " for the JVM"));
    facts.add(
        new Page.Fact(
            "Frequency",
            "governor %s, turbo %s"
                .formatted(orUnknown(conditions.governor()), orUnknown(conditions.turbo()))));
    facts.add(
        new Page.Fact(
            "Load average",
            "%s before, %s during the run"
                .formatted(
                    NumberFormats.fixed(conditions.loadBefore(), 2),
                    NumberFormats.fixed(conditions.loadDuring(), 2))));
    facts.add(
        new Page.Fact(
            "Steal time",
            Double.isFinite(conditions.steal())
                ? NumberFormats.fixed(100 * conditions.steal(), 1) + " %"
                : "unknown"));
    conditions.warnings().forEach(warning -> facts.add(new Page.Fact("Warning", warning)));
    facts.add(new Page.Fact("Operating system", run.os()));
    facts.add(new Page.Fact("JDK", run.jdk() + ", " + run.vm()));
    facts.add(new Page.Fact("Collector", run.collector()));
    facts.add(new Page.Fact("JVM flags", orNone(String.join(" ", run.vmFlags()))));
    facts.add(
        new Page.Fact("Compile commands", orNone(String.join("; ", conditions.compileCommands()))));
    facts.add(new Page.Fact("Started", run.started()));
    facts.add(new Page.Fact("Mode", run.mode()));
    facts.add(new Page.Fact("Seed of the order", String.valueOf(conditions.seed())));
    facts.add(new Page.Fact("Complete", run.complete() ? "yes" : "no, the run was interrupted"));
    return List.copyOf(facts);
  }

  private static String orUnknown(String fact) {
    return fact.isEmpty() ? "unknown" : fact;
  }

  private static String orNone(String fact) {
    return fact.isEmpty() ? "none" : fact;
  }

  private static Page.Section section(
      String id,
      LabRun.Experiment experiment,
      List<CaseComparison> comparisons,
      List<ChartData.Chart> charts,
      List<ChartData.Curves> curves,
      boolean only) {
    List<Page.CaseTable> cases = new ArrayList<>();
    List<Page.CaseLink> losses = new ArrayList<>();
    List<Page.CaseLink> unclear = new ArrayList<>();
    for (CaseComparison comparison : comparisons) {
      String caseId = id + "-c" + cases.size();
      cases.add(CaseTables.of(caseId, comparison, comparisons.size() <= MOST_OPEN));
      Page.CaseLink link =
          new Page.CaseLink(
              caseId, comparison.labCase().name(), CaseTables.unbroken(comparison.sentence()));
      if (comparison.has(LabRun.Verdict.SLOWER)) {
        losses.add(link);
      } else if (comparison.has(LabRun.Verdict.UNDECIDED)) {
        unclear.add(link);
      }
    }
    return new Page.Section(
        id,
        experiment.name(),
        experiment.title(),
        experiment.question(),
        NumberFormats.seconds(experiment.seconds()),
        only && cases.size() <= MOST_OPEN,
        "Charts and tables of "
            + NumberFormats.count(comparisons.size(), "case")
            + ", "
            + NumberFormats.count(experiment.rows().size(), "figure"),
        scores(comparisons),
        losses,
        unclear,
        charts.stream()
            .map(c ->
                new Page.Chart(
                    c.id(),
                    c.family(),
                    c.unit(),
                    c.cases().stream().mapToInt(cluster -> cluster.bars().size()).sum()))
            .toList(),
        curves.stream()
            .map(c -> new Page.Curves(c.id(), c.caseName(), c.title(), c.unit(), c.lines().size()))
            .toList(),
        cases,
        EvidenceTables.of(experiment.evidence()),
        EvidenceTables.loops(experiment.evidence()),
        experiment.contenders().stream()
            .map(c -> new Page.Fact(c.name(), c.description()))
            .toList(),
        gaps(experiment.skipped()),
        gaps(experiment.failed()));
  }

  /// {@return a date and time in a readable form; other text stays as it is}
  private static String date(String started) {
    try {
      return DATE.format(OffsetDateTime.parse(started));
    } catch (DateTimeParseException _) {
      return started;
    }
  }

  private static List<Page.Gap> gaps(List<LabRun.Omission> omissions) {
    return SkippedPairs.grouped(omissions).stream()
        .map(g -> new Page.Gap(g.why(), g.blocks().stream().map(SkippedPairs.Block::text).toList()))
        .toList();
  }
}

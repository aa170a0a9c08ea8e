package dev.ashlar.report;

import dev.ashlar.report.page.Page;
import dev.ashlar.report.page.PageTemplate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A run as one HTML file that needs nothing else: styles, scripts and figures are inside, nothing
/// is loaded from anywhere. The tables are plain HTML; only the charts need JavaScript.
public final class LabPage {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm xxx", Locale.ENGLISH);

  private LabPage() {}

  /// Writes the page of `run` to `file`, in full or not at all; missing folders are made.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(LabRun run, Path file) throws IOException {
    String html = html(run);
    AtomicFile.write(file, html);
  }

  /// The page of `run` as text.
  public static String html(LabRun run) {
    List<Page.Mark> contenders = ChartData.contenders(run);
    List<Page.Section> sections = new ArrayList<>();
    List<ChartData.Chart> charts = new ArrayList<>();
    List<ChartData.Curves> curves = new ArrayList<>();
    for (LabRun.Experiment experiment : run.experiments()) {
      String id = "e" + sections.size();
      List<Standing> standings = Standing.of(experiment);
      List<ChartData.Chart> own = ChartData.charts(id, experiment, standings, contenders);
      charts.addAll(own);
      List<ChartData.Curves> ownCurves = ChartData.curves(id, experiment, contenders);
      curves.addAll(ownCurves);
      sections.add(section(id, experiment, standings, own, ownCurves));
    }
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
            facts(run),
            sections,
            contenders,
            PageTemplate.asset("page.css") + PageTemplate.asset("calls.css"),
            PageTemplate.asset("echarts.min.js"),
            PageTemplate.asset("page.js"),
            EmbeddedJson.of(new ChartData(contenders, charts, curves))));
  }

  private static String title(LabRun run) {
    List<String> names = run.experiments().stream().map(LabRun.Experiment::name).toList();
    return names.isEmpty()
        ? "No experiment was run"
        : "Ashlar on this machine: " + String.join(", ", names);
  }

  private static List<Page.Fact> facts(LabRun run) {
    return List.of(
        new Page.Fact("Processor", run.cpu() + ", " + run.cores() + " cores for the JVM"),
        new Page.Fact("Operating system", run.os()),
        new Page.Fact("JDK", run.jdk() + ", " + run.vm()),
        new Page.Fact("Collector", run.collector()),
        new Page.Fact(
            "JVM flags", run.vmFlags().isEmpty() ? "none" : String.join(" ", run.vmFlags())),
        new Page.Fact("Started", run.started()),
        new Page.Fact("Mode", run.mode()),
        new Page.Fact("Complete", run.complete() ? "yes" : "no, the run was interrupted"));
  }

  private static Page.Section section(
      String id,
      LabRun.Experiment experiment,
      List<Standing> standings,
      List<ChartData.Chart> charts,
      List<ChartData.Curves> curves) {
    List<Page.CaseTable> cases = new ArrayList<>();
    List<Page.CaseLink> losses = new ArrayList<>();
    for (Standing standing : standings) {
      String caseId = id + "-c" + cases.size();
      cases.add(CaseTables.of(caseId, standing));
      if (standing.verdict() == Standing.Verdict.SLOWER) {
        losses.add(
            new Page.CaseLink(
                caseId, standing.labCase().name(), CaseTables.unbroken(standing.sentence())));
      }
    }
    Tally tally = Tally.of(standings);
    return new Page.Section(
        id,
        experiment.name(),
        experiment.title(),
        experiment.question(),
        Figures.seconds(experiment.seconds()),
        new Page.Score(tally.fastest(), tally.level(), tally.slower(), tally.compared()),
        tally.sentence(),
        losses,
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
        experiment.contenders().stream()
            .map(c -> new Page.Fact(c.name(), c.description()))
            .toList(),
        gaps(experiment.skipped()),
        gaps(experiment.failed()));
  }

  /// A date and time as people write it; what is none stays as it is.
  private static String date(String started) {
    try {
      return DATE.format(OffsetDateTime.parse(started));
    } catch (DateTimeParseException _) {
      return started;
    }
  }

  private static List<Page.Gap> gaps(List<LabRun.Omission> omissions) {
    return Omissions.grouped(omissions).stream()
        .map(g -> new Page.Gap(g.why(), g.blocks().stream().map(Omissions.Block::text).toList()))
        .toList();
  }
}

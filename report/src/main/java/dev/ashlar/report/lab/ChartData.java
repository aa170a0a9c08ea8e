// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.page.Page;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The data of the page's charts. There is a chart for each family of cases and unit. Its bars have
/// the reading order of the experiment. The control has no chart.
///
/// @param contenders all contenders of the run, so that a color has the same meaning in all charts
record ChartData(List<Page.Mark> contenders, List<Chart> charts, List<Curves> curves) {

  record Chart(String id, String family, String unit, List<Cluster> cases) {}

  /// @param subject the contender to which ratios refer; null if there is none
  record Cluster(String name, @Nullable String subject, List<Bar> bars) {}

  /// @param contender the index of the contender in the run
  /// @param error the error; null if unknown
  /// @param ratio the ratio to the subject's score; null if there is no subject
  /// @param low the lower bound of the ratio; null if unknown
  /// @param high the upper bound of the ratio; null if unknown
  record Bar(
      int contender,
      double score,
      @Nullable Double error,
      @Nullable Double ratio,
      @Nullable Double low,
      @Nullable Double high) {}

  /// A chart of series, with one line for each contender. Values are plotted from left to right,
  /// one step for each.
  ///
  /// @param title the meaning of the values
  record Curves(String id, String caseName, String title, String unit, List<Curve> lines) {}

  /// @param contender the index of the contender in the run
  record Curve(int contender, List<@Nullable Double> values) {}

  /// {@return every contender of the run with its colors, in order of first appearance} Contenders
  /// of one experiment have different colors until no color is left.
  static List<Page.Mark> contenders(LabRun run) {
    List<List<String>> casts = run.experiments().stream().map(ChartData::inReadingOrder).toList();
    Map<String, Page.Mark> marks = new LinkedHashMap<>();
    for (List<String> cast : casts) {
      for (String name : cast) {
        if (!marks.containsKey(name)) {
          Set<String> taken = new HashSet<>();
          for (Page.Mark mark : marks.values()) {
            if (casts.stream().anyMatch(c -> c.contains(name) && c.contains(mark.name()))) {
              taken.add(mark.light());
            }
          }
          marks.put(name, Palette.mark(name, taken, marks.size()));
        }
      }
    }
    return List.copyOf(marks.values());
  }

  /// {@return the charts of one experiment}
  ///
  /// @param id the prefix of the charts' ids
  static List<Chart> charts(
      String id,
      LabRun.Experiment experiment,
      List<CaseComparison> comparisons,
      List<Page.Mark> contenders) {
    List<String> order = inReadingOrder(experiment);
    List<String> index = contenders.stream().map(Page.Mark::name).toList();
    Map<List<String>, List<Cluster>> families = new LinkedHashMap<>();
    for (CaseComparison comparison : comparisons) {
      if (comparison.isControl()) {
        continue;
      }
      Map<String, List<CaseComparison.Line>> byUnit = new LinkedHashMap<>();
      for (CaseComparison.Line line : comparison.lines()) {
        if (line.isMeasured()) {
          byUnit.computeIfAbsent(line.row().unit(), _ -> new ArrayList<>()).add(line);
        }
      }
      byUnit.forEach((unit, lines) ->
          families
              .computeIfAbsent(List.of(comparison.labCase().family(), unit), _ -> new ArrayList<>())
              .add(cluster(comparison, lines, order, index)));
    }
    List<Chart> charts = new ArrayList<>();
    families.forEach((key, cases) ->
        charts.add(new Chart(id + "-f" + charts.size(), key.getFirst(), key.getLast(), cases)));
    return List.copyOf(charts);
  }

  private static Cluster cluster(
      CaseComparison comparison,
      List<CaseComparison.Line> lines,
      List<String> order,
      List<String> index) {
    List<Bar> bars =
        order.stream()
            .flatMap(name -> lines.stream().filter(l -> l.contender().equals(name)))
            .map(l -> bar(index.indexOf(l.contender()), l))
            .toList();
    CaseComparison.Line subject = comparison.subject();
    return new Cluster(
        comparison.labCase().name(), subject == null ? null : subject.contender(), bars);
  }

  private static Bar bar(int contender, CaseComparison.Line line) {
    LabRun.Comparison versus = line.versus();
    return new Bar(
        contender,
        line.row().score(),
        finite(line.row().error()),
        finite(line.ratio()),
        versus == null ? null : finite(versus.low()),
        versus == null ? null : finite(versus.high()));
  }

  /// {@return the charts of an experiment's series} Series of the same case and name share a chart.
  ///
  /// @param id the prefix of the charts' ids
  static List<Curves> curves(String id, LabRun.Experiment experiment, List<Page.Mark> contenders) {
    List<String> index = contenders.stream().map(Page.Mark::name).toList();
    Map<List<String>, List<Curve>> charts = new LinkedHashMap<>();
    for (LabRun.Series series : experiment.series()) {
      charts
          .computeIfAbsent(
              List.of(series.caseName(), series.name(), series.unit()), _ -> new ArrayList<>())
          .add(
              new Curve(
                  index.indexOf(series.contender()),
                  series.values().stream().map(ChartData::finite).toList()));
    }
    List<Curves> all = new ArrayList<>();
    charts.forEach((key, lines) ->
        all.add(
            new Curves(
                id + "-s" + all.size(), key.get(0), key.get(1), key.get(2), List.copyOf(lines))));
    return List.copyOf(all);
  }

  private static List<String> inReadingOrder(LabRun.Experiment experiment) {
    Set<String> names = new LinkedHashSet<>();
    experiment.contenders().forEach(c -> names.add(c.name()));
    experiment.rows().forEach(r -> names.add(r.contender()));
    experiment.series().forEach(s -> names.add(s.contender()));
    return List.copyOf(names);
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}

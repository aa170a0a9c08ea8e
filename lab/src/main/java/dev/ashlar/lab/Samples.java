package dev.ashlar.lab;

import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.report.LabRun.Row;
import dev.ashlar.report.LabRun.Series;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.util.ListStatistics;

/// All that the JVMs of one pair measured.
final class Samples {
  private static final double CONFIDENCE = 0.999;

  private final Pair pair;
  private final List<String> flags;
  private final List<Double> scores = new ArrayList<>();
  private final List<Series> series = new ArrayList<>();
  private String unit = "ns/op";
  private double bytes;
  private int forks;

  /// @param flags the JVM flags that the pair is measured with, beyond the common ones
  Samples(Pair pair, List<String> flags) {
    this.pair = pair;
    this.flags = flags;
  }

  Pair pair() {
    return pair;
  }

  boolean isEmpty() {
    return forks == 0;
  }

  void add(Forks.Outcome.Measured measured) {
    scores.addAll(measured.scores());
    bytes += measured.bytesPerOp();
    forks++;
  }

  void add(Forks.Outcome.Watched watched) {
    add(new Forks.Outcome.Measured(List.of(watched.observed().score()), Double.NaN));
    unit = watched.observed().unit();
    watched
        .observed()
        .series()
        .forEach(figures -> series.add(figures.of(pair.theCase().name(), pair.contender().name())));
  }

  /// {@return what [Observation]s saw one after another}
  List<Series> series() {
    return series;
  }

  Row toRow() {
    ListStatistics statistics = new ListStatistics();
    scores.forEach(statistics::addValue);
    return new Row(
        pair.theCase().name(),
        pair.contender().name(),
        statistics.getMean(),
        statistics.getMeanErrorAt(CONFIDENCE),
        unit,
        bytes / forks,
        forks,
        scores.size() / forks,
        flags);
  }
}

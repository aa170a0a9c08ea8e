package dev.ashlar.lab;

import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.report.LabRun.Row;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.util.ListStatistics;

/// All that the JVMs of one pair measured.
final class Samples {
  private static final double CONFIDENCE = 0.999;

  private final Pair pair;
  private final List<String> flags;
  private final List<Double> scores = new ArrayList<>();
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

  Row toRow() {
    ListStatistics statistics = new ListStatistics();
    scores.forEach(statistics::addValue);
    return new Row(
        pair.theCase().name(),
        pair.contender().name(),
        statistics.getMean(),
        statistics.getMeanErrorAt(CONFIDENCE),
        "ns/op",
        bytes / forks,
        forks,
        scores.size() / forks,
        flags);
  }
}

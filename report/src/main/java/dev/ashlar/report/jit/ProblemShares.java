// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.Finding.Kind;
import dev.ashlar.jit.Recording;
import dev.ashlar.jit.SampleCounts;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.report.page.JitView;
import dev.ashlar.report.text.NumberFormats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Computes the share of a run that the problems of a log have. It is a share of the CPU samples,
/// each of which counts for one problem; without samples, a share of the heat.
final class ProblemShares {
  /// The number of kinds that are shown separately.
  private static final int MOST_PARTS = 5;

  private static final int LEADING = 3;

  private enum Measure {
    SAMPLES("the CPU samples", "samples"),
    HEAT("the heat", "the heat");

    private final String words;
    private final String brief;

    Measure(String words, String brief) {
      this.words = words;
      this.brief = brief;
    }
  }

  private final List<Finding> problems;
  private final double[] shares;
  private final double whole;
  private final Measure measure;

  private ProblemShares(List<Finding> problems, double[] shares, double whole, Measure measure) {
    this.problems = problems;
    this.shares = shares;
    this.whole = whole;
    this.measure = measure;
  }

  static ProblemShares of(List<Finding> problems, CompilationLog log) {
    @Nullable Recording recording = log.recording().orElse(null);
    if (recording != null && problems.stream().anyMatch(f -> f.sampled().isEnough())) {
      double[] samples =
          Arrays.stream(recording.samplesOfEach(problems)).asDoubleStream().toArray();
      return new ProblemShares(
          problems, samples, (double) recording.sampleCount(), Measure.SAMPLES);
    }
    double[] heats = problems.stream().mapToDouble(Finding::heat).toArray();
    return new ProblemShares(problems, heats, Arrays.stream(heats).sum(), Measure.HEAT);
  }

  /// {@return the whole that the shares are parts of, in two or three words}
  String measure() {
    return measure.brief;
  }

  /// {@return the share, from 0 to 1, of the problems in each compiled method}
  Map<Method, Double> byRoot() {
    Map<Method, Double> parts = new HashMap<>();
    for (int i = 0; i < shares.length && whole > 0; i++) {
      parts.merge(problems.get(i).root(), shares[i] / whole, Double::sum);
    }
    return parts;
  }

  /// {@return what to expect if only callees have enough samples; empty otherwise}
  static Optional<String> caution(List<Finding> problems) {
    List<SampleCounts> enough =
        problems.stream().map(Finding::sampled).filter(SampleCounts::isEnough).toList();
    return enough.isEmpty() || enough.stream().anyMatch(SampleCounts::isEnoughAtCall)
        ? Optional.empty()
        : Optional.of(
            "No call here has significantly 1 % of the CPU samples itself. Callees have more, but"
                + " that code also runs when it is inlined: expect little, and measure it with"
                + " 'ashlar jit what-if'.");
  }

  /// {@return a sentence with the number of problems, and the share of the first of them; another
  /// one if little is to be expected}
  String answer() {
    return caution(problems).map(text -> shares() + " " + text).orElseGet(this::shares);
  }

  private String shares() {
    String count = NumberFormats.count(problems.size(), "problem");
    if (problems.size() <= LEADING) {
      return count + ".";
    }
    double first = 0;
    for (int i = 0; i < LEADING; i++) {
      first += shares[i];
    }
    return "%s; the first three have %s of %s."
        .formatted(count, NumberFormats.percent(first, whole), measure.words);
  }

  /// {@return the shares added up by kind, the largest first}
  List<JitView.Part> mix() {
    Map<Kind, Double> kinds = new EnumMap<>(Kind.class);
    for (int i = 0; i < shares.length; i++) {
      kinds.merge(problems.get(i).kind(), shares[i], Double::sum);
    }
    List<JitView.Part> parts = new ArrayList<>();
    Map<String, Integer> shades = new HashMap<>();
    double[] rest = {0};
    kinds.entrySet().stream()
        .filter(e -> e.getValue() > 0)
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(e -> {
          if (parts.size() < MOST_PARTS) {
            String tone = FindingCards.tone(e.getKey());
            int shade = shades.merge(tone, 1, Integer::sum);
            String shaded = tone + " shade" + shade;
            parts.add(FindingCards.part(e.getKey().title(), shaded, e.getValue(), whole));
          } else {
            rest[0] += e.getValue();
          }
        });
    if (rest[0] > 0) {
      parts.add(FindingCards.part("other kinds", "cold", rest[0], whole));
    }
    return parts;
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.process.SignalRelay;
import dev.ashlar.cli.process.ToolOptions;
import dev.ashlar.lab.statistics.Comparison;
import dev.ashlar.lab.statistics.StoppingRule;
import dev.ashlar.results.LabRun;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs a command repeatedly, with and without some JVM flags. Each round has one run of both.
///
/// @param jmh whether the command is JMH, whose scores are then compared
/// @param rate the sampling of a command that does not end, whose rates are then compared
/// @param folder the folder for the output of the last run
record PairedRuns(
    List<String> command, boolean jmh, Optional<RateLine> rate, Path folder, PrintWriter progress) {
  private static final String WALL_TIME = "wall time";
  private static final String CPU_TIME = "CPU time";
  private static final String RATE = "rate";
  private static final String OPERATIONS = "ops/";

  private static final Path TIMES = Path.of("/proc/self/stat");

  /// The fields `cutime` and `cstime` behind the name of the command, which is in parentheses: the
  /// CPU time of processes that have ended, in ticks of 10 ms.
  private static final int CHILDREN_USER = 13;

  private static final int CHILDREN_SYSTEM = 14;
  private static final double TICKS_PER_SECOND = 100;

  /// The effect of the flags on a measure.
  ///
  /// @param name the name of the measure: `wall time`, `rate`, or the name of a benchmark
  /// @param unit the unit; empty for a rate, where more is better
  /// @param with the geometric mean of the runs with the flags
  /// @param without the geometric mean of the runs without the flags
  /// @param comparison the comparison of the runs with the flags, which are the subject, with the
  ///   others
  record Effect(String name, String unit, double with, double without, Comparison comparison) {
    /// {@return the effect as `wall time: verified: −31 % [−34, −28], 8.21 s instead of 11.9 s, 4
    /// rounds`}
    ///
    /// CPU time is counted in ticks, so a short command may have 0 in every round.
    String words() {
      if (Double.isNaN(with + without)) {
        return name + ": too little to be measured";
      }
      if (Double.isNaN(comparison.interval().low())) {
        return soFar() + ": too few values for an interval";
      }
      LabRun.Verdict verdict = comparison.verdict();
      double low = comparison.interval().low();
      double high = comparison.interval().high();
      String change =
          "%s [%s, %s]"
              .formatted(
                  percent(isRate() ? comparison.ratio() : 1 / comparison.ratio()) + " %",
                  percent(isRate() ? low : 1 / high),
                  percent(isRate() ? high : 1 / low));
      return "%s: %s, %s instead of %s, %d rounds"
          .formatted(
              name,
              switch (verdict) {
                case FASTER, SLOWER -> "verified: " + change;
                case LEVEL -> "no effect: " + change;
                case ABOUT_LEVEL, UNDECIDED -> "too noisy to tell: " + change;
              },
              withUnit(with),
              figure(without),
              comparison.rounds());
    }

    /// {@return the means as `wall time: 8.21 s with the change, 11.9 s without`}
    String soFar() {
      return "%s: %s with the change, %s without".formatted(name, withUnit(with), figure(without));
    }

    private boolean isRate() {
      return unit.isEmpty();
    }

    private String withUnit(double value) {
      return isRate() ? figure(value) : figure(value) + " " + unit;
    }

    private static String percent(double ratio) {
      String percent = String.format(Locale.ROOT, "%+.0f", 100 * (ratio - 1));
      return percent.equals("-0") || percent.equals("+0") ? "0" : percent.replace('-', '−');
    }

    /// The values of a rate are times, as all values are.
    private String figure(double value) {
      double shown = isRate() ? 1 / value : value;
      return String.format(Locale.ROOT, shown >= 999.5 ? "%,.0f" : "%,.3g", shown);
    }
  }

  /// The values of a measure, one for each round; lower is better.
  private static final class Series {
    final String unit;
    final double[] with;
    final double[] without;

    Series(String unit, int rounds) {
      this.unit = unit;
      this.with = unknown(rounds);
      this.without = unknown(rounds);
    }

    private static double[] unknown(int rounds) {
      double[] values = new double[rounds];
      Arrays.fill(values, Double.NaN);
      return values;
    }

    Effect effect(String name, int rounds, StoppingRule rule) {
      double[] with = Arrays.copyOf(this.with, rounds);
      double[] without = Arrays.copyOf(this.without, rounds);
      return new Effect(name, unit, mean(with), mean(without), Comparison.of(with, without, rule));
    }

    private static double mean(double[] values) {
      return Math.exp(
          Arrays.stream(values).filter(v -> v > 0).map(Math::log).average().orElse(Double.NaN));
    }
  }

  record Value(String unit, double value) {}

  /// Runs the command until every measure is decided, or after the last round of the rule.
  ///
  /// @param flags the flags of one side
  /// @param stopped receives the effects so far if a signal ends this process
  /// @throws IOException if the exit code of a run is not 0
  List<Effect> compare(List<String> flags, StoppingRule rule, Consumer<List<Effect>> stopped)
      throws IOException {
    LastWords last = new LastWords(stopped);
    // Between two runs no signal is relayed.
    Thread hook = new Thread(last::say, "last words");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return compare(flags, rule, last);
    } finally {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException ending) {
        // It has begun.
      }
    }
  }

  /// Reports the effects once when a signal ends this process, from the thread that notices it
  /// first.
  private static final class LastWords {
    private final Consumer<List<Effect>> stopped;
    private volatile List<Effect> known = List.of();
    private boolean said;

    LastWords(Consumer<List<Effect>> stopped) {
      this.stopped = stopped;
    }

    synchronized void say() {
      if (!said) {
        said = true;
        stopped.accept(known);
      }
    }
  }

  private List<Effect> compare(List<String> flags, StoppingRule rule, LastWords last)
      throws IOException {
    Map<String, Series> measures = new LinkedHashMap<>();
    List<Effect> effects = List.of();
    boolean open = true;
    for (int round = 0; open && round < rule.maximum(); round++) {
      for (int turn = 0; turn < 2; turn++) {
        boolean changed = (round + turn) % 2 == 1;
        Map<String, Value> values = run(changed ? flags : List.of(), last::say);
        for (Map.Entry<String, Value> one : values.entrySet()) {
          Value value = one.getValue();
          Series series =
              measures.computeIfAbsent(one.getKey(), _ -> new Series(value.unit, rule.maximum()));
          (changed ? series.with : series.without)[round] = value.value;
        }
      }
      int rounds = round + 1;
      effects =
          measures.entrySet().stream()
              .map(measure -> measure.getValue().effect(measure.getKey(), rounds, rule))
              .toList();
      last.known = effects;
      progress.printf("ashlar: round %d of at most %d%n", rounds, rule.maximum());
      effects.forEach(effect -> progress.printf("ashlar: so far %s%n", effect.soFar()));
      progress.flush();
      open = !rule.isLook(rounds) || effects.stream().anyMatch(e -> e.comparison.isOpen());
    }
    return effects;
  }

  /// Runs the command once.
  ///
  /// @param stopped runs if a signal ends this process
  Map<String, Value> run(List<String> flags, Runnable stopped) throws IOException {
    Path output = folder.resolve("output.txt");
    Path scores = folder.resolve("scores.json");
    List<String> line = new ArrayList<>(command);
    if (jmh) {
      line.addAll(List.of("-rf", "json", "-rff", scores.toString()));
    }
    ProcessBuilder builder = new ProcessBuilder(line);
    builder
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .redirectInput(Redirect.from(new File(File.separatorChar == '/' ? "/dev/null" : "NUL")));
    List<String> all = new ArrayList<>(List.of("-XX:+IgnoreUnrecognizedVMOptions"));
    all.addAll(flags);
    ToolOptions.add(builder.environment(), ToolOptions.ANY_JVM, all);
    OptionalDouble cpuBefore = cpuSecondsOfChildren();
    long start = System.nanoTime();
    int exitCode;
    double sampled = Double.NaN;
    try (SignalRelay relay = SignalRelay.start(builder)) {
      try {
        if (rate.isPresent()) {
          sampled = rate.get().measure(relay.child(), output);
        }
        exitCode = relay.exitCode();
      } finally {
        if (relay.isEnding()) {
          stopped.run();
        }
      }
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
    if (rate.isPresent()) {
      return Map.of(RATE, new Value("", 1 / sampled));
    }
    double wall = (System.nanoTime() - start) / 1e9;
    if (exitCode != 0) {
      throw new IOException(
          "the command ended with %d%s: see %s"
              .formatted(
                  exitCode, flags.isEmpty() ? "" : " with " + String.join(" ", flags), output));
    }
    if (jmh) {
      return scores(scores);
    }
    Map<String, Value> values = new LinkedHashMap<>();
    values.put(WALL_TIME, new Value("s", wall));
    OptionalDouble cpuAfter = cpuSecondsOfChildren();
    if (cpuBefore.isPresent() && cpuAfter.isPresent()) {
      values.put(CPU_TIME, new Value("s", cpuAfter.getAsDouble() - cpuBefore.getAsDouble()));
    }
    return values;
  }

  /// {@return the CPU time of all processes that this one started and that have ended; empty where
  /// the system does not say}
  private static OptionalDouble cpuSecondsOfChildren() {
    try {
      String stat = Files.readString(TIMES);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return OptionalDouble.of(
          (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]))
              / TICKS_PER_SECOND);
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
  }

  /// {@return the time per operation of each benchmark}
  private static Map<String, Value> scores(Path json) throws IOException {
    Map<String, Value> values = new LinkedHashMap<>();
    try {
      for (JsonNode result : new JsonMapper().readTree(Files.readString(json))) {
        JsonNode metric = result.get("primaryMetric");
        String unit = metric.get("scoreUnit").stringValue();
        double score = metric.get("score").doubleValue();
        String parameters = result.has("params") ? " " + result.get("params") : "";
        values.put(
            result.get("benchmark").stringValue() + parameters,
            unit.startsWith(OPERATIONS)
                ? new Value(unit.substring(OPERATIONS.length()) + "/op", 1 / score)
                : new Value(unit, score));
      }
    } catch (JacksonException | NullPointerException | IOException e) {
      throw new IOException("JMH wrote no scores to " + json + ": is the command JMH?", e);
    }
    if (values.isEmpty()) {
      throw new IOException("JMH ran no benchmark: see " + json.resolveSibling("output.txt"));
    }
    return values;
  }
}

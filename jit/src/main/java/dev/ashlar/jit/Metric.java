// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A number of a finding: a size, a count, a limit or a time.
///
/// @param name the name with the unit, as in `bytecodeBytes`, `times` or `lastSeconds`; for a
///   limit, the JVM flag. All findings use the same names
/// @param text the number as text, with its unit
public record Metric(String name, double value, String text) {
  /// The most places that are named with one finding.
  private static final int NAMED_SITES = 5;

  public static Metric bytecode(int byteCount) {
    return new Metric("bytecodeBytes", byteCount, bytes(byteCount));
  }

  static Metric machineCode(int byteCount) {
    return new Metric("codeBytes", byteCount, bytes(byteCount) + " of machine code");
  }

  private static String bytes(int count) {
    return String.format(Locale.ROOT, "%,d bytes", count);
  }

  public static Metric times(double count) {
    String text = String.format(Locale.ROOT, "%,.0f times", count);
    return new Metric("times", count, text.equals("1 times") ? "once" : text);
  }

  /// @param count the number of times on all inlining paths
  /// @param here the number of times on the path of the finding
  /// @param inlined whether that path has more than one method
  static Metric times(double count, double here, boolean inlined) {
    Metric all = times(count);
    return Math.round(count) == Math.round(here)
        ? all
        : new Metric(
            all.name,
            count,
            times(here).text
                + (inlined ? " on this path, " : " here, ")
                + String.format(Locale.ROOT, "%,.0f on all", count));
  }

  /// @param value the limit; -1 if unknown
  static Metric limit(String flag, long value) {
    return new Metric(
        flag, value, "limit " + flag + (value < 0 ? ", not known of this CPU" : "=" + value));
  }

  /// @param divisor the limit is `value / divisor`
  static Metric limit(String flag, long value, int divisor) {
    return value < 0
        ? limit(flag, value)
        : new Metric(flag, (double) value / divisor, limit(flag, value).text + " / " + divisor);
  }

  static Metric inlineLevel(int level) {
    return new Metric("inlineLevel", level, "level " + level);
  }

  static Metric invocationsBefore(long count) {
    return new Metric(
        "invocations", count, String.format(Locale.ROOT, "tried after %,d calls", count));
  }

  static List<Metric> period(double firstSeconds, double lastSeconds) {
    return List.of(
        new Metric(
            "firstSeconds",
            firstSeconds,
            String.format(Locale.ROOT, "first at %.1f s", firstSeconds)),
        new Metric(
            "lastSeconds", lastSeconds, String.format(Locale.ROOT, "last at %.1f s", lastSeconds)));
  }

  static Metric samples(SampleCounts sampled) {
    double percent = 100 * (double) sampled.count() / (double) sampled.all();
    return new Metric(
        "samplesPercent",
        percent,
        String.format(
            Locale.ROOT,
            "%.1f %% of the CPU samples: %,d of %,d, 95 %% interval %.1f to %.1f %%",
            percent,
            sampled.count(),
            sampled.all(),
            100 * sampled.low(),
            100 * sampled.high()));
  }

  static Metric samplesInCallee(long count) {
    return new Metric(
        "samplesInCallee",
        (double) count,
        String.format(
            Locale.ROOT,
            "%,d of them in the callee, of which inlining saves a part at most",
            count));
  }

  static Metric callsOnThisLine(int count) {
    return new Metric("callsOnThisLine", count, "one of " + count + " such calls on this line");
  }

  /// @param others places with the same finding
  static Metric otherSites(List<String> others) {
    int left = others.size() - NAMED_SITES;
    return new Metric(
        "otherSites",
        others.size(),
        "also at "
            + String.join(", ", others.subList(0, Math.min(NAMED_SITES, others.size())))
            + (left > 0 ? " and " + left + " more" : ""));
  }

  /// {@return the texts of the metrics}
  public static String joined(List<Metric> metrics, String separator) {
    return metrics.stream().map(Metric::text).collect(Collectors.joining(separator));
  }
}

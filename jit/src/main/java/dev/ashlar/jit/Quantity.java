package dev.ashlar.jit;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A number that a finding was measured by.
///
/// @param name what it counts, the same in all findings, with its unit where it has one, as in
///   `bytecodeBytes`, `times` or `lastSeconds`; of a limit the JVM's flag
/// @param text as people are told it
public record Quantity(String name, double value, String text) {
  static Quantity bytecode(int byteCount) {
    return new Quantity("bytecodeBytes", byteCount, bytes(byteCount));
  }

  static Quantity machineCode(int byteCount) {
    return new Quantity("codeBytes", byteCount, bytes(byteCount) + " of machine code");
  }

  private static String bytes(int count) {
    return String.format(Locale.ROOT, "%,d bytes", count);
  }

  static Quantity times(double count) {
    String text = String.format(Locale.ROOT, "%,.0f times", count);
    return new Quantity("times", count, text.equals("1 times") ? "once" : text);
  }

  /// @param count how often on all paths
  /// @param here how often on the one that is told
  /// @param inlined whether that path is more than a method
  static Quantity times(double count, double here, boolean inlined) {
    Quantity all = times(count);
    return Math.round(count) == Math.round(here)
        ? all
        : new Quantity(
            all.name,
            count,
            times(here).text
                + (inlined ? " on this path, " : " here, ")
                + String.format(Locale.ROOT, "%,.0f on all", count));
  }

  /// @param value -1 if it is not known
  static Quantity limit(String flag, long value) {
    return new Quantity(
        flag, value, "limit " + flag + (value < 0 ? ", not known of this CPU" : "=" + value));
  }

  /// @param divisor part of the limit that holds here
  static Quantity limit(String flag, long value, int divisor) {
    return value < 0
        ? limit(flag, value)
        : new Quantity(flag, (double) value / divisor, limit(flag, value).text + " / " + divisor);
  }

  static Quantity inlineLevel(int level) {
    return new Quantity("inlineLevel", level, "level " + level);
  }

  static Quantity invocationsBefore(long count) {
    return new Quantity(
        "invocations", count, String.format(Locale.ROOT, "tried after %,d calls", count));
  }

  static List<Quantity> period(double firstSeconds, double lastSeconds) {
    return List.of(
        new Quantity(
            "firstSeconds",
            firstSeconds,
            String.format(Locale.ROOT, "first at %.1f s", firstSeconds)),
        new Quantity(
            "lastSeconds", lastSeconds, String.format(Locale.ROOT, "last at %.1f s", lastSeconds)));
  }

  static Quantity samples(Sampled sampled) {
    double percent = 100 * (double) sampled.count() / (double) sampled.all();
    return new Quantity(
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

  static Quantity samplesInCallee(long count) {
    return new Quantity(
        "samplesInCallee",
        (double) count,
        String.format(
            Locale.ROOT,
            "%,d of them in the callee, of which inlining saves a part at most",
            count));
  }

  static Quantity callsOnThisLine(int count) {
    return new Quantity("callsOnThisLine", count, "one of " + count + " such calls on this line");
  }

  /// {@return the quantities as people are told them}
  public static String joined(List<Quantity> quantities, String separator) {
    return quantities.stream().map(Quantity::text).collect(Collectors.joining(separator));
  }
}

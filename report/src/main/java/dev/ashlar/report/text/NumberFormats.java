// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.text;

import dev.ashlar.results.LabRun;
import java.util.Collection;
import java.util.Locale;

/// Formats figures with a decimal point in every locale, and with decimal places that suit their
/// size.
public final class NumberFormats {

  /// Stands for a missing figure.
  public static final String NONE = "–";

  private NumberFormats() {}

  /// Returns the number of decimal places for a column of scores. The smallest score determines it,
  /// so that the column is aligned and no figure is rounded to zero.
  public static int places(Collection<Double> scores) {
    double smallest =
        scores.stream()
            .mapToDouble(Math::abs)
            .filter(s -> Double.isFinite(s) && s > 0)
            .min()
            .orElse(1);
    return smallest < 0.1 ? 4 : smallest < 1 ? 3 : smallest < 10 ? 2 : smallest < 1000 ? 1 : 0;
  }

  public static String fixed(double value, int places) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%,." + places + "f", value) : NONE;
  }

  /// Returns `36.9 ± 0.7`, or only the score if the error is unknown.
  public static String scoreWithError(LabRun.Row row, int places) {
    String score = fixed(row.score(), places);
    return Double.isFinite(row.error()) ? score + " ± " + fixed(row.error(), places) : score;
  }

  /// Returns a ratio for a sentence, as `1.32`. A ratio near one has more decimal places, one far
  /// from it fewer. A ratio to zero is infinite.
  public static String ratio(double ratio) {
    if (ratio == Double.POSITIVE_INFINITY) {
      return "∞";
    }
    boolean almostOne = Math.abs(ratio - 1) < 0.005 && ratio != 1;
    return fixed(ratio, almostOne ? 3 : ratioPlaces(ratio));
  }

  private static int ratioPlaces(double ratio) {
    return ratio >= 99.95 ? 0 : ratio >= 9.995 ? 1 : ratio < 0.1 ? 3 : 2;
  }

  /// Returns `1.04 [1.01, 1.07]`, or only the ratio if its interval is unknown. Bounds near one
  /// have more decimal places, to show on which side of one they are.
  public static String ratioWithInterval(double ratio, double low, double high) {
    String figure = Double.isInfinite(ratio) ? ratio(ratio) : fixed(ratio, ratioPlaces(ratio));
    return Double.isFinite(low) && Double.isFinite(high)
        ? "%s [%s, %s]".formatted(figure, ratio(low), ratio(high))
        : figure;
  }

  /// Returns the bytes per operation. A fraction of a byte is noise of the profiler, and counts as
  /// no allocation.
  public static String bytes(double bytes) {
    return bytes < 0.05 ? "0" : fixed(bytes, bytes < 10 ? 1 : 0);
  }

  public static String seconds(double seconds) {
    if (!Double.isFinite(seconds)) {
      return NONE;
    }
    long whole = Math.round(seconds);
    return whole < 120 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
  }

  /// Returns `1,200`.
  public static String whole(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /// Returns `1 problem` or `1,200 problems`.
  public static String count(long count, String what) {
    return counted(count, what, what + "s");
  }

  /// Returns `1 class` or `1,200 classes`.
  public static String counted(long count, String one, String several) {
    return whole(count) + " " + (count == 1 ? one : several);
  }

  /// Returns the share of a whole as a width in a style. The width is never too small to see.
  public static String width(double part, double whole) {
    double percent = whole > 0 ? 100 * part / whole : 0;
    return String.format(Locale.ROOT, "%.1f", Math.max(0.6, Math.min(100, percent)));
  }

  /// Returns the share of a whole as `37 %`, or as `< 1 %` if it is smaller.
  public static String percent(double part, double whole) {
    double percent = whole > 0 ? 100 * part / whole : 0;
    return percent > 0 && percent < 1 ? "< 1 %" : String.format(Locale.ROOT, "%.0f %%", percent);
  }

  /// {@return the number of omitted items, in words}
  public static String more(int left, String what) {
    return left <= 0 ? "" : "… and " + count(left, "cooler " + what) + ", in --json";
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.text;

import dev.ashlar.results.LabRun;
import java.util.Collection;
import java.util.Locale;

/// How figures are written: always with a point, and as many places as their size bears.
public final class NumberFormats {

  /// Stands where there is no figure.
  public static final String NONE = "–";

  private NumberFormats() {}

  /// Places after the point that suit a column of scores: set by the smallest of them, so that the
  /// column lines up and no figure is reduced to zero.
  public static int places(Collection<Double> scores) {
    double smallest =
        scores.stream()
            .mapToDouble(Math::abs)
            .filter(s -> Double.isFinite(s) && s > 0)
            .min()
            .orElse(1);
    if (smallest < 0.1) {
      return 4;
    }
    if (smallest < 1) {
      return 3;
    }
    if (smallest < 10) {
      return 2;
    }
    return smallest < 1000 ? 1 : 0;
  }

  public static String fixed(double value, int places) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%,." + places + "f", value) : NONE;
  }

  /// `36.9 ± 0.7`, or the score alone if the error is unknown.
  public static String scoreWithError(LabRun.Row row, int places) {
    String score = fixed(row.score(), places);
    return Double.isFinite(row.error()) ? score + " ± " + fixed(row.error(), places) : score;
  }

  /// A single ratio as prose has it: `1.32`, with more places near one and fewer far from it.
  public static String ratio(double ratio) {
    boolean almostOne = Math.abs(ratio - 1) < 0.005 && ratio != 1;
    return fixed(ratio, almostOne ? 3 : ratioPlaces(ratio));
  }

  private static int ratioPlaces(double ratio) {
    return ratio >= 99.95 ? 0 : ratio >= 9.995 ? 1 : ratio < 0.1 ? 3 : 2;
  }

  /// `1.04 [1.01, 1.07]`, or the ratio alone if its interval is unknown. Bounds have more places
  /// near one, where a place decides on which side they are.
  public static String ratioWithInterval(double ratio, double low, double high) {
    String figure = fixed(ratio, ratioPlaces(ratio));
    return Double.isFinite(low) && Double.isFinite(high)
        ? "%s [%s, %s]".formatted(figure, ratio(low), ratio(high))
        : figure;
  }

  /// Bytes per operation. The profiler's noise, a fraction of a byte, is no allocation.
  public static String bytes(double bytes) {
    if (!Double.isFinite(bytes)) {
      return NONE;
    }
    if (bytes < 0.05) {
      return "0";
    }
    return fixed(bytes, bytes < 10 ? 1 : 0);
  }

  public static String seconds(double seconds) {
    if (!Double.isFinite(seconds)) {
      return NONE;
    }
    long whole = Math.round(seconds);
    return whole < 120 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
  }

  /// `1,200`.
  public static String whole(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /// `1 problem`, `1,200 problems`.
  public static String count(long count, String what) {
    return counted(count, what, what + "s");
  }

  /// `1 class`, `1,200 classes`.
  public static String counted(long count, String one, String several) {
    return whole(count) + " " + (count == 1 ? one : several);
  }

  /// A part of a whole as a width in a style, never invisible.
  public static String width(double part, double whole) {
    double percent = whole > 0 ? 100 * part / whole : 0;
    return String.format(Locale.ROOT, "%.1f", Math.max(0.6, Math.min(100, percent)));
  }

  /// A part of a whole as `37 %`.
  public static String percent(double part, double whole) {
    double percent = whole > 0 ? 100 * part / whole : 0;
    return percent > 0 && percent < 1 ? "< 1 %" : String.format(Locale.ROOT, "%.0f %%", percent);
  }

  /// {@return what has no card, in words}
  public static String more(int left, String what) {
    return left <= 0 ? "" : "… and " + count(left, "cooler " + what) + ", in --json";
  }
}

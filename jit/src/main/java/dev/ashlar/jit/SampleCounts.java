// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

/// The CPU samples of a JFR recording that belong to a finding.
///
/// @param count samples at the call and in the callee; for a finding about a whole method, samples
///   in its code
/// @param inCallee the part of `count` in the callee's code. The callee's code also runs when it is
///   inlined, so this is an upper bound of what inlining saves
/// @param ranking the part of `count` that is the cost of the call: see [#ofCall], unless the
///   callee's code is the problem
/// @param all samples of the recording; 0 without one
public record SampleCounts(long count, long inCallee, long ranking, long all) {
  /// The counts if there is no recording.
  static final SampleCounts NONE = new SampleCounts(0, 0, 0, 0);

  /// The normal distribution's quantile of a 95 % interval.
  private static final double Z = 1.96;

  /// Fewer may be chance.
  private static final long FEWEST = 5;

  /// The least part of all samples, so that samples rank the finding.
  private static final double SHARE = 0.01;

  /// A call takes at most so many times the time of its callee. More samples at the call are those
  /// of other instructions: HotSpot gives code without debug information, as that of
  /// `System.nanoTime`, to the next bytecode that has some (`get_pc_desc` in
  /// `jfrThreadSampling.cpp`).
  private static final long DISPATCH = 4;

  /// {@return the samples that are the cost of a call} Samples in the callee count up to the number
  /// at the call, since the callee's code also runs when it is inlined.
  static long ofCall(long atCall, long inCallee) {
    return Math.min(atCall, DISPATCH * inCallee) + Math.min(atCall, inCallee);
  }

  /// {@return whether [#count] is large enough to rank by: at least five samples, and at least 1 %
  /// of all samples at the lower end of the 95 % interval}
  public boolean isEnough() {
    return isEnough(count, all);
  }

  /// {@return whether [#ranking] is large enough to rank by}
  public boolean isEnoughAtCall() {
    return isEnough(ranking, all);
  }

  /// {@return whether [#count] is less than 1 % of all samples, at the upper end of the interval}
  boolean isLittle() {
    return all > 0 && high() < SHARE;
  }

  static boolean isEnough(long count, long all) {
    return count >= FEWEST && bound(count, all, -Z) >= SHARE;
  }

  /// {@return the number of samples that a recording needs so that 1 % of them are five samples}
  public static int fewestForShare() {
    return (int) Math.round(FEWEST / SHARE);
  }

  /// {@return the lower end of the 95 % interval of `count / all`, from 0 to 1}
  public double low() {
    return bound(count, all, -Z);
  }

  /// {@return the upper end of the 95 % interval, from 0 to 1}
  public double high() {
    return bound(count, all, Z);
  }

  /// An end of Wilson's score interval (E. B. Wilson, Probable Inference, 1927), which is valid for
  /// few samples too.
  private static double bound(long count, long all, double z) {
    if (all == 0) {
      return z < 0 ? 0 : 1;
    }
    double n = (double) all;
    double part = count / n;
    double center = part + z * z / (2 * n);
    double margin = z * Math.sqrt(part * (1 - part) / n + z * z / (4 * n * n));
    return Math.max(0, Math.min(1, (center + margin) / (1 + z * z / n)));
  }
}

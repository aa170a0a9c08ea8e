package dev.ashlar.jit;

/// The CPU samples of a recording that fall to a finding.
///
/// @param count those taken at its place and in the code called there; of a finding about a whole
///   method, those in its code
/// @param inCallee those of `count` in the callee's own code. It runs inlined as well, so they are
///   an upper bound of what inlining saves
/// @param ranking those of `count` that rank the finding: of the ones in the callee no more than at
///   the call itself, unless the callee's code is what costs
/// @param all samples of the recording; 0 without one
public record Sampled(long count, long inCallee, long ranking, long all) {
  /// Without a recording.
  static final Sampled NONE = new Sampled(0, 0, 0, 0);

  /// The normal distribution's quantile of a 95 % interval.
  private static final double Z = 1.96;

  /// Fewer may be chance, however few there are in all.
  private static final long FEWEST = 5;

  /// Of all samples; what may have less is not told apart by them.
  private static final double SHARE = 0.01;

  /// {@return whether they are enough to rank by: no less than five, and with 97.5 % certainty one
  /// in a hundred or more}
  public boolean isEnough() {
    return isEnough(ranking, all);
  }

  static boolean isEnough(long count, long all) {
    return count >= FEWEST && bound(count, all, -Z) >= SHARE;
  }

  /// {@return the lower end of the 95 % interval of the part that `count` has, from 0 to 1}
  public double low() {
    return bound(count, all, -Z);
  }

  /// {@return the upper end}
  public double high() {
    return bound(count, all, Z);
  }

  /// An end of Wilson's score interval (E. B. Wilson, Probable Inference, 1927), which holds for
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

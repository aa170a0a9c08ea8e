package dev.ashlar.jit;

import org.jspecify.annotations.Nullable;

/// The decision about one target of a call site.
///
/// @param target the method that would run
/// @param reason HotSpot's own words, or the intrinsic's name; empty if it gave none
/// @param body the calls in the target; null unless it was inlined and the log has them
public record Decision(Method target, Verdict verdict, String reason, @Nullable CallTree body) {
  /// {@return whether a call remains}
  public boolean isCall() {
    return verdict == Verdict.CALLED || verdict == Verdict.VIRTUAL;
  }

  /// {@return whether it was not inlined because the profile has no execution of it}
  public boolean isUnreached() {
    return isCall() && (reason.equals("call site not reached") || reason.equals("never executed"));
  }

  /// {@return whether it was not inlined because it is cold in the profile}
  public boolean isCold() {
    return isUnreached()
        || (isCall()
            && (reason.equals("too cold to inline")
                || reason.equals("low call site frequency")
                || reason.equals("executed < MinInliningThreshold times")));
  }
}

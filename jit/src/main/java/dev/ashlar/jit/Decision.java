package dev.ashlar.jit;

import org.jspecify.annotations.Nullable;

/// What was decided for one target of a call site.
///
/// @param target the method that would run
/// @param reason HotSpot's own words, or the intrinsic's name; empty if it gave none
/// @param body what became of the calls in the target; null unless it was inlined and the log has
///   it
public record Decision(Method target, Verdict verdict, String reason, @Nullable CallTree body) {
  /// {@return whether a call remains}
  public boolean isCall() {
    return verdict == Verdict.CALLED || verdict == Verdict.VIRTUAL;
  }

  /// {@return whether HotSpot left the call alone because it had never been made}
  public boolean isUnreached() {
    return isCall() && (reason.equals("call site not reached") || reason.equals("never executed"));
  }

  /// {@return whether HotSpot left the call alone because it had hardly ever been made}
  public boolean isRare() {
    return isUnreached()
        || (isCall()
            && (reason.equals("too cold to inline")
                || reason.equals("low call site frequency")
                || reason.equals("executed < MinInliningThreshold times")));
  }
}

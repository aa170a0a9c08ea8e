// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import org.jspecify.annotations.Nullable;

/// The decision about one target of a call site.
///
/// @param target the method that runs
/// @param reason HotSpot's text, or the name of the intrinsic; empty if there is none
/// @param body the call tree of the target; null unless it is inlined
public record Decision(Method target, Verdict verdict, String reason, @Nullable CallTree body) {
  /// {@return whether the compiled code has a call}
  public boolean isCall() {
    return verdict == Verdict.CALLED || verdict == Verdict.VIRTUAL;
  }

  /// {@return the reason why the target was not inlined}
  public InliningFailureReason failureReason() {
    return InliningFailureReason.of(reason);
  }

  /// {@return whether the target was not inlined because, by the profile, it never ran}
  public boolean isUnreached() {
    return isCall() && failureReason() == InliningFailureReason.UNREACHED;
  }

  /// {@return whether the target was not inlined because it is cold in the profile}
  public boolean isCold() {
    return isUnreached() || (isCall() && failureReason() == InliningFailureReason.COLD);
  }
}

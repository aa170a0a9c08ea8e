// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.List;

/// A call site in compiled code, with its profile.
///
/// @param bci bytecode index of the call
/// @param callee the method that the instruction names
/// @param count calls in the profile at the time of compilation; -1 without a profile, as in C1
/// @param share the part of `count` for this node of the tree, between 0 and 1. A method that is
///   inlined several times has one profile
/// @param virtual whether the target depends on the receiver type
/// @param receivers the receiver types in the profile; HotSpot records two at most
/// @param decisions one for each target; a bimorphic call has two
public record CallSite(
    int bci,
    Method callee,
    long count,
    double share,
    boolean virtual,
    List<Receiver> receivers,
    List<Decision> decisions) {

  /// {@return calls at this node of the tree; -1 if there is no profile}
  public double frequency() {
    return count < 0 ? -1 : count * share;
  }

  /// {@return calls on receiver types that HotSpot counts without recording their names}
  public long otherReceiverCount() {
    long named = receivers.stream().mapToLong(Receiver::count).sum();
    return receivers.isEmpty() ? 0 : Math.max(0, count - named);
  }

  /// {@return the share of the calls that `decision` is about, between 0 and 1}
  ///
  /// C2 decides about the receiver types in their order. A virtual call serves the remaining types.
  ///
  /// @param decision one of [#decisions]
  public double shareOf(Decision decision) {
    if (decisions.size() == 1 || count <= 0) {
      return 1.0 / decisions.size();
    }
    if (decision.verdict() == Verdict.VIRTUAL) {
      return (double) otherReceiverCount() / count;
    }
    List<Decision> targets =
        decisions.stream().filter(d -> d.verdict() != Verdict.VIRTUAL).toList();
    if (targets.size() > receivers.size()) {
      return 1.0 / decisions.size();
    }
    double share = 0;
    int same = 0;
    for (int i = 0; i < targets.size(); i++) {
      // Two receiver types may have the same method.
      if (targets.get(i).equals(decision)) {
        share += (double) receivers.get(i).count() / count;
        same++;
      }
    }
    return Math.min(1, share) / Math.max(1, same);
  }

  /// {@return whether all targets are inlined or intrinsics}
  public boolean isInlined() {
    return !decisions.isEmpty()
        && decisions.stream()
            .allMatch(d -> d.verdict() == Verdict.INLINED || d.verdict() == Verdict.INTRINSIC);
  }
}

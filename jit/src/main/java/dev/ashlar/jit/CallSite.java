package dev.ashlar.jit;

import java.util.List;

/// A call in the bytecode of a method, as the compiler saw it.
///
/// @param bci index of the call's instruction in the bytecode
/// @param callee the method that the instruction names
/// @param count how often the call was counted before it was compiled; -1 where nothing was
///   counted, as in C1
/// @param share the part of `count` that falls to this place in the tree, between 0 and 1: the
///   method may be inlined in several places and is counted once
/// @param virtual whether the receiver's class decides what runs
/// @param receivers the classes seen, at most two: HotSpot keeps no more
/// @param decisions one for each target; two where two receivers' methods were inlined
public record CallSite(
    int bci,
    Method callee,
    long count,
    double share,
    boolean virtual,
    List<Receiver> receivers,
    List<Decision> decisions) {

  /// {@return how often the call was made from this place in the tree; -1 where nothing was
  /// counted}
  public double frequency() {
    return count < 0 ? -1 : count * share;
  }

  /// {@return how many calls went to classes that HotSpot counted without keeping their names}
  public long unnamedCount() {
    long named = receivers.stream().mapToLong(Receiver::count).sum();
    return receivers.isEmpty() ? 0 : Math.max(0, count - named);
  }

  /// {@return the part of the calls that one of [#decisions] is about, between 0 and 1}
  ///
  /// C2 decides about the receivers in their order; a virtual call beside them is left to the
  /// classes that it has not counted by name.
  double shareOf(Decision decision) {
    if (decisions.size() == 1 || count <= 0) {
      return 1.0 / decisions.size();
    }
    if (decision.verdict() == Verdict.VIRTUAL) {
      return (double) unnamedCount() / count;
    }
    List<Decision> targets =
        decisions.stream().filter(d -> d.verdict() != Verdict.VIRTUAL).toList();
    if (targets.size() > receivers.size()) {
      return 1.0 / decisions.size();
    }
    double share = 0;
    int same = 0;
    for (int i = 0; i < targets.size(); i++) {
      // Two receivers may have one method.
      if (targets.get(i).equals(decision)) {
        share += (double) receivers.get(i).count() / count;
        same++;
      }
    }
    return Math.min(1, share) / Math.max(1, same);
  }

  /// {@return whether code of the callee, or instructions for it, stand in the caller}
  public boolean isInlined() {
    return !decisions.isEmpty()
        && decisions.stream()
            .allMatch(d -> d.verdict() == Verdict.INLINED || d.verdict() == Verdict.INTRINSIC);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Receiver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A decision of HotSpot that costs time, or is worth knowing, with advice.
///
/// @param path the inlining path: from the compiled method to the method with the call, the trap or
///   the failure
/// @param changeable the innermost method of `path` that does not belong to the JDK; empty if there
///   is none
/// @param bci bytecode index; -1 if the finding is about the whole method
/// @param line the source line; empty if unknown
/// @param callee the target of the call; empty if the finding is not about a call
/// @param said HotSpot's text
/// @param meaning the explanation
/// @param advice the remedy
/// @param numbers its sizes, counts and limits, as `424 bytes, limit FreqInlineSize=325`
/// @param receivers the receiver types in the profile of a virtual call; HotSpot records two at
///   most
/// @param otherReceiverCount calls on other receiver types
/// @param heat the rank: calls or traps in the log, weighted by the cost of one. Heat is not a
///   time: HotSpot stops counting a call when it compiles the call
/// @param sampled the CPU samples that belong to the finding
public record Finding(
    Kind kind,
    List<Method> path,
    Optional<Method> changeable,
    int bci,
    OptionalInt line,
    Optional<Method> callee,
    String said,
    String meaning,
    Advice advice,
    List<Metric> numbers,
    List<Receiver> receivers,
    long otherReceiverCount,
    Certainty certainty,
    double heat,
    SampleCounts sampled) {

  /// The kinds of findings.
  public enum Kind {
    VIRTUAL_CALL("virtual call", true),
    HOT_METHOD_TOO_BIG("hot method too big", true),
    TOO_BIG("callee too big", true),
    HUGE_METHOD("huge method", true),
    ALREADY_COMPILED("callee's compiled code too big", true),
    TOO_DEEP("inlining too deep", true),
    RECURSIVE("recursive inlining", true),
    INLINING_BUDGET("inlining budget exhausted", true),
    NOT_LOADED("class not loaded", true),
    INTRINSIC_MISSED("intrinsic missed", true),
    DEOPTIMIZATION("repeated deoptimization", true),
    DEOPTIMIZATION_LOOP("deoptimization loop", true),
    COMPILATION_FAILED("compilation failed", true),
    METHOD_HANDLE("non-constant method handle", true),
    REFUSED("not inlined", true),
    STALE_PROFILE("cold in the profile, hot in CPU samples", true),
    COLD_CALL("cold call", false),
    FORBIDDEN("inlining disabled", false),
    NATIVE_CALL("native call", false),
    INTRINSIC_USED("intrinsic used", false);

    private final String title;
    private final boolean problem;

    Kind(String title, boolean problem) {
      this.title = title;
      this.problem = problem;
    }

    /// {@return the kind as text}
    public String title() {
      return title;
    }

    /// {@return whether it is a problem, which costs time; otherwise it is a note}
    public boolean isProblem() {
      return problem;
    }
  }

  /// The evidence for a finding.
  public enum Certainty {
    /// The log states it.
    CERTAIN("stated by the log"),
    /// Inferred from several elements of the log.
    INFERRED("inferred from several elements of the log"),
    /// True at the time of compilation. The log does not show what ran later.
    WHEN_COMPILED("true when it was compiled");

    private final String words;

    Certainty(String words) {
      this.words = words;
    }

    /// {@return the constant as text}
    public String words() {
      return words;
    }
  }

  /// {@return the number of CPU samples that belong to it; 0 without a recording}
  public long samples() {
    return sampled.count();
  }

  Finding withNumber(Metric number) {
    List<Metric> more = new ArrayList<>(numbers);
    more.add(number);
    return with(List.copyOf(more), sampled);
  }

  /// {@return this finding with the positions of `others`} Heat and samples stay those of this
  /// finding.
  ///
  /// @param others findings of the same kind about the same callee
  public Finding withSites(List<Finding> others) {
    if (others.isEmpty()) {
      return this;
    }
    List<Metric> more = new ArrayList<>(numbers);
    more.add(Metric.otherSites(others.stream().map(Finding::where).toList()));
    return with(List.copyOf(more), sampled);
  }

  Finding withSamples(SampleCounts other) {
    Finding finding = with(numbers, other);
    if (other.count() > 0) {
      finding = finding.withNumber(Metric.samples(other));
    }
    return other.ranking() < other.count()
        ? finding.withNumber(Metric.samplesInCallee(other.inCallee()))
        : finding;
  }

  private Finding with(List<Metric> otherNumbers, SampleCounts otherSampled) {
    return new Finding(
        kind,
        path,
        changeable,
        bci,
        line,
        callee,
        said,
        meaning,
        advice,
        otherNumbers,
        receivers,
        otherReceiverCount,
        certainty,
        heat,
        otherSampled);
  }

  /// {@return the innermost method of the path}
  public Method method() {
    return path.get(path.size() - 1);
  }

  /// {@return the compiled method}
  public Method root() {
    return path.get(0);
  }

  /// {@return class, method, and line and bytecode index if known, as `a.B::c line 17 @ 5`}
  public String where() {
    return method().fullName()
        + (line.isPresent() ? " line " + line.getAsInt() : "")
        + (bci < 0 ? "" : " @ " + bci);
  }

  /// {@return the finding as sentences: first the kind and the position, last the advice}
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    sentences.add(kind.title() + ": " + where());
    if (!root().equals(method())) {
      String through =
          changeable
              .filter(own -> !own.equals(root()) && !own.equals(method()))
              .map(own -> ", through " + own.fullName())
              .orElse("");
      sentences.add("inlined in " + root().fullName() + through);
    }
    sentences.add(meaning + " (" + Metric.joined(numbers, ", ") + ").");
    if (!receivers.isEmpty()) {
      sentences.add("receivers: " + Receiver.shares(receivers, otherReceiverCount));
    }
    sentences.add("HotSpot: \"" + said + "\"; " + certainty.words() + ".");
    sentences.add("Do: " + advice.text() + ".");
    return sentences;
  }
}

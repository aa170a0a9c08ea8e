package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Something HotSpot did that costs time or is worth knowing, with advice.
///
/// @param path where it is: from the compiled method down to the one whose bytecode has the call,
///   the trap or the failure, each inlined in the one before
/// @param changeable the innermost method of `path` that is not the JDK's own; empty if there is
///   none, and so nothing in `path` that the program's author could change
/// @param bci index of the instruction; -1 if it is about the whole method
/// @param line in the source, if the class could be found
/// @param callee what is called there
/// @param said HotSpot's own words
/// @param meaning what it means
/// @param advice what to do
/// @param numbers its sizes, counts and limits, as `424 bytes, limit FreqInlineSize=325`
/// @param receivers the receiver types in the profile of a virtual call; HotSpot keeps two at most
/// @param otherReceiverCount calls on other receiver types
/// @param heat the rank: calls or traps that the log counts, weighted by the cost of one. It is not
///   a time, since the count of a call ends with its compilation
/// @param sampled the CPU samples of a recording that belong to it
public record Finding(
    Kind kind,
    List<Method> path,
    Optional<Method> changeable,
    int bci,
    OptionalInt line,
    Optional<Method> callee,
    String said,
    String meaning,
    String advice,
    List<Metric> numbers,
    List<Receiver> receivers,
    long otherReceiverCount,
    Certainty certainty,
    double heat,
    SampleCounts sampled) {

  /// What there is to find.
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

    /// {@return the kind in words}
    public String title() {
      return title;
    }

    /// {@return whether it costs time; otherwise it is a note}
    public boolean isProblem() {
      return problem;
    }
  }

  /// How sure a finding is.
  public enum Certainty {
    /// The log states it.
    CERTAIN("stated by the log"),
    /// Inferred from several elements of the log.
    INFERRED("inferred from several elements of the log"),
    /// True when the code was compiled. The log does not show what ran later.
    WHEN_COMPILED("true when it was compiled");

    private final String words;

    Certainty(String words) {
      this.words = words;
    }

    /// {@return the same as a sentence has it}
    public String words() {
      return words;
    }
  }

  /// {@return how many CPU samples fall to it; 0 without a recording}
  public long samples() {
    return sampled.count();
  }

  Finding withNumber(Metric number) {
    List<Metric> more = new ArrayList<>(numbers);
    more.add(number);
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

  /// {@return the method whose bytecode has it}
  public Method method() {
    return path.get(path.size() - 1);
  }

  /// {@return the compiled method that it is part of}
  public Method root() {
    return path.get(0);
  }

  /// {@return class, method, line and bytecode index, as `a.B::c line 17 @ 5`; of the last two what
  /// is known}
  public String where() {
    return method().qualifiedName()
        + (line.isPresent() ? " line " + line.getAsInt() : "")
        + (bci < 0 ? "" : " @ " + bci);
  }

  /// {@return the finding as sentences for people: what and where first, what to do last}
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    sentences.add(kind.title() + ": " + where());
    if (!root().equals(method())) {
      String through =
          changeable
              .filter(own -> !own.equals(root()) && !own.equals(method()))
              .map(own -> ", through " + own.qualifiedName())
              .orElse("");
      sentences.add("inlined in " + root().qualifiedName() + through);
    }
    sentences.add(meaning + " (" + Metric.joined(numbers, ", ") + ").");
    if (!receivers.isEmpty()) {
      sentences.add("receivers: " + Receiver.shares(receivers, otherReceiverCount));
    }
    sentences.add("HotSpot: \"" + said + "\"; " + certainty.words() + ".");
    sentences.add("Do: " + advice + ".");
    return sentences;
  }
}

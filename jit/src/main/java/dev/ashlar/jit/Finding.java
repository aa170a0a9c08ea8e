package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Something HotSpot did that is worth knowing, and what can be done about it.
///
/// @param path where it is: from the compiled method down to the one whose bytecode has the call,
///   the trap or the failure, each inlined in the one before
/// @param changeable the innermost method of `path` that is not the JDK's own; empty if there is
///   none, and so nothing in `path` that the program's author could change
/// @param bci index of the instruction; -1 if it is about the whole method
/// @param line in the source, if the class could be found
/// @param callee what is called there
/// @param said HotSpot's own words
/// @param meaning the same in plain words
/// @param advice what to do
/// @param numbers what it was measured by, as `424 bytes, limit FreqInlineSize=325`
/// @param receivers the classes HotSpot counted at a virtual call; it keeps two at most
/// @param unnamedCount calls that went to classes it did not keep
/// @param heat by what the findings are ranked: calls or traps as far as the log counts them,
///   weighed by what one costs. No time: a call's count ends with its compilation
/// @param sampled of a recording's CPU samples those that fall to it
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
    List<Quantity> numbers,
    List<Receiver> receivers,
    long unnamedCount,
    Certainty certainty,
    double heat,
    Sampled sampled) {

  /// What there is to find.
  public enum Kind {
    VIRTUAL_CALL("virtual call", true),
    HOT_METHOD_TOO_BIG("hot method too big", true),
    TOO_BIG("callee too big", true),
    HUGE_METHOD("huge method", true),
    ALREADY_COMPILED("already compiled into much code", true),
    TOO_DEEP("inlining too deep", true),
    RECURSIVE("recursive inlining", true),
    CALLER_TOO_BIG("caller full", true),
    NOT_LOADED("class not known to C2", true),
    INTRINSIC_MISSED("intrinsic missed", true),
    DEOPTIMISATION("deoptimisation storm", true),
    BOUNCING("compiled again and again", true),
    COMPILATION_FAILED("compilation failed", true),
    METHOD_HANDLE("method handle not constant", true),
    REFUSED("not inlined", true),
    HOT_AFTER_ALL("thought to be rare, and hot", true),
    LOW_FREQUENCY("thought to be rare", false),
    FORBIDDEN("inlining forbidden", false),
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
    /// The log says so in as many words.
    CERTAIN("the log says so"),
    /// Put together from several places of the log.
    INFERRED("inferred from several places of the log"),
    /// True of the code when it was compiled; the log does not tell what ran later.
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

  Finding withNumber(Quantity number) {
    List<Quantity> more = new ArrayList<>(numbers);
    more.add(number);
    return with(List.copyOf(more), sampled);
  }

  Finding withSamples(Sampled other) {
    Finding finding = with(numbers, other);
    if (other.count() > 0) {
      finding = finding.withNumber(Quantity.samples(other));
    }
    return other.ranking() < other.count()
        ? finding.withNumber(Quantity.samplesInCallee(other.inCallee()))
        : finding;
  }

  private Finding with(List<Quantity> otherNumbers, Sampled otherSampled) {
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
        unnamedCount,
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
    sentences.add(meaning + " (" + Quantity.joined(numbers, ", ") + ").");
    if (!receivers.isEmpty()) {
      sentences.add("receivers: " + Receiver.shares(receivers, unnamedCount));
    }
    sentences.add("HotSpot: \"" + said + "\"; " + certainty.words() + ".");
    sentences.add("Do: " + advice + ".");
    return sentences;
  }
}

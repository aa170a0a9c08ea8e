package dev.ashlar.report;

import dev.ashlar.jit.Finding;
import dev.ashlar.jit.Finding.Kind;
import dev.ashlar.jit.Method;
import dev.ashlar.jit.Quantity;
import dev.ashlar.jit.Receiver;
import dev.ashlar.report.page.JitView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// Findings as a page shows them.
final class FindingCards {

  /// Of a long way down both ends are shown.
  private static final int MOST_LEVELS = 7;

  private static final String[] RECEIVER_TONES = {"first", "second"};

  private final ToDoubleFunction<Finding> weight;
  private final Map<Method, String> trees;
  private final CallForest forest;

  /// @param weight by what the findings are ranked
  /// @param trees where each method's tree is on the page
  FindingCards(ToDoubleFunction<Finding> weight, Map<Method, String> trees, CallForest forest) {
    this.weight = weight;
    this.trees = trees;
    this.forest = forest;
  }

  /// {@return the first `most` of `findings`}
  List<JitView.Card> of(List<Finding> findings, int most) {
    double hottest = findings.stream().mapToDouble(weight).max().orElse(0);
    List<JitView.Card> cards = new ArrayList<>();
    for (Finding finding : findings.stream().limit(most).toList()) {
      cards.add(card(cards.size() + 1, finding, hottest));
    }
    return cards;
  }

  private JitView.Card card(int number, Finding finding, double hottest) {
    String tree = trees.getOrDefault(finding.root(), "");
    Optional<Method> callee = finding.callee();
    return new JitView.Card(
        number,
        finding.kind().title(),
        tone(finding.kind()),
        Figures.width(weight.applyAsDouble(finding), hottest),
        finding.method().shortName(),
        owner(finding.method()),
        place(finding),
        callee.map(Method::shortName).orElse(""),
        callee.map(FindingCards::owner).orElse(""),
        inside(finding),
        finding
            .changeable()
            .filter(m -> !m.equals(finding.method()))
            .map(Method::shortName)
            .orElse(""),
        finding.meaning(),
        Quantity.joined(finding.numbers(), " · "),
        receivers(finding),
        finding.advice(),
        finding.said(),
        finding.certainty().words(),
        tree,
        tree.isEmpty() ? -1 : forest.index(finding.method()),
        finding.bci());
  }

  /// The methods that are inlined in each other down to the finding's own.
  private static String inside(Finding finding) {
    List<Method> outer = finding.path().subList(0, finding.path().size() - 1);
    if (outer.size() <= MOST_LEVELS) {
      return joined(outer);
    }
    return joined(outer.subList(0, 2))
        + " › … › "
        + joined(outer.subList(outer.size() - MOST_LEVELS + 2, outer.size()));
  }

  private static String joined(List<Method> path) {
    return path.stream().map(Method::shortName).collect(Collectors.joining(" › "));
  }

  /// {@return the package of the method's class, or the class's whole name if it has none}
  static String owner(Method method) {
    String simple = method.shortName().substring(0, method.shortName().indexOf("::"));
    String holder = method.holder();
    int end = holder.length() - simple.length() - 1;
    return end > 0 ? holder.substring(0, end) : "";
  }

  private static String place(Finding finding) {
    if (finding.line().isPresent()) {
      return "line " + finding.line().getAsInt();
    }
    return finding.bci() < 0 ? "" : "@ " + finding.bci();
  }

  private static List<JitView.Part> receivers(Finding finding) {
    List<JitView.Part> parts = new ArrayList<>();
    double all = Receiver.total(finding.receivers(), finding.unnamedCount());
    for (Receiver receiver : finding.receivers()) {
      parts.add(
          part(
              receiver.holder(),
              RECEIVER_TONES[parts.size() % RECEIVER_TONES.length],
              (double) receiver.count(),
              all));
    }
    if (finding.unnamedCount() > 0) {
      parts.add(part(Receiver.OTHERS, "unnamed", (double) finding.unnamedCount(), all));
    }
    return parts;
  }

  static JitView.Part part(String name, String tone, double part, double whole) {
    return new JitView.Part(name, tone, Figures.percent(part, whole), Figures.width(part, whole));
  }

  static String tone(Kind kind) {
    return switch (kind) {
      case VIRTUAL_CALL -> "virtual";
      case INTRINSIC_USED -> "intrinsic";
      case INTRINSIC_MISSED, NATIVE_CALL, METHOD_HANDLE -> "native";
      case DEOPTIMISATION, BOUNCING -> "thrown";
      case HUGE_METHOD, COMPILATION_FAILED -> "never";
      case LOW_FREQUENCY, FORBIDDEN -> "rare";
      default -> "refused";
    };
  }

  /// {@return what has no card, in words}
  static String more(int left, String what) {
    return left <= 0 ? "" : "… and " + Figures.count(left, "cooler " + what) + ", in --json";
  }
}

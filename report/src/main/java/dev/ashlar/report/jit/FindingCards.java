// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.Advice;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.Finding.Kind;
import dev.ashlar.jit.Metric;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.report.page.JitView;
import dev.ashlar.report.text.NumberFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/// Converts findings to the cards of a page.
///
/// @param weight the length of the bar of a finding
/// @param trees the id of each method's tree on the page
/// @param hosts the id of a tree in which each method is inlined
/// @param logged whether the log has any such tree
record FindingCards(
    ToDoubleFunction<Finding> weight,
    Map<Method, String> trees,
    Map<Method, String> hosts,
    Predicate<Method> logged,
    CallForest forest) {
  /// The most levels of a path. Of a longer one, both ends are shown.
  private static final int MOST_LEVELS = 7;

  private static final JitView.Level GAP = new JitView.Level("…", false);

  private static final String[] RECEIVER_TONES = {"first", "second"};

  /// {@return cards for the first `most` elements of `findings`}
  ///
  /// @param list the prefix of the ids of the cards
  /// @param open the number of cards that are unfolded at first
  List<JitView.Card> of(String list, List<Finding> findings, int most, int open) {
    double hottest = findings.stream().mapToDouble(weight).max().orElse(0);
    List<Finding> shown = findings.stream().limit(most).toList();
    CrossReferences repeats = new CrossReferences(shown);
    List<JitView.Card> cards = new ArrayList<>();
    for (Finding finding : shown) {
      int number = cards.size() + 1;
      cards.add(card(list, number, number <= open, finding, hottest, repeats));
    }
    return cards;
  }

  private JitView.Card card(
      String list,
      int number,
      boolean open,
      Finding finding,
      double hottest,
      CrossReferences repeats) {
    Method root = finding.root();
    boolean own = trees.containsKey(root);
    String tree = own ? trees.getOrDefault(root, "") : hosts.getOrDefault(root, "");
    Optional<Method> callee = finding.callee();
    int adviceIn = repeats.firstWithAdvice(finding);
    String advice = adviceIn == number ? finding.advice().text() : finding.advice().summary();
    return new JitView.Card(
        list,
        number,
        open,
        finding.kind().title(),
        tone(finding.kind()),
        NumberFormats.width(weight.applyAsDouble(finding), hottest),
        figure(finding),
        finding.method().shortName(),
        owner(finding.method()),
        place(finding),
        callee.map(Method::shortName).orElse(""),
        callee.map(FindingCards::owner).orElse(""),
        inside(finding),
        finding.meaning(),
        CrossReferences.subject(finding).shortName(),
        repeats.alsoAbout(finding, number),
        Metric.joined(finding.numbers(), " · "),
        receivers(finding),
        finding.advice().equals(Advice.NOTHING) ? "" : advice,
        adviceIn == number ? 0 : adviceIn,
        finding.said(),
        finding.certainty().words(),
        tree,
        own ? "show in its tree" : "show where it is inlined",
        noTree(root, tree),
        tree.isEmpty() ? -1 : forest.index(finding.method()),
        finding.bci());
  }

  private String noTree(Method root, String tree) {
    return !tree.isEmpty() ? "" : logged.test(root) ? "tree left out" : "no tree logged";
  }

  private static String figure(Finding finding) {
    for (Metric number : finding.numbers()) {
      if (number.name().equals("samplesPercent") && finding.sampled().isEnough()) {
        return NumberFormats.fixed(number.value(), 1) + " %";
      }
    }
    for (Metric number : finding.numbers()) {
      if (number.name().equals("times")) {
        return NumberFormats.fixed(number.value(), 0) + " ×";
      }
    }
    return "";
  }

  /// {@return the methods on the inlining path to the finding} The method that the advice may be
  /// about is never omitted.
  private static List<JitView.Level> inside(Finding finding) {
    List<Method> outer = finding.path().subList(0, finding.path().size() - 1);
    int yours =
        finding
            .changeable()
            .filter(m -> !m.equals(finding.method()))
            .map(outer::lastIndexOf)
            .orElse(-1);
    List<JitView.Level> levels = new ArrayList<>();
    for (int i = 0; i < outer.size(); i++) {
      boolean end = i < 2 || i >= outer.size() - MOST_LEVELS + 2;
      if (end || i == yours || outer.size() <= MOST_LEVELS) {
        levels.add(new JitView.Level(outer.get(i).shortName(), i == yours));
      } else if (!levels.getLast().equals(GAP)) {
        levels.add(GAP);
      }
    }
    return levels;
  }

  /// {@return the package of the method's class; the name of the class if it has no package}
  static String owner(Method method) {
    String holder = method.holder();
    String simple = Method.simpleName(holder);
    int end = holder.length() - simple.length() - 1;
    return end > 0 ? holder.substring(0, end) : "";
  }

  private static String place(Finding finding) {
    return finding.where().substring(finding.method().writtenName().length()).strip();
  }

  private static List<JitView.Part> receivers(Finding finding) {
    List<JitView.Part> parts = new ArrayList<>();
    double all = Receiver.total(finding.receivers(), finding.otherReceiverCount());
    for (Receiver receiver : finding.receivers()) {
      parts.add(
          part(
              receiver.holder(),
              RECEIVER_TONES[parts.size() % RECEIVER_TONES.length],
              (double) receiver.count(),
              all));
    }
    if (finding.otherReceiverCount() > 0) {
      parts.add(part(Receiver.OTHERS, "others", (double) finding.otherReceiverCount(), all));
    }
    return parts;
  }

  static JitView.Part part(String name, String tone, double part, double whole) {
    return new JitView.Part(
        name, tone, NumberFormats.percent(part, whole), NumberFormats.width(part, whole));
  }

  static String tone(Kind kind) {
    return switch (kind) {
      case VIRTUAL_CALL -> "virtual";
      case INTRINSIC_USED -> "intrinsic";
      case INTRINSIC_MISSED, NATIVE_CALL, METHOD_HANDLE -> "native";
      case DEOPTIMIZATION, DEOPTIMIZATION_LOOP -> "deopt";
      case HUGE_METHOD, COMPILATION_FAILED -> "never";
      case COLD_CALL, FORBIDDEN -> "cold";
      default -> "refused";
    };
  }
}

package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What has to be true of a log, one sentence a line; for a build that fails when it is not.
///
/// ```
/// # the encoder's hot loop
/// Encoder::encode is compiled by C2
/// Encoder::encode inlines everything
/// Encoder::encode inlines Table::lookup
/// Math::multiplyHigh is an intrinsic in Encoder::encode
/// Encoder::encode has no virtual call
/// no deoptimisation after 5 s
/// no deoptimisation in Encoder::encode after 5 s
/// ```
///
/// A method is named as in [CompilationLog#methodsNamed]; if several have the name, the rule is for
/// each. Calls that C2 took for unreached are no part of any rule: no code stands for them. A rule
/// about a method that C2 did not compile is broken.
public final class Rules {
  private static final String NAME = "(\\S+)";

  private static final Pattern COMPILED = sentence(NAME + " is compiled by C2");
  private static final Pattern INLINES_ALL = sentence(NAME + " inlines everything");
  private static final Pattern INLINES = sentence(NAME + " inlines " + NAME);
  private static final Pattern INTRINSIC = sentence(NAME + " is an intrinsic in " + NAME);
  private static final Pattern NO_VIRTUAL = sentence(NAME + " has no virtual call");
  private static final Pattern NO_TRAP =
      sentence("no deoptimisation(?: in " + NAME + ")? after ([0-9.]+) s");

  /// A rule that does not hold.
  ///
  /// @param lineNumber of the rule, from 1
  /// @param why one sentence
  public record Broken(int lineNumber, String rule, String why) {}

  private interface Check {
    /// Adds why it does not hold, once for each reason.
    void run(CompilationLog log, List<String> reasons);
  }

  private record Rule(int lineNumber, String text, Check check) {}

  private final List<Rule> rules;

  private Rules(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  private static Pattern sentence(String words) {
    return Pattern.compile(words.replace(" ", "\\s+"));
  }

  /// Reads rules. Empty lines, and lines that begin with `#`, are passed over.
  ///
  /// @throws IllegalArgumentException naming the first line that is no rule
  public static Rules parse(List<String> lines) {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        rules.add(new Rule(i + 1, line, check(line, i + 1)));
      }
    }
    return new Rules(rules);
  }

  private static Check check(String line, int lineNumber) {
    Matcher all = INLINES_ALL.matcher(line);
    if (all.matches()) {
      return refusals(all.group(1), "");
    }
    Matcher one = INLINES.matcher(line);
    if (one.matches()) {
      return refusals(one.group(1), one.group(2));
    }
    Matcher compiled = COMPILED.matcher(line);
    if (compiled.matches()) {
      return (log, reasons) -> compiled(log, compiled.group(1), reasons);
    }
    Matcher intrinsic = INTRINSIC.matcher(line);
    if (intrinsic.matches()) {
      return intrinsic(intrinsic.group(2), intrinsic.group(1));
    }
    Matcher virtual = NO_VIRTUAL.matcher(line);
    if (virtual.matches()) {
      return virtualCalls(virtual.group(1));
    }
    Matcher trap = NO_TRAP.matcher(line);
    if (trap.matches()) {
      return traps(trap.group(1), trap.group(2), lineNumber);
    }
    throw new IllegalArgumentException("line " + lineNumber + " is no rule: " + line);
  }

  /// {@return the rules that `log` breaks, in their order}
  public List<Broken> check(CompilationLog log) {
    List<Broken> broken = new ArrayList<>();
    for (Rule rule : rules) {
      List<String> reasons = new ArrayList<>();
      rule.check.run(log, reasons);
      if (!reasons.isEmpty()) {
        broken.add(new Broken(rule.lineNumber, rule.text, String.join("; ", reasons)));
      }
    }
    return List.copyOf(broken);
  }

  /// {@return how many rules there are}
  public int count() {
    return rules.size();
  }

  /// The trees of C2's last words on the methods of that name; why there are none is a reason.
  private static List<CallTree> compiled(CompilationLog log, String name, List<String> reasons) {
    List<Method> methods = log.methodsNamed(name);
    if (methods.isEmpty()) {
      reasons.add("the log has no compilation of " + name);
    }
    List<CallTree> trees = new ArrayList<>();
    for (Method method : methods) {
      List<Task> words =
          log.tasksOf(method).stream()
              .filter(t -> t.isC2() && t.succeeded() && t.tree() != null)
              .toList();
      if (words.isEmpty()) {
        reasons.add(method + " was compiled by C1 only");
      }
      for (Task word : words) {
        CallTree tree = word.tree();
        if (tree != null) {
          trees.add(tree);
        }
      }
    }
    return trees;
  }

  private interface SiteCheck {
    void check(Method caller, CallSite site);
  }

  private static void forEachSite(
      CompilationLog log, String name, List<String> reasons, SiteCheck check) {
    for (CallTree tree : compiled(log, name, reasons)) {
      tree.forEachSite((path, site) -> check.check(path.get(path.size() - 1), site));
    }
  }

  private static void addOnce(List<String> reasons, String reason) {
    if (!reasons.contains(reason)) {
      reasons.add(reason);
    }
  }

  private static Check refusals(String name, String callee) {
    MethodName wanted = MethodName.parse(callee);
    return (log, reasons) -> {
      boolean[] met = {false};
      forEachSite(
          log,
          name,
          reasons,
          (caller, site) -> {
            for (Decision decision : site.decisions()) {
              boolean concerned = callee.isEmpty() || wanted.matches(decision.target());
              met[0] |= concerned;
              if (concerned && remains(decision)) {
                addOnce(
                    reasons,
                    "%s @ %d calls %s: %s%s"
                        .formatted(
                            caller.shortName(),
                            site.bci(),
                            decision.target().shortName(),
                            decision.reason().isEmpty() ? "virtual call" : decision.reason(),
                            numbers(site, decision)));
              }
            }
          });
      if (!callee.isEmpty() && !met[0] && reasons.isEmpty()) {
        reasons.add("nothing in it calls " + callee);
      }
    };
  }

  private static String numbers(CallSite site, Decision decision) {
    List<String> numbers = new ArrayList<>();
    if (decision.target().byteSize() > 0) {
      numbers.add(Limits.bytes(decision.target().byteSize()));
    }
    if (site.frequency() >= 0) {
      numbers.add(Limits.times(site.frequency()));
    }
    return numbers.isEmpty() ? "" : " (" + String.join(", ", numbers) + ")";
  }

  private static String receivers(CallSite site) {
    String shares = Receiver.shares(site.receivers(), site.unnamedCount());
    return shares.isEmpty() ? "" : " (" + shares + ")";
  }

  private static boolean remains(Decision decision) {
    return (decision.verdict() == Verdict.CALLED || decision.verdict() == Verdict.VIRTUAL)
        && !decision.reason().equals("call site not reached")
        && !decision.reason().equals("never executed");
  }

  private static Check intrinsic(String name, String callee) {
    MethodName wanted = MethodName.parse(callee);
    return (log, reasons) -> {
      boolean[] met = {false};
      forEachSite(
          log,
          name,
          reasons,
          (caller, site) -> {
            for (Decision decision : site.decisions()) {
              if (wanted.matches(decision.target())) {
                met[0] = true;
                if (decision.verdict() != Verdict.INTRINSIC) {
                  addOnce(
                      reasons,
                      "%s @ %d has it %s"
                          .formatted(
                              caller.shortName(),
                              site.bci(),
                              decision.verdict() == Verdict.INLINED ? "inlined" : "as a call"));
                }
              }
            }
          });
      if (!met[0] && reasons.isEmpty()) {
        reasons.add("nothing in it calls " + callee);
      }
    };
  }

  private static Check virtualCalls(String name) {
    return (log, reasons) ->
        forEachSite(
            log,
            name,
            reasons,
            (caller, site) -> {
              if (site.decisions().stream().anyMatch(d -> d.verdict() == Verdict.VIRTUAL)) {
                addOnce(
                    reasons,
                    "%s @ %d calls %s%s"
                        .formatted(
                            caller.shortName(),
                            site.bci(),
                            site.callee().shortName(),
                            receivers(site)));
              }
            });
  }

  private static Check traps(@Nullable String name, String seconds, int lineNumber) {
    double after = seconds(seconds, lineNumber);
    MethodName wanted = MethodName.parse(name == null ? "" : name);
    return (log, reasons) -> {
      for (Trap trap : log.traps()) {
        if (trap.lastSeconds() > after
            && (name == null || wanted.matches(trap.method()) || wanted.matches(trap.root()))) {
          reasons.add(
              "%s @ %d: %s, %d times until %.1f s"
                  .formatted(
                      trap.method().shortName(),
                      trap.bci(),
                      trap.reason(),
                      trap.count(),
                      trap.lastSeconds()));
        }
      }
    };
  }

  private static double seconds(String text, int lineNumber) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "line " + lineNumber + " has no number of seconds: " + text, e);
    }
  }
}

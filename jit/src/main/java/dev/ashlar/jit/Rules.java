package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
/// each, and it is for each place where the method is inlined. Calls that C2 took for unreached are
/// no part of any rule: no code stands for them. A rule about a method that C2 did not compile is
/// broken.
public final class Rules {
  private static final String NAME = "(\\S+)";

  /// The sentences there are, as a person would write them down.
  private enum Form {
    // The most special first: what is inlined may be named 'everything'.
    INLINES_ALL("Encoder::encode inlines everything", NAME + " inlines everything"),
    INLINES("Encoder::encode inlines Table::lookup", NAME + " inlines " + NAME),
    COMPILED("Encoder::encode is compiled by C2", NAME + " is compiled by C2"),
    INTRINSIC(
        "Math::multiplyHigh is an intrinsic in Encoder::encode",
        NAME + " is an intrinsic in " + NAME),
    NO_VIRTUAL("Encoder::encode has no virtual call", NAME + " has no virtual call"),
    NO_TRAP(
        "no deoptimisation in Encoder::encode after 5 s",
        "no deoptimi[sz]ation(?: in " + NAME + ")? after ([0-9]+(?:\\.[0-9]+)?) ?s");

    private final String example;
    private final Pattern pattern;

    Form(String example, String words) {
      this.example = example;
      this.pattern = Pattern.compile(words.replace(" ?", "\\s*").replace(" ", "\\s+"));
    }

    /// {@return how many words of the example, names left out, `line` has}
    private long likeness(String line) {
      List<String> words = List.of(line.split("\\s+", -1));
      return Stream.of(example.split(" ", -1))
          .filter(word -> !word.contains("::") && words.contains(word))
          .count();
    }

    /// {@return the example that `line` comes nearest to; all of them if it is like none}
    private static String nearest(String line) {
      Form nearest =
          Collections.max(List.of(values()), Comparator.comparingLong(f -> f.likeness(line)));
      return nearest.likeness(line) > 0
          ? "write it like '" + nearest.example + "'"
          : Stream.of(values())
              .map(f -> "'" + f.example + "'")
              .collect(Collectors.joining(", ", "there are ", ""));
    }
  }

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

  /// Reads rules. Empty lines, and lines that begin with `#`, are passed over.
  ///
  /// @throws IllegalArgumentException naming the first line that is no rule, and what one looks
  ///   like; or if there is none at all, which would hold whatever happens
  public static Rules parse(List<String> lines) {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        rules.add(new Rule(i + 1, line, check(line, i + 1)));
      }
    }
    if (rules.isEmpty()) {
      throw new IllegalArgumentException("there is no rule in it");
    }
    return new Rules(rules);
  }

  private static Check check(String line, int lineNumber) {
    for (Form form : Form.values()) {
      Matcher words = form.pattern.matcher(line);
      if (words.matches()) {
        return switch (form) {
          case INLINES_ALL -> refusals(words.group(1), "");
          case INLINES -> refusals(words.group(1), words.group(2));
          case COMPILED -> (log, reasons) -> compiled(log, words.group(1), reasons);
          case INTRINSIC -> intrinsic(words.group(2), words.group(1));
          case NO_VIRTUAL -> virtualCalls(words.group(1));
          case NO_TRAP -> traps(words.group(1), Double.parseDouble(words.group(2)));
        };
      }
    }
    throw new IllegalArgumentException(
        "line " + lineNumber + " is no rule: " + line + ": " + Form.nearest(line));
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

  /// C2's last words on the methods of that name: compiled for themselves, or inlined in others.
  /// Why there are none is a reason.
  private static List<CallTree> compiled(CompilationLog log, String name, List<String> reasons) {
    MethodName wanted = MethodName.parse(name);
    List<CallTree> trees = new ArrayList<>();
    for (Task word : log.lastC2Words()) {
      CallTree tree = word.tree();
      if (tree != null) {
        if (wanted.matches(tree.method())) {
          trees.add(tree);
        }
        tree.forEachSite((path, site) ->
            site.decisions().stream()
                .map(Decision::body)
                .filter(body -> body != null && wanted.matches(body.method()))
                .forEach(trees::add));
      }
    }
    if (trees.isEmpty()) {
      List<Method> methods = log.methodsNamed(name);
      if (methods.isEmpty()) {
        reasons.add("the log has no compilation of " + name);
      }
      methods.forEach(method -> reasons.add("C2 has no code of " + method));
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

  private static Check traps(@Nullable String name, double after) {
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
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.rules;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Metric;
import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.MethodName;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.jit.compilation.Trap;
import dev.ashlar.jit.compilation.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The checks of the forms of [Rules].
final class RuleChecks {
  /// Adds the reasons why a rule does not hold.
  interface Check {
    void run(CompilationLog log, Doubt doubt, Reasons reasons);
  }

  /// The result of a rule if the log has a gap.
  enum Doubt {
    BREAKS_RULES,
    IS_ALLOWED
  }

  /// The reasons why a rule does not hold, each once.
  static final class Reasons {
    private final SourceLines lines;
    private final CompiledLoops loops;
    private final Set<String> words = new LinkedHashSet<>();
    private final Set<Rules.Place> places = new LinkedHashSet<>();
    private boolean damage;

    Reasons(SourceLines lines, CompiledLoops loops) {
      this.lines = lines;
      this.loops = loops;
    }

    void add(String reason) {
      words.add(reason);
    }

    /// Adds that something could not be read.
    void addDamage(String reason) {
      damage = true;
      add(reason);
    }

    void add(Method method, int bci, Optional<Method> callee, String reason) {
      add(reason);
      places.add(new Rules.Place(method, bci, lines.line(method, bci), callee, reason));
    }

    /// {@return the position as `B::c line 17 @ 5`}
    String where(Method method, int bci) {
      return method.shortName() + " " + lines.position(method, bci);
    }

    boolean isEmpty() {
      return words.isEmpty();
    }

    boolean haveDamage() {
      return damage;
    }

    List<String> inWords() {
      return List.copyOf(words);
    }

    List<Rules.Place> places() {
      return List.copyOf(places);
    }
  }

  private interface Judge {
    /// {@return the reason why this call breaks the rule; empty if it does not}
    ///
    /// @param where the position of the call, as `B::c line 17 @ 5`
    String objection(Supplier<String> where, CallSite site, Decision decision);
  }

  private RuleChecks() {}

  static Check compiled(String name) {
    return (log, doubt, reasons) -> code(log, name, reasons);
  }

  static Check inlinesAll(String name) {
    return (log, doubt, reasons) ->
        judge(code(log, name, reasons), target -> true, RuleChecks::remaining, doubt, reasons);
  }

  static Check inlines(String name, String callee) {
    return callsOf(name, callee, RuleChecks::remaining);
  }

  static Check intrinsic(String name, String callee) {
    return callsOf(
        name,
        callee,
        (where, site, decision) ->
            decision.verdict() == Verdict.INTRINSIC
                ? ""
                : "%s has it %s"
                    .formatted(
                        where.get(),
                        decision.verdict() == Verdict.INLINED ? "inlined" : "as a call"));
  }

  static Check noVirtualCall(String name) {
    return (log, doubt, reasons) ->
        judge(code(log, name, reasons), target -> true, RuleChecks::virtualCall, doubt, reasons);
  }

  static Check noTrap(@Nullable String name, double afterSeconds) {
    MethodName wanted = name == null ? null : MethodName.parse(name);
    return (log, doubt, reasons) -> {
      log.whyNothing().ifPresent(reasons::add);
      log.endSeconds()
          .ifPresentOrElse(
              end -> {
                if (end <= afterSeconds) {
                  reasons.add(String.format(Locale.ROOT, "the JVM ended after %.1f s", end));
                }
              },
              () -> {
                if (doubt == Doubt.BREAKS_RULES) {
                  reasons.addDamage("the log does not say when the JVM ended");
                }
              });
      for (Trap trap : log.traps()) {
        // A trap whose time is unknown breaks the rule.
        if (!(trap.lastSeconds() <= afterSeconds)
            && (wanted == null || trap.path().stream().anyMatch(wanted::matches))) {
          reasons.add(
              trap.method(),
              trap.bci(),
              Optional.empty(),
              "%s: %s, %s until %.1f s"
                  .formatted(
                      reasons.where(trap.method(), trap.bci()),
                      trap.reason(),
                      Metric.times((double) trap.count()).text(),
                      trap.lastSeconds()));
        }
      }
    };
  }

  static Check loop(String name, OptionalInt line, LoopRequirement requirement) {
    return (log, doubt, reasons) -> {
      reasons.loops.objections(name, line, requirement).forEach(reasons::add);
      List<ParseProblem> problems = reasons.loops.parseProblems();
      if (doubt == Doubt.BREAKS_RULES && !problems.isEmpty()) {
        reasons.addDamage(
            problems.stream()
                .map(ParseProblem::words)
                .collect(Collectors.joining("; ", "not all machine code could be read (", ")")));
      }
    };
  }

  private static Check callsOf(String name, String callee, Judge judge) {
    MethodName wanted = MethodName.parse(callee);
    return (log, doubt, reasons) -> {
      boolean found = judge(code(log, name, reasons), wanted::matches, judge, doubt, reasons);
      if (!found && reasons.isEmpty()) {
        reasons.add("nothing in it calls " + callee);
      }
    };
  }

  /// {@return C2's current code of the methods of that name} If there is none, adds why.
  private static List<CallTree> code(CompilationLog log, String name, Reasons reasons) {
    List<CallTree> trees = log.codeOf(name);
    if (trees.isEmpty()) {
      List<Method> methods = log.methodsNamed(name);
      if (methods.isEmpty()) {
        reasons.add("the log has no compilation of " + name);
      }
      methods.forEach(method -> reasons.add("C2 has no code of " + method.qualifiedName()));
    }
    return trees;
  }

  private static boolean judge(
      List<CallTree> trees, Predicate<Method> targets, Judge judge, Doubt doubt, Reasons reasons) {
    boolean[] found = {false};
    for (CallTree tree : trees) {
      tree.forEachDecision((path, site, decision) -> {
        if (targets.test(decision.target())) {
          found[0] = true;
          Method caller = path.get(path.size() - 1);
          Supplier<String> where = () -> reasons.where(caller, site.bci());
          String objection =
              decision.verdict() == Verdict.UNKNOWN && doubt == Doubt.BREAKS_RULES
                  ? undecided(where, decision)
                  : judge.objection(where, site, decision);
          if (!objection.isEmpty()) {
            reasons.add(caller, site.bci(), Optional.of(decision.target()), objection);
          }
        }
      });
    }
    return found[0];
  }

  private static String undecided(Supplier<String> where, Decision decision) {
    return "the log does not say what became of the call of %s in %s"
        .formatted(decision.target().shortName(), where.get());
  }

  private static String remaining(Supplier<String> where, CallSite site, Decision decision) {
    if (!decision.isCall() || decision.isUnreached()) {
      return "";
    }
    List<Metric> numbers = new ArrayList<>();
    if (decision.target().byteSize() > 0) {
      numbers.add(Metric.bytecode(decision.target().byteSize()));
    }
    if (site.frequency() >= 0) {
      numbers.add(Metric.times(site.frequency()));
    }
    return "%s calls %s: %s%s"
        .formatted(
            where.get(),
            decision.target().shortName(),
            decision.reason().isEmpty() ? decision.verdict().words() : decision.reason(),
            inParentheses(Metric.joined(numbers, ", ")));
  }

  private static String virtualCall(Supplier<String> where, CallSite site, Decision decision) {
    return decision.verdict() != Verdict.VIRTUAL || decision.isUnreached()
        ? ""
        : "%s calls %s%s"
            .formatted(
                where.get(),
                site.callee().shortName(),
                inParentheses(Receiver.shares(site.receivers(), site.otherReceiverCount())));
  }

  private static String inParentheses(String text) {
    return text.isEmpty() ? "" : " (" + text + ")";
  }
}

package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the sentences of [Rules] ask of a log.
final class RuleChecks {
  /// Adds why a rule does not hold.
  interface Check {
    void run(CompilationLog log, Doubt doubt, SourceLines lines, Set<String> reasons);
  }

  /// What a rule makes of what is not known.
  enum Doubt {
    BREAKS_RULES,
    IS_ALLOWED
  }

  private interface Judge {
    /// {@return why this call breaks the rule; empty if it does not}
    ///
    /// @param where the call, as `B::c line 17 @ 5`
    String objection(Supplier<String> where, CallSite site, Decision decision);
  }

  private RuleChecks() {}

  static Check compiled(String name) {
    return (log, doubt, lines, reasons) -> code(log, name, reasons);
  }

  static Check inlinesAll(String name) {
    return (log, doubt, lines, reasons) ->
        judge(
            code(log, name, reasons), target -> true, RuleChecks::remaining, doubt, lines, reasons);
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
    return (log, doubt, lines, reasons) ->
        judge(
            code(log, name, reasons), target -> true, RuleChecks::lookedUp, doubt, lines, reasons);
  }

  /// @param name of the method; null for all
  static Check noTrap(@Nullable String name, double afterSeconds) {
    MethodName wanted = name == null ? null : MethodName.parse(name);
    return (log, doubt, lines, reasons) -> {
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
                  reasons.add("the log does not say when the JVM ended");
                }
              });
      for (Trap trap : log.traps()) {
        // Of a trap whose time is not known nothing can be said.
        if (!(trap.lastSeconds() <= afterSeconds)
            && (wanted == null || trap.path().stream().anyMatch(wanted::matches))) {
          reasons.add(
              "%s %s: %s, %s until %.1f s"
                  .formatted(
                      trap.method().shortName(),
                      lines.position(trap.method(), trap.bci()),
                      trap.reason(),
                      Quantity.times((double) trap.count()).text(),
                      trap.lastSeconds()));
        }
      }
    };
  }

  private static Check callsOf(String name, String callee, Judge judge) {
    MethodName wanted = MethodName.parse(callee);
    return (log, doubt, lines, reasons) -> {
      boolean met = judge(code(log, name, reasons), wanted::matches, judge, doubt, lines, reasons);
      if (!met && reasons.isEmpty()) {
        reasons.add("nothing in it calls " + callee);
      }
    };
  }

  /// {@return C2's last words on the methods of that name}; why there are none is a reason.
  private static List<CallTree> code(CompilationLog log, String name, Set<String> reasons) {
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

  /// {@return whether there is any call of a target that is concerned}
  private static boolean judge(
      List<CallTree> trees,
      Predicate<Method> concerned,
      Judge judge,
      Doubt doubt,
      SourceLines lines,
      Set<String> reasons) {
    boolean[] met = {false};
    for (CallTree tree : trees) {
      tree.forEachDecision((path, site, decision) -> {
        if (concerned.test(decision.target())) {
          met[0] = true;
          Method caller = path.get(path.size() - 1);
          Supplier<String> where =
              () -> caller.shortName() + " " + lines.position(caller, site.bci());
          String objection =
              decision.verdict() == Verdict.UNKNOWN && doubt == Doubt.BREAKS_RULES
                  ? undecided(where, decision)
                  : judge.objection(where, site, decision);
          if (!objection.isEmpty()) {
            reasons.add(objection);
          }
        }
      });
    }
    return met[0];
  }

  private static String undecided(Supplier<String> where, Decision decision) {
    return "the log does not say what became of the call of %s in %s"
        .formatted(decision.target().shortName(), where.get());
  }

  private static String remaining(Supplier<String> where, CallSite site, Decision decision) {
    if (!decision.isCall() || decision.isUnreached()) {
      return "";
    }
    List<Quantity> numbers = new ArrayList<>();
    if (decision.target().byteSize() > 0) {
      numbers.add(Quantity.bytecode(decision.target().byteSize()));
    }
    if (site.frequency() >= 0) {
      numbers.add(Quantity.times(site.frequency()));
    }
    return "%s calls %s: %s%s"
        .formatted(
            where.get(),
            decision.target().shortName(),
            decision.reason().isEmpty() ? decision.verdict().words() : decision.reason(),
            inParentheses(Quantity.joined(numbers, ", ")));
  }

  private static String lookedUp(Supplier<String> where, CallSite site, Decision decision) {
    return decision.verdict() != Verdict.VIRTUAL || decision.isUnreached()
        ? ""
        : "%s calls %s%s"
            .formatted(
                where.get(),
                site.callee().shortName(),
                inParentheses(Receiver.shares(site.receivers(), site.unnamedCount())));
  }

  private static String inParentheses(String text) {
    return text.isEmpty() ? "" : " (" + text + ")";
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.junit.JitAssertionError.Reason;
import dev.ashlar.jit.rules.Rules;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Assertions about a method in a run, and about each method that inlines it. Each assertion
/// implies [#isCompiledByC2], because the log proves nothing about other methods.
///
/// An assertion that does not hold throws [JitAssertionError].
///
/// Calls that never ran are not checked, because C2 compiles an uncommon trap for them.
public final class MethodAssert {
  private static final int MOST_FINDINGS = 5;
  private static final int MOST_NAMES = 5;

  private final JitRun run;
  private final String name;

  MethodAssert(JitRun run, String name) {
    this.run = run;
    this.name = name;
  }

  /// Asserts that C2 compiled the method, by itself or inlined in others.
  public MethodAssert isCompiledByC2() {
    CompilationLog log = run.log();
    List<Rules.Broken> broken = run.broken(name + " is compiled by C2");
    if (broken.isEmpty()) {
      return this;
    }
    if (!log.codeOf(name).isEmpty()) {
      // The log is damaged.
      throw run.failure(Reason.RULE_BROKEN, broken.get(0).rule() + ": " + broken.get(0).why());
    }
    List<Method> methods = log.methodsNamed(name);
    if (methods.isEmpty()) {
      throw run.failure(Reason.NOT_COMPILED, name + " was never compiled: " + whyNever());
    }
    Method method = methods.get(0);
    throw run.failure(
        Reason.ONLY_BY_C1,
        method + " was not compiled by C2: " + whyC1(log.compilationsOf(method)));
  }

  /// Asserts that all calls in the method and in its inlined methods are inlined, or are
  /// intrinsics.
  public MethodAssert inlinesAllCalls() {
    return holds(name + " inlines everything");
  }

  /// Asserts that this method's call tree has a call of `callee`, and that all such calls are
  /// inlined, or are intrinsics.
  ///
  /// @param callee named as in [JitRun#assertThat(String)]
  public MethodAssert inlines(String callee) {
    return holds(name + " inlines " + callee);
  }

  /// Asserts that this method's call tree has a call of `callee`, and that all such calls are
  /// intrinsics.
  ///
  /// @param callee named as in [JitRun#assertThat(String)]
  public MethodAssert hasIntrinsic(String callee) {
    return holds(callee + " is an intrinsic in " + name);
  }

  /// Asserts that neither the method nor its inlined methods have a virtual call.
  public MethodAssert hasNoVirtualCall() {
    return holds(name + " has no virtual call");
  }

  /// Asserts that the method's code hits no uncommon trap after `start`.
  ///
  /// @param start the time since the start of the JVM
  public MethodAssert hasNoDeoptimizationAfter(Duration start) {
    return holds(
        String.format(
            Locale.ROOT, "no deoptimization in %s after %.3f s", name, start.toMillis() / 1000.0));
  }

  /// Returns assertions about the loops of the method, in its machine code. The forked JVM must
  /// print this code, see [ForkedJvm#printing].
  public LoopAssert loops() {
    return new LoopAssert(this, "loop at " + name);
  }

  /// Returns assertions about the loop at a source line, as [#loops] does.
  public LoopAssert loopAt(int line) {
    return new LoopAssert(this, "loop at " + name + " line " + line);
  }

  MethodAssert holds(String rule) {
    isCompiledByC2();
    List<Rules.Broken> broken = run.broken(rule);
    if (!broken.isEmpty()) {
      StringBuilder message = new StringBuilder("broken: " + rule + "\n");
      broken.forEach(
          b -> b.reasons().forEach(why -> message.append("  ").append(why).append('\n')));
      appendFindings(message);
      throw run.failure(Reason.RULE_BROKEN, message.toString());
    }
    return this;
  }

  /// Adds what the log has beyond the rule.
  private void appendFindings(StringBuilder message) {
    List<Method> methods = run.log().methodsNamed(name);
    List<Finding> findings =
        run.log().withSourceLines().findings().stream()
            .filter(f -> f.kind().isProblem())
            .filter(f -> methods.contains(f.root()) || methods.contains(f.method()))
            .limit(MOST_FINDINGS)
            .toList();
    for (Finding finding : findings) {
      message.append('\n');
      finding.sentences().forEach(s -> message.append("  ").append(s).append('\n'));
    }
  }

  private String whyNever() {
    if (run.log().compilations().isEmpty()) {
      return run.log().whyNothing().orElseThrow();
    }
    if (!run.log().parseProblems().isEmpty()) {
      return "not all of the log could be read (%s)"
          .formatted(
              run.log().parseProblems().stream()
                  .map(ParseProblem::words)
                  .collect(Collectors.joining("; ")));
    }
    String simple = name.replaceFirst("\\(.*", "").replaceFirst(".*[.:#]", "");
    Set<String> others = new TreeSet<>();
    run.log().compilations().stream()
        .map(Compilation::method)
        .filter(method -> method.name().equals(simple))
        .forEach(method -> others.add(method.qualifiedName()));
    return others.isEmpty()
        ? "it was not called often enough, or there is no such method; HotSpot compiles what is"
            + " called or goes round some thousand times"
        : "there is only " + first(others);
  }

  private static String first(Set<String> names) {
    String listed = String.join(", ", names.stream().limit(MOST_NAMES).toList());
    return names.size() <= MOST_NAMES
        ? listed
        : listed + " and " + (names.size() - MOST_NAMES) + " more";
  }

  private String whyC1(List<Compilation> compilations) {
    if (run.log().whyNothing().isPresent()) {
      return "C2 compiled nothing at all; does a flag, as -XX:TieredStopAtLevel, switch it off?";
    }
    for (Compilation compilation : compilations) {
      if (compilation.isC2() && !compilation.failure().isEmpty()) {
        return "it tried, and failed: " + compilation.failure();
      }
    }
    Compilation last = compilations.get(compilations.size() - 1);
    return String.format(
        Locale.ROOT,
        "C1 compiled it after %,d calls, C2 did not; it was not called often enough, so repeat the"
            + " workload longer",
        last.invocations());
  }
}

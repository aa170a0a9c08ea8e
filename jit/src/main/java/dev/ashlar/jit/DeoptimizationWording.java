// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Trap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Explains deoptimizations and failed compilations, with advice.
final class DeoptimizationWording {
  /// Checks that C2 hoists out of loops until they fail.
  private static final Set<String> LOOP_CHECKS =
      Set.of(
          "predicate profile_predicate loop_limit_check short_running_long_loop auto_vectorization_check"
              .split(" ", -1));

  private final CompilationLog log;
  private final SourceLocator locator;

  DeoptimizationWording(CompilationLog log, SourceLocator locator) {
    this.log = log;
    this.locator = locator;
  }

  String trapMeaning(Trap trap) {
    String what =
        switch (trap.reason()) {
          case "null_check" -> "a null where the profile had none";
          case "range_check" -> "an index was out of bounds";
          case "class_check",
              "bimorphic",
              "bimorphic_or_optimized_type_check",
              "speculate_class_check" ->
              "an object of a class that the profile does not have";
          case "div0_check" -> "a division by zero";
          case "unstable_if", "unstable_fused_if" -> "a branch that had never been taken before";
          case "unloaded", "uninitialized" -> "a class that was not loaded or initialized";
          case "array_check" -> "an array store of a wrong type";
          case "unreached", "unhandled" -> "code that had never been executed before";
          case "age", "tenured" -> "the code was too old";
          default ->
              LOOP_CHECKS.contains(trap.reason())
                  ? "a check that C2 had hoisted out of a loop failed"
                  : "the assumption " + trap.reason() + " failed";
        };
    return what
        + ": each time execution continued in the interpreter"
        + (trap.action().equals("none") ? ", and HotSpot does not recompile for it any more" : "");
  }

  Advice trapAdvice(Trap trap) {
    return switch (trap.reason()) {
      case "null_check", "range_check", "div0_check", "array_check" ->
          new Advice(
              "check the condition in the code instead of catching the exception",
              log.vm().option("OmitStackTraceInFastThrow").orElse(Boolean.TRUE)
                  ? ""
                  : "; with -XX:-OmitStackTraceInFastThrow each such exception is thrown by the interpreter");
      case "unloaded", "uninitialized" ->
          new Advice(
              "find out why the class cannot be loaded or initialized", ", or load it early");
      default ->
          new Advice(
              "find out which input is different there",
              " (a JFR recording has the stacks), and handle it in separate code");
    };
  }

  String loopMeaning(Method method) {
    return "C2's code of %s was made not entrant repeatedly, because its assumptions failed; until it was recompiled, the method ran in slower code"
        .formatted(method.shortName());
  }

  /// @param traps the most frequent first
  Advice loopAdvice(List<Trap> traps, Method method) {
    List<Trap> own = traps.stream().filter(t -> t.root().equals(method)).toList();
    if (own.isEmpty()) {
      return new Advice(
          "the log does not show the reason", "; a JFR recording of jdk.Deoptimization does");
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    own.forEach(t -> counts.merge(t.reason(), t.count(), Long::sum));
    Optional<Trap> worst =
        own.stream()
            .filter(t -> !LOOP_CHECKS.contains(t.reason()))
            .max(
                Comparator.comparingLong((Trap t) -> counts.getOrDefault(t.reason(), 0L))
                    .thenComparingLong(Trap::count));
    String inCode = "the log has " + countsAsText(counts) + " in its code";
    return worst
        .map(trap ->
            new Advice(
                inCode,
                ", %s for example in %s %s: give each kind of input separate code there"
                    .formatted(
                        trap.reason(),
                        trap.method().shortName(),
                        locator.position(trap.method(), trap.bci()))))
        .orElseGet(() ->
            new Advice(
                "nothing",
                ": %s: checks hoisted out of loops, which HotSpot stops hoisting by itself"
                    .formatted(inCode)));
  }

  /// {@return the reasons with their counts, as `class_check (4 times), null_check (once)`}
  private static String countsAsText(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(e -> e.getKey() + (e.getValue() == 1 ? " (once)" : " (" + e.getValue() + " times)"))
        .collect(Collectors.joining(", "));
  }

  /// {@return whether the failure needs no action: the code is not needed any more, or HotSpot
  /// retries}
  boolean isHarmless(String failure) {
    return failure.equals("stale task")
        || failure.contains("concurrent class loading")
        || failure.contains("retry")
        || failure.contains("invalidated dependencies")
        || failure.contains("dependency")
        || failure.contains("OSR starts with")
        || failure.contains("stack is not empty")
        || failure.contains("cannot be parsed");
  }

  String failureMeaning(Compilation compilation) {
    return "C2 gave up on %s%s: it runs in C1's code or in the interpreter"
        .formatted(compilation.method().shortName(), compilation.isOsr() ? "'s loop" : "");
  }

  Advice failureAdvice(Compilation compilation) {
    return new Advice(
        "split the method",
        compilation.failure().contains("nodes")
            ? ": C2's graph of it, with the inlined methods, has too many nodes"
            : "; if it is small, report it to the vendor of your JDK");
  }

  List<Metric> failureNumbers(Compilation compilation) {
    List<Metric> numbers = new ArrayList<>();
    if (compilation.method().byteSize() > 0) {
      numbers.add(Metric.bytecode(compilation.method().byteSize()));
    }
    if (compilation.failure().contains("nodes")) {
      log.vm().flag("MaxNodeLimit").ifPresent(n -> numbers.add(Metric.limit("MaxNodeLimit", n)));
    }
    if (compilation.invocations() >= 0) {
      numbers.add(Metric.invocationsBefore(compilation.invocations()));
    }
    return List.copyOf(numbers);
  }
}

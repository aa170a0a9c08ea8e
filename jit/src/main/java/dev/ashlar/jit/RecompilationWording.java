package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Why code did not last, or never came to be, in plain words, and what to do about it.
final class RecompilationWording {
  /// Checks that C2 moves out of loops, until it has seen that they fail.
  private static final Set<String> LOOP_CHECKS =
      Set.of(
          "predicate",
          "profile_predicate",
          "loop_limit_check",
          "short_running_long_loop",
          "auto_vectorization_check");

  private final CompilationLog log;
  private final Places places;

  RecompilationWording(CompilationLog log, Places places) {
    this.log = log;
    this.places = places;
  }

  String trapMeaning(Trap trap) {
    String what =
        switch (trap.reason()) {
          case "null_check" -> "a null turned up where there had been none";
          case "range_check" -> "an index was out of bounds";
          case "class_check",
              "bimorphic",
              "bimorphic_or_optimized_type_check",
              "speculate_class_check" ->
              "an object was of another class than those seen before";
          case "div0_check" -> "a division by zero";
          case "unstable_if", "unstable_fused_if" -> "a branch was taken that had never been taken";
          case "unloaded", "uninitialized" ->
              "a class was needed that was not loaded or initialised";
          case "array_check" -> "an array was asked to store what it cannot hold";
          case "unreached", "unhandled" -> "code was reached that had never run";
          case "age", "tenured" -> "the code was thrown away for its age";
          default ->
              LOOP_CHECKS.contains(trap.reason())
                  ? "a check that was moved out of a loop failed"
                  : "an assumption, " + trap.reason() + ", turned out wrong";
        };
    return what
        + ": each time the code was left for the interpreter"
        + (trap.action().equals("none")
            ? ", and HotSpot has given up doing something about it"
            : "");
  }

  String trapAdvice(Trap trap) {
    return switch (trap.reason()) {
      case "null_check", "range_check", "div0_check", "array_check" ->
          log.vm().option("OmitStackTraceInFastThrow").orElse(Boolean.TRUE)
              ? "test for it before, rather than let the exception be thrown"
              : "test for it before, rather than let the exception be thrown; with"
                  + " -XX:-OmitStackTraceInFastThrow each such exception is thrown by the interpreter";
      case "unloaded", "uninitialized" ->
          "find out why the class cannot be loaded or initialised, or load it early";
      default ->
          "find out what input is different there (a JFR recording has the stacks), and give it code of"
              + " its own";
    };
  }

  String bouncingMeaning(Method method) {
    return "C2's code of "
        + method.shortName()
        + " was thrown away again and again, since what it had assumed turned out wrong; until it was"
        + " compiled anew it ran in slower code";
  }

  /// @param traps the most frequent first
  String bouncingAdvice(List<Trap> traps, Method method) {
    List<Trap> own = traps.stream().filter(t -> t.root().equals(method)).toList();
    if (own.isEmpty()) {
      return "the log does not tell why; a JFR recording of jdk.Deoptimization does";
    }
    Map<String, Long> counts = countsByReason(own);
    Optional<Trap> worst =
        own.stream()
            .filter(t -> !LOOP_CHECKS.contains(t.reason()))
            .max(
                Comparator.comparingLong((Trap t) -> counts.getOrDefault(t.reason(), 0L))
                    .thenComparingLong(Trap::count));
    return worst
        .map(trap ->
            "the log has "
                + told(counts)
                + " in its code, "
                + trap.reason()
                + " among others in "
                + trap.method().shortName()
                + places.position(trap.method(), trap.bci())
                + ": keep what comes there alike, or give each kind code of its own")
        .orElseGet(() ->
            "nothing: the log has "
                + told(counts)
                + " in its code, checks that HotSpot moved out of loops, and it stops that by itself");
  }

  private static Map<String, Long> countsByReason(List<Trap> traps) {
    Map<String, Long> counts = new LinkedHashMap<>();
    traps.forEach(t -> counts.merge(t.reason(), t.count(), Long::sum));
    return counts;
  }

  /// {@return the reasons with their counts, as `class_check (4 times), null_check (once)`}
  private static String told(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(e -> e.getKey() + (e.getValue() == 1 ? " (once)" : " (" + e.getValue() + " times)"))
        .collect(Collectors.joining(", "));
  }

  /// Compilations end without code for reasons that are nobody's fault: the code was not needed any
  /// more, or HotSpot tries again.
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

  String failureMeaning(Task task) {
    return "C2 gave up on "
        + task.method().shortName()
        + (task.isOsr() ? "'s loop" : "")
        + ": it stays in C1's code or in the interpreter";
  }

  String failureAdvice(Task task) {
    return task.failure().contains("nodes")
        ? "split the method: C2's graph of it and of what is inlined into it has too many nodes"
        : "split the method, and report it to your JDK's vendor if it is small";
  }

  List<Quantity> failureNumbers(Task task) {
    List<Quantity> numbers = new ArrayList<>();
    if (task.method().byteSize() > 0) {
      numbers.add(Quantity.bytecode(task.method().byteSize()));
    }
    if (task.failure().contains("nodes")) {
      log.vm().flag("MaxNodeLimit").ifPresent(n -> numbers.add(Quantity.limit("MaxNodeLimit", n)));
    }
    numbers.add(Quantity.invocationsBefore(task.invocations()));
    return List.copyOf(numbers);
  }
}

package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Certainty;
import dev.ashlar.jit.Finding.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Findings about code that did not last, or never came to be.
final class Recompilations {
  /// HotSpot gives up an assumption after a few traps; what goes on costs time again and again.
  private static final long STORM = 50;

  private static final int BOUNCES = 3;

  /// A trap's way through the interpreter, and the same after code was thrown away, in calls.
  private static final double TRAP_WEIGHT = 500;

  private static final double DISCARD_WEIGHT = 10_000;
  private static final double INTERPRETED_WEIGHT = 10;

  private final CompilationLog log;
  private final Wording wording;
  private final List<Finding> findings = new ArrayList<>();

  Recompilations(CompilationLog log, Wording wording) {
    this.log = log;
    this.wording = wording;
  }

  List<Finding> findings() {
    log.traps().stream().filter(t -> t.count() >= STORM).forEach(this::storm);
    Map<Method, List<Task>> byMethod = new LinkedHashMap<>();
    for (Task task : log.tasks()) {
      if (task.isC2()) {
        byMethod.computeIfAbsent(task.method(), m -> new ArrayList<>(2)).add(task);
      }
    }
    byMethod.forEach((method, tasks) -> {
      bouncing(method, tasks);
      failed(method, tasks);
    });
    return findings;
  }

  private void storm(Trap trap) {
    findings.add(
        new Finding(
            Kind.DEOPTIMISATION,
            trap.method(),
            trap.bci(),
            OptionalInt.empty(),
            Optional.empty(),
            trap.root(),
            trap.reason() + ", " + trap.action(),
            wording.trapMeaning(trap),
            wording.trapAdvice(trap),
            List.of(
                Limits.times((double) trap.count()),
                String.format(
                    Locale.ROOT,
                    "between %.1f s and %.1f s",
                    trap.firstSeconds(),
                    trap.lastSeconds())),
            List.of(),
            0,
            Certainty.CERTAIN,
            (double) trap.count() * TRAP_WEIGHT));
  }

  private void bouncing(Method method, List<Task> tasks) {
    List<Task> thrownAway =
        tasks.stream().filter(t -> !t.isOsr() && "uncommon trap".equals(t.discarded())).toList();
    if (thrownAway.size() < BOUNCES) {
      return;
    }
    double last = thrownAway.get(thrownAway.size() - 1).startSeconds();
    findings.add(
        new Finding(
            Kind.BOUNCING,
            method,
            -1,
            OptionalInt.empty(),
            Optional.empty(),
            method,
            "made not entrant, uncommon trap",
            wording.bouncingMeaning(method, thrownAway.size()),
            wording.bouncingAdvice(log.traps(), method),
            List.of(
                Limits.times(thrownAway.size()),
                String.format(
                    Locale.ROOT,
                    "between %.1f s and %.1f s",
                    thrownAway.get(0).startSeconds(),
                    last)),
            List.of(),
            0,
            Certainty.INFERRED,
            thrownAway.size() * DISCARD_WEIGHT));
  }

  private void failed(Method method, List<Task> tasks) {
    Task last = null;
    for (Task task : tasks) {
      if (task.succeeded() && !task.isOsr()) {
        last = null;
      } else if (!task.failure().isEmpty()) {
        last = task;
      }
    }
    if (last == null || wording.isHarmless(last.failure())) {
      return;
    }
    findings.add(
        new Finding(
            Kind.COMPILATION_FAILED,
            method,
            -1,
            OptionalInt.empty(),
            Optional.empty(),
            method,
            last.failure(),
            wording.failureMeaning(last),
            wording.failureAdvice(last),
            wording.failureNumbers(last),
            List.of(),
            0,
            Certainty.CERTAIN,
            (last.invocations() + last.loops()) * INTERPRETED_WEIGHT));
  }
}

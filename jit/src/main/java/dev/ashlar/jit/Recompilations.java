package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Certainty;
import dev.ashlar.jit.Finding.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
  private final Places places;
  private final @Nullable Recording recording;
  private final RecompilationWording wording;
  private final List<Finding> findings = new ArrayList<>();

  Recompilations(CompilationLog log, Places places, @Nullable Recording recording) {
    this.log = log;
    this.places = places;
    this.recording = recording;
    this.wording = new RecompilationWording(log, places);
  }

  List<Finding> findings() {
    byPlace(log.traps()).stream().filter(t -> t.count() >= STORM).forEach(this::storm);
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

  /// Adds up what happened at one place, in all the methods it is inlined in.
  private static Collection<Trap> byPlace(List<Trap> traps) {
    Map<List<Object>, Trap> places = new LinkedHashMap<>();
    for (Trap trap : traps) {
      places.merge(
          List.of(trap.method(), trap.bci(), trap.reason(), trap.action()), trap, Trap::plus);
    }
    return places.values();
  }

  private void storm(Trap trap) {
    List<Quantity> numbers = new ArrayList<>(List.of(Quantity.times((double) trap.count())));
    numbers.addAll(Quantity.period(trap.firstSeconds(), trap.lastSeconds()));
    Recording events = recording;
    String stack = events == null ? "" : events.stackAt(trap);
    add(
        Kind.DEOPTIMISATION,
        trap.path(),
        trap.bci(),
        trap.reason() + ", " + trap.action(),
        wording.trapMeaning(trap) + (stack.isEmpty() ? "" : "; it was called by " + stack),
        wording.trapAdvice(trap),
        numbers,
        Certainty.CERTAIN,
        (double) trap.count() * TRAP_WEIGHT);
  }

  private void bouncing(Method method, List<Task> tasks) {
    List<Double> thrownAway =
        tasks.stream()
            .filter(t -> !t.isOsr())
            .flatMap(t -> Stream.ofNullable(t.discarded()))
            .filter(d -> d.reason().equals("uncommon trap"))
            .map(Task.Discard::seconds)
            .sorted()
            .toList();
    int times = thrownAway.size();
    if (times < BOUNCES) {
      return;
    }
    List<Quantity> numbers = new ArrayList<>(List.of(Quantity.times(times)));
    numbers.addAll(Quantity.period(thrownAway.get(0), thrownAway.get(times - 1)));
    add(
        Kind.BOUNCING,
        List.of(method),
        -1,
        "made not entrant, uncommon trap",
        wording.bouncingMeaning(method),
        wording.bouncingAdvice(log.traps(), method),
        numbers,
        Certainty.INFERRED,
        times * DISCARD_WEIGHT);
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
    add(
        Kind.COMPILATION_FAILED,
        List.of(method),
        -1,
        last.failure(),
        wording.failureMeaning(last),
        wording.failureAdvice(last),
        wording.failureNumbers(last),
        Certainty.CERTAIN,
        (last.invocations() + last.loops()) * INTERPRETED_WEIGHT);
  }

  private void add(
      Kind kind,
      List<Method> path,
      int bci,
      String said,
      String meaning,
      String advice,
      List<Quantity> numbers,
      Certainty certainty,
      double heat) {
    findings.add(
        new Finding(
            kind,
            path,
            places.changeable(path),
            bci,
            places.line(path.get(path.size() - 1), bci),
            Optional.empty(),
            said,
            meaning,
            advice,
            List.copyOf(numbers),
            List.of(),
            0,
            certainty,
            heat,
            Sampled.NONE));
  }
}

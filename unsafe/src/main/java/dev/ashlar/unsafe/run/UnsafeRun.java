package dev.ashlar.unsafe.run;

import dev.ashlar.jit.CallSite;
import dev.ashlar.jit.Compilation;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Decision;
import dev.ashlar.jit.Method;
import dev.ashlar.jit.SampleCounts;
import dev.ashlar.jit.SourceLines;
import dev.ashlar.jit.Vm;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Member;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The calls of `sun.misc.Unsafe` that one JVM executed.
///
/// A call that was neither compiled by C2 nor linked while JFR recorded is not known.
///
/// @param calls the hottest first
/// @param sampleCount CPU samples of the recording; 0 without one
/// @param recorded whether there is a recording
public record UnsafeRun(Vm vm, List<ExecutedCall> calls, long sampleCount, boolean recorded) {
  /// The first JDK with `jdk.DeprecatedInvocation`.
  public static final int LINKS_SINCE = 22;

  private static final Comparator<ExecutedCall> HOTTEST_FIRST =
      Comparator.comparing(ExecutedCall::heat)
          .thenComparing(
              Comparator.comparingLong((ExecutedCall call) -> call.sampled().count()).reversed())
          .thenComparing(Comparator.comparingDouble(ExecutedCall::compiledCount).reversed());

  /// A call site.
  record Key(Method caller, int bci, Member target) {}

  /// What the sources say about one call site.
  private static final class Found {
    double compiledCount = -1;
    OptionalInt line = OptionalInt.empty();
    OptionalDouble linkedSeconds = OptionalDouble.empty();
  }

  public UnsafeRun {
    calls = List.copyOf(calls);
  }

  /// Reads a run from its log and, if there is one, its recording.
  ///
  /// @throws IOException if the recording cannot be read
  public static UnsafeRun of(CompilationLog log, @Nullable Path recording) throws IOException {
    Map<Key, Found> found = new LinkedHashMap<>();
    addCompiled(log, found);
    UnsafeRecording recorded =
        recording == null ? UnsafeRecording.NONE : UnsafeRecording.read(recording);
    recorded
        .links()
        .forEach((key, link) -> {
          Found call = found.computeIfAbsent(key, k -> new Found());
          call.line = link.line();
          long start = log.vm().startMillis();
          if (start > 0) {
            call.linkedSeconds =
                OptionalDouble.of(Math.max(0, (link.time().toEpochMilli() - start) / 1000.0));
          }
        });
    try (SourceLines lines = log.sourceLines()) {
      List<ExecutedCall> calls =
          found.entrySet().stream()
              .map(call -> call(call.getKey(), call.getValue(), recorded, lines))
              .sorted(HOTTEST_FIRST)
              .toList();
      return new UnsafeRun(log.vm(), calls, recorded.sampleCount(), recording != null);
    }
  }

  private static ExecutedCall call(
      Key key, Found found, UnsafeRecording recorded, SourceLines lines) {
    return new ExecutedCall(
        key.caller,
        key.bci,
        found.line.isPresent() ? found.line : lines.line(key.caller, key.bci),
        key.target,
        found.compiledCount,
        new SampleCounts(
            recorded.samplesIn(key.caller),
            0,
            recorded.samplesIn(key.caller),
            recorded.sampleCount()),
        found.linkedSeconds);
  }

  private static void addCompiled(CompilationLog log, Map<Key, Found> found) {
    Map<Method, Boolean> ordinary = new HashMap<>();
    for (Compilation compilation : log.compilations()) {
      if (compilation.isC2() && !compilation.isOsr() && compilation.tree() != null) {
        ordinary.put(compilation.method(), true);
      }
    }
    for (Compilation compilation : log.compilations()) {
      // An OSR compilation repeats the calls of the ordinary one.
      if (compilation.tree() != null
          && compilation.isC2()
          && !(compilation.isOsr() && ordinary.containsKey(compilation.method()))) {
        compilation
            .tree()
            .forEachDecision((path, site, decision) -> add(path.getLast(), site, decision, found));
      }
    }
  }

  private static void add(Method caller, CallSite site, Decision decision, Map<Key, Found> found) {
    Method target = decision.target();
    if (target.holder().equals(JdkMethods.UNSAFE)
        && !caller.holder().equals(JdkMethods.UNSAFE)
        && !decision.isUnreached()) {
      Key key =
          new Key(
              caller, site.bci(), new Member(target.holder(), target.name(), target.descriptor()));
      Found call = found.computeIfAbsent(key, k -> new Found());
      call.compiledCount = Math.max(0, call.compiledCount) + Math.max(0, site.frequency());
    }
  }

  /// {@return the number of calls with a heat}
  public long count(Heat heat) {
    return calls.stream().filter(call -> call.heat() == heat).count();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.SampleCounts;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.jit.compilation.Vm;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.Member;
import dev.ashlar.unsafe.ScanReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The calls of `sun.misc.Unsafe` that were executed in one JVM.
///
/// A call is missing if C2 did not compile it and it was not linked while JFR recorded.
///
/// @param methods the methods with calls, the hottest first
/// @param uncounted calls in C2's code that may never have run: the profile did not count them, and
///   they were not linked while JFR recorded
/// @param sampleCount the CPU samples of the recording; 0 without one, or if they are not exact
/// @param recorded whether there is a recording
/// @param exactSamples whether the recording was made with `-XX:+DebugNonSafepoints`. If not, a
///   sample in inlined code may name another method, so heat depends on counts
/// @param logComplete whether all of the compilation log could be read
public record UnsafeRun(
    Vm vm,
    List<ExecutedMethod> methods,
    List<ExecutedCall> uncounted,
    long sampleCount,
    boolean recorded,
    boolean exactSamples,
    boolean logComplete) {
  /// The first JDK with the event `jdk.DeprecatedInvocation`.
  public static final int LINKS_SINCE = 22;

  record Key(Method caller, int bci, Member target) {}

  /// The facts known about one call site.
  private static final class Found {
    double compiledCount = -1;
    OptionalInt line = OptionalInt.empty();
    OptionalDouble linkedSeconds = OptionalDouble.empty();

    ExecutedCall at(Key key, SourceLines lines) {
      return new ExecutedCall(
          key.caller,
          key.bci,
          line.isPresent() ? line : lines.line(key.caller, key.bci),
          key.target,
          compiledCount,
          linkedSeconds);
    }
  }

  public UnsafeRun {
    methods = List.copyOf(methods);
    uncounted = List.copyOf(uncounted);
  }

  /// Creates a run from its log and, if there is one, its recording.
  ///
  /// @throws IOException if the recording cannot be read
  public static UnsafeRun of(CompilationLog log, @Nullable Path recording) throws IOException {
    Map<Key, Found> found = new LinkedHashMap<>();
    Set<Key> uncounted = new LinkedHashSet<>();
    addCompiled(log, found, uncounted);
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
    uncounted.removeAll(found.keySet());
    Map<Method, List<ExecutedCall>> callers = new LinkedHashMap<>();
    List<ExecutedCall> unknown = new ArrayList<>();
    try (SourceLines lines = log.sourceLines()) {
      found.forEach((key, call) ->
          callers
              .computeIfAbsent(key.caller, caller -> new ArrayList<>())
              .add(call.at(key, lines)));
      uncounted.forEach(key -> unknown.add(new Found().at(key, lines)));
    }
    List<ExecutedMethod> methods = new ArrayList<>();
    callers.forEach((caller, calls) -> {
      calls.sort(Comparator.comparingDouble(ExecutedCall::compiledCount).reversed());
      long samples = recorded.samplesIn(caller);
      methods.add(
          new ExecutedMethod(
              caller,
              new SampleCounts(samples, 0, samples, recorded.sampleCount()),
              calls,
              Optional.empty()));
    });
    methods.sort(ExecutedMethod.HOTTEST_FIRST);
    return new UnsafeRun(
        log.vm(),
        methods,
        unknown,
        recorded.sampleCount(),
        recording != null,
        recorded.isExact(),
        log.parseProblems().isEmpty());
  }

  private static void addCompiled(CompilationLog log, Map<Key, Found> found, Set<Key> uncounted) {
    List<Compilation> compiled =
        log.compilations().stream().filter(c -> c.isC2() && c.tree() != null).toList();
    Set<Method> ordinary =
        compiled.stream()
            .filter(compilation -> !compilation.isOsr())
            .map(Compilation::method)
            .collect(Collectors.toSet());
    for (Compilation compilation : compiled) {
      // An OSR compilation repeats the calls of the ordinary one.
      boolean repeats = compilation.isOsr() && ordinary.contains(compilation.method());
      forEachCall(
          compilation,
          (key, count) -> {
            // C2 also compiles code around a loop that runs once, and code without a profile.
            if (count < 1) {
              uncounted.add(key);
            } else if (!repeats) {
              Found call = found.computeIfAbsent(key, k -> new Found());
              call.compiledCount = Math.max(0, call.compiledCount) + count;
            }
          });
    }
  }

  /// Visits the calls of Unsafe in a compilation, with their counts.
  private static void forEachCall(Compilation compilation, ObjDoubleConsumer<Key> visitor) {
    compilation.forEachDecision((path, site, decision) -> {
      Method target = decision.target();
      Method caller = path.getLast();
      if (target.holder().equals(JdkMethods.UNSAFE) && !caller.holder().equals(JdkMethods.UNSAFE)) {
        Member member = new Member(target.holder(), target.name(), target.descriptor());
        visitor.accept(new Key(caller, site.bci(), member), site.frequency());
      }
    });
  }

  /// {@return this run with the artifact of each method whose class has uses in `scan`}
  public UnsafeRun in(ScanReport scan) {
    Map<String, ArtifactScan> artifacts = new HashMap<>();
    for (ArtifactScan artifact : scan.artifacts()) {
      artifact.uses().forEach(use -> artifacts.putIfAbsent(use.site().className(), artifact));
    }
    return new UnsafeRun(
        vm,
        methods.stream()
            .map(m -> m.in(Optional.ofNullable(artifacts.get(m.method().holder()))))
            .toList(),
        uncounted,
        sampleCount,
        recorded,
        exactSamples,
        logComplete);
  }

  /// {@return all calls}
  public List<ExecutedCall> calls() {
    return methods.stream().flatMap(method -> method.calls().stream()).toList();
  }

  /// {@return the number of methods with this heat}
  public long count(Heat heat) {
    return methods.stream().filter(method -> method.heat() == heat).count();
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import static dev.ashlar.report.text.JsonText.object;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.report.text.JsonText;
import dev.ashlar.unsafe.run.CallerStacks;
import dev.ashlar.unsafe.run.DeniedCall;
import dev.ashlar.unsafe.run.DeniedCalls;
import dev.ashlar.unsafe.run.EndedThread;
import dev.ashlar.unsafe.run.ExecutedCall;
import dev.ashlar.unsafe.run.ExecutedMethod;
import dev.ashlar.unsafe.run.UnsafeRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes the output of `ashlar unsafe run` as JSON.
public final class UnsafeRunJson {

  private UnsafeRunJson() {}

  /// Writes the executed calls of some JVMs.
  ///
  /// @param runs the runs by the name of their log
  /// @throws IOException naming the file and the reason
  public static void write(Map<String, UnsafeRun> runs, CallerStacks stacks, Path file)
      throws IOException {
    List<Object> jvms = new ArrayList<>();
    runs.forEach((name, run) ->
        jvms.add(
            object(
                "log", name,
                "jdk", run.vm().release(),
                "command", run.vm().command(),
                "verdict", UnsafeVerdicts.of(run),
                "samples", run.sampleCount(),
                "exactSamples", run.exactSamples(),
                "methods", run.methods().stream().map(method -> method(method, stacks)).toList())));
    List<CallerStacks.CallerStack> others = UnsafeCallers.unmatched(runs.values(), stacks);
    JsonText.write(object("jvms", jvms, "onlyInSecondRun", others), file);
  }

  private static Map<String, Object> method(ExecutedMethod method, CallerStacks stacks) {
    return object(
        "heat", method.heat().name(),
        "class", method.method().holder(),
        "method", method.method().name() + method.method().descriptor(),
        "artifact", method.artifact().map(scan -> scan.artifact().coordinates()),
        "samples", method.sampled().count(),
        "calls", method.calls().stream().map(call -> call(call, stacks)).toList());
  }

  private static Map<String, Object> call(ExecutedCall call, CallerStacks stacks) {
    Optional<Double> counted = Optional.of(call.compiledCount()).filter(count -> count >= 0);
    return object(
        "bci", call.bci(),
        "line", call.line(),
        "target", call.target().toString(),
        "compiledCount", counted.map(Math::round),
        "linkedSeconds", call.linkedSeconds(),
        "callers", UnsafeCallers.of(call, stacks));
  }

  /// Writes the denied calls of some JVMs.
  ///
  /// @param denied the denied calls by the name of the log, without JVMs that have no log of
  ///   exceptions
  /// @throws IOException naming the file and the reason
  public static void writeDenied(
      Map<String, CompilationLog> logs, Map<String, DeniedCalls> denied, int exitCode, Path file)
      throws IOException {
    List<Object> jvms = new ArrayList<>();
    logs.forEach((name, log) -> {
      DeniedCalls calls = denied.get(name);
      Optional<DeniedCalls> known = Optional.ofNullable(calls);
      try (SourceLines source = log.sourceLines()) {
        jvms.add(
            object(
                "log", name,
                "jdk", log.vm().release(),
                "command", log.vm().command(),
                "verdict", UnsafeVerdicts.ofDeny(log, calls),
                "endedThreads", known.map(DeniedCalls::endedThreads),
                "denied", known.map(c -> c.calls().stream().map(d -> denied(d, source)).toList())));
      }
    });
    JsonText.write(
        object(
            "exitCode", exitCode,
            "verdict", UnsafeVerdicts.ofDenyExit(exitCode, denied.values()),
            "jvms", jvms),
        file);
  }

  private static Map<String, Object> denied(DeniedCall call, SourceLines source) {
    return object(
        "target", call.target(),
        "outcome", call.outcome().name(),
        "count", call.count(),
        "stack", call.left().stream().map(frame -> frame(frame, source)).toList(),
        "caughtIn", call.handler().map(handler -> frame(handler, source)),
        "failedClass", call.failedClass(),
        "endedThread", call.ended().map(EndedThread::thread));
  }

  private static Map<String, Object> frame(DeniedCall.Frame frame, SourceLines source) {
    return object(
        "class", frame.method().holder(),
        "method", frame.method().name() + frame.method().descriptor(),
        "bci", frame.bci(),
        "line", source.line(frame.method(), frame.bci()));
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.report.text.JsonText;
import dev.ashlar.unsafe.run.CallerStacks;
import dev.ashlar.unsafe.run.DeniedCall;
import dev.ashlar.unsafe.run.DeniedCalls;
import dev.ashlar.unsafe.run.ExecutedCall;
import dev.ashlar.unsafe.run.ExecutedMethod;
import dev.ashlar.unsafe.run.UnsafeRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes the output of `ashlar unsafe run` as JSON.
public final class UnsafeRunJson {

  private UnsafeRunJson() {}

  /// Writes the executed calls of some JVMs. The runs are given by the name of their log.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(Map<String, UnsafeRun> runs, CallerStacks stacks, Path file)
      throws IOException {
    List<Object> jvms = new ArrayList<>();
    runs.forEach((name, run) -> {
      Map<String, Object> jvm = new LinkedHashMap<>();
      jvm.put("log", name);
      jvm.put("jdk", run.vm().release());
      jvm.put("command", run.vm().command());
      jvm.put("verdict", UnsafeVerdicts.of(run));
      jvm.put("samples", run.sampleCount());
      jvm.put("exactSamples", run.exactSamples());
      jvm.put("methods", run.methods().stream().map(method -> method(method, stacks)).toList());
      jvms.add(jvm);
    });
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("jvms", jvms);
    json.put("onlyInSecondRun", UnsafeCallers.unmatched(runs.values(), stacks));
    JsonText.write(json, file);
  }

  private static Map<String, Object> method(ExecutedMethod method, CallerStacks stacks) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("heat", method.heat().name());
    json.put("class", method.method().holder());
    json.put("method", method.method().name() + method.method().descriptor());
    method.artifact().ifPresent(artifact -> json.put("artifact", artifact.coordinates()));
    json.put("samples", method.sampled().count());
    json.put("calls", method.calls().stream().map(call -> call(call, stacks)).toList());
    return json;
  }

  private static Map<String, Object> call(ExecutedCall call, CallerStacks stacks) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("bci", call.bci());
    call.line().ifPresent(line -> json.put("line", line));
    json.put("target", call.target().toString());
    if (call.compiledCount() >= 0) {
      json.put("compiledCount", Math.round(call.compiledCount()));
    }
    call.linkedSeconds().ifPresent(seconds -> json.put("linkedSeconds", seconds));
    json.put("callers", UnsafeCallers.of(call, stacks));
    return json;
  }

  /// Writes the denied calls of some JVMs, given by the name of their log. JVMs without a log of
  /// exceptions are missing.
  ///
  /// @throws IOException naming the file and the reason
  public static void writeDenied(
      Map<String, CompilationLog> logs, Map<String, DeniedCalls> denied, int exitCode, Path file)
      throws IOException {
    List<Object> jvms = new ArrayList<>();
    logs.forEach((name, log) -> {
      DeniedCalls calls = denied.get(name);
      Map<String, Object> jvm = new LinkedHashMap<>();
      jvm.put("log", name);
      jvm.put("jdk", log.vm().release());
      jvm.put("command", log.vm().command());
      jvm.put("verdict", UnsafeVerdicts.of(log, calls));
      if (calls != null) {
        jvm.put("endedThreads", calls.endedThreads());
        try (SourceLines source = log.sourceLines()) {
          jvm.put("denied", calls.calls().stream().map(call -> denied(call, source)).toList());
        }
      }
      jvms.add(jvm);
    });
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("exitCode", exitCode);
    json.put("verdict", UnsafeVerdicts.ofExit(exitCode, denied.values()));
    json.put("jvms", jvms);
    JsonText.write(json, file);
  }

  private static Map<String, Object> denied(DeniedCall call, SourceLines source) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("target", call.target());
    json.put("outcome", call.outcome().name());
    json.put("count", call.count());
    json.put("stack", call.left().stream().map(frame -> frame(frame, source)).toList());
    call.handler().ifPresent(handler -> json.put("caughtIn", frame(handler, source)));
    call.failedClass().ifPresent(name -> json.put("failedClass", name));
    call.ended().ifPresent(end -> json.put("endedThread", end.thread()));
    return json;
  }

  private static Map<String, Object> frame(DeniedCall.Frame frame, SourceLines source) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("class", frame.method().holder());
    json.put("method", frame.method().name() + frame.method().descriptor());
    json.put("bci", frame.bci());
    source.line(frame.method(), frame.bci()).ifPresent(line -> json.put("line", line));
    return json;
  }
}

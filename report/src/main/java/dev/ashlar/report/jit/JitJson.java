// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import static dev.ashlar.report.text.JsonText.object;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.Metric;
import dev.ashlar.jit.Recording;
import dev.ashlar.jit.SampleCounts;
import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.jit.rules.Rules;
import dev.ashlar.report.text.JsonText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes the output of `ashlar jit` as JSON.
public final class JitJson {
  static final int SCHEMA = 2;

  private JitJson() {}

  /// Writes all findings of some logs, ranked.
  ///
  /// @param logs the logs by name
  public static void writeFindings(Map<String, CompilationLog> logs, Path file) throws IOException {
    List<Object> all = new ArrayList<>();
    logs.forEach((name, log) ->
        all.add(
            object(
                "log", name,
                "jdk", log.vm().release(),
                "command", log.vm().command(),
                "flags", log.vm().arguments(),
                "cpuSeconds", cpuSeconds(log),
                "compilerSeconds", log.compilerSeconds(),
                "compilations", log.compilations().size(),
                "compilers", CompilerJson.of(log),
                "findings", log.findings().stream().map(JitJson::finding).toList(),
                "samples", log.recording().map(Recording::sampleCount),
                "exactSamples", log.recording().map(Recording::isExact),
                "parseProblems", log.parseProblems(),
                "notKnown", log.notKnown(),
                "noJdkLines", log.whyNoJdkLines())));
    write("logs", all, file);
  }

  /// Writes the call trees of the methods of the logs that have this name.
  ///
  /// @param methods the name, as for [CompilationLog#methodsNamed]
  public static void writeTrees(Map<String, CompilationLog> logs, String methods, Path file)
      throws IOException {
    List<Object> all = new ArrayList<>();
    logs.forEach((name, log) -> {
      for (Method method : log.methodsNamed(methods)) {
        try (SourceLines source = log.sourceLines()) {
          all.add(
              object(
                  "log", name,
                  "class", method.holder(),
                  "method", method.name() + method.descriptor(),
                  "cpuSeconds", cpuSeconds(log),
                  "compilerSeconds", log.compilerSeconds(),
                  "compilations",
                      log.compilationsOf(method).stream()
                          .map(c -> compilation(c, source))
                          .toList()));
        }
      }
    });
    write("methods", all, file);
  }

  private static Optional<Double> cpuSeconds(CompilationLog log) {
    return log.cpuTime().map(time -> time.toMillis() / 1000.0);
  }

  private static Map<String, Object> compilation(Compilation compilation, SourceLines source) {
    Optional<Compilation.NotEntrant> notEntrant = Optional.ofNullable(compilation.notEntrant());
    return object(
        "compiler", compilation.compiler(),
        "level", compilation.level(),
        "osrBci", compilation.osrBci(),
        "osrLine", source.line(compilation.method(), compilation.osrBci()),
        "startSeconds", compilation.startSeconds(),
        "succeeded", compilation.succeeded(),
        "failure", compilation.failure(),
        "codeBytes", compilation.codeBytes(),
        "notEntrant", notEntrant.map(Compilation.NotEntrant::reason),
        "notEntrantSeconds", notEntrant.map(Compilation.NotEntrant::seconds),
        "calls", Optional.ofNullable(compilation.tree()).map(tree -> sites(tree, source)));
  }

  private static List<Object> sites(CallTree tree, SourceLines source) {
    List<Object> sites = new ArrayList<>();
    for (CallSite site : tree.sites()) {
      sites.add(
          object(
              "bci", site.bci(),
              "line", source.line(tree.method(), site.bci()),
              "callee", site.callee().qualifiedName(),
              "frequency", site.frequency(),
              "virtual", site.virtual(),
              "receivers", site.receivers(),
              "otherReceiverCount", site.otherReceiverCount(),
              "decisions", site.decisions().stream().map(d -> decision(d, source)).toList()));
    }
    return sites;
  }

  private static Map<String, Object> decision(Decision decision, SourceLines source) {
    return object(
        "target", decision.target().qualifiedName(),
        "bytes", decision.target().byteSize(),
        "verdict", decision.verdict().name(),
        "reason", decision.reason(),
        "calls", Optional.ofNullable(decision.body()).map(body -> sites(body, source)));
  }

  /// Writes the differences of logs, including noise.
  ///
  /// @param source the source lines of the methods after the change
  public static void writeDiff(LogDiff diff, SourceLines source, Path file) throws IOException {
    JsonText.write(
        object(
            "schema", SCHEMA,
            "runsBefore", diff.runsBefore(),
            "runsAfter", diff.runsAfter(),
            "changes", diff.changes().stream().map(change -> change(change, source)).toList(),
            "onlyBefore", diff.onlyBefore().stream().map(Method::qualifiedName).toList(),
            "onlyAfter", diff.onlyAfter().stream().map(Method::qualifiedName).toList()),
        file);
  }

  private static Map<String, Object> change(LogDiff.Change change, SourceLines source) {
    return object(
        "path", change.path().stream().map(Method::qualifiedName).toList(),
        "bci", change.bci(),
        "line", source.line(change.path().getLast(), change.bci()),
        "callee", change.callee().qualifiedName(),
        "before", change.before(),
        "after", change.after(),
        "frequency", change.frequency(),
        "consistency", change.consistency().name());
  }

  /// Writes the rules that some logs break.
  public static void writeBroken(List<CheckedLog> logs, Path file) throws IOException {
    List<Object> all = new ArrayList<>();
    for (CheckedLog log : logs) {
      log.broken().forEach(b -> all.add(broken(log.name(), b, false)));
      log.accepted().forEach(b -> all.add(broken(log.name(), b, true)));
    }
    write("broken", all, file);
  }

  private static Map<String, Object> broken(String log, Rules.Broken broken, boolean accepted) {
    return object(
        "log", log,
        "lineNumber", broken.lineNumber(),
        "rule", broken.rule(),
        "accepted", accepted,
        "damaged", broken.damaged(),
        "reasons", broken.reasons(),
        "places", broken.places().stream().map(JitJson::place).toList());
  }

  static Map<String, Object> place(Rules.Place place) {
    return object(
        "class", place.method().holder(),
        "method", place.method().name() + place.method().descriptor(),
        "bci", place.bci(),
        "line", place.line(),
        "callee", place.callee().map(Method::qualifiedName),
        "reason", place.reason());
  }

  private static Map<String, Object> finding(Finding f) {
    Optional<SampleCounts> sampled = Optional.of(f.sampled()).filter(s -> s.count() > 0);
    return object(
        "kind", f.kind().name(),
        "problem", f.kind().isProblem(),
        "class", f.method().holder(),
        "method", f.method().name() + f.method().descriptor(),
        "bci", f.bci(),
        "line", f.line(),
        "callee", f.callee().map(Method::qualifiedName),
        "root", f.root().qualifiedName(),
        "path", f.path().stream().map(Method::qualifiedName).toList(),
        "changeable", f.changeable().map(Method::qualifiedName),
        "said", f.said(),
        "meaning", f.meaning(),
        "advice", f.advice().text(),
        "numbers", f.numbers().stream().map(JitJson::metric).toList(),
        "receivers", f.receivers(),
        "otherReceiverCount", f.otherReceiverCount(),
        "certainty", f.certainty().name(),
        "heat", f.heat(),
        "samples", f.samples(),
        "samplesLow", sampled.map(SampleCounts::low),
        "samplesHigh", sampled.map(SampleCounts::high),
        "samplesInCallee", sampled.map(SampleCounts::inCallee),
        "rankedBySamples", f.sampled().isEnough());
  }

  private static Map<String, Object> metric(Metric metric) {
    double value = metric.value();
    Object number = value == Math.rint(value) ? (Object) (long) value : (Object) value;
    return object("name", metric.name(), "value", number, "text", metric.text());
  }

  private static void write(String what, List<?> all, Path file) throws IOException {
    JsonText.write(object("schema", SCHEMA, what, all), file);
  }
}

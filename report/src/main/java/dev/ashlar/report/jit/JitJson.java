// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.Metric;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes the output of `ashlar jit` as JSON.
public final class JitJson {
  static final int SCHEMA = 2;

  private JitJson() {}

  /// Writes all findings of some logs, ranked. The logs are given by name.
  public static void writeFindings(Map<String, CompilationLog> logs, Path file) throws IOException {
    List<Object> all = new ArrayList<>();
    logs.forEach((name, log) -> {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("log", name);
      one.put("jdk", log.vm().release());
      one.put("command", log.vm().command());
      one.put("flags", log.vm().arguments());
      log.cpuTime().ifPresent(time -> one.put("cpuSeconds", time.toMillis() / 1000.0));
      one.put("compilerSeconds", log.compilerSeconds());
      one.put("compilations", log.compilations().size());
      one.put("compilers", CompilerJson.of(log));
      one.put("findings", log.findings().stream().map(JitJson::finding).toList());
      log.recording()
          .ifPresent(recording -> {
            one.put("samples", recording.sampleCount());
            one.put("exactSamples", recording.isExact());
          });
      one.put("parseProblems", log.parseProblems());
      log.whyNoJdkLines().ifPresent(why -> one.put("noJdkLines", why));
      all.add(one);
    });
    write("logs", all, file);
  }

  /// Writes the call trees of the methods with a name that the logs have.
  public static void writeTrees(Map<String, CompilationLog> logs, String methods, Path file)
      throws IOException {
    List<Object> all = new ArrayList<>();
    logs.forEach((name, log) -> {
      for (Method method : log.methodsNamed(methods)) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("log", name);
        one.put("class", method.holder());
        one.put("method", method.name() + method.descriptor());
        log.cpuTime().ifPresent(time -> one.put("cpuSeconds", time.toMillis() / 1000.0));
        one.put("compilerSeconds", log.compilerSeconds());
        try (SourceLines source = log.sourceLines()) {
          List<Compilation> compilations = log.compilationsOf(method);
          one.put(
              "compilations",
              compilations.stream().map(compilation -> compilation(compilation, source)).toList());
        }
        all.add(one);
      }
    });
    write("methods", all, file);
  }

  private static Map<String, Object> compilation(Compilation compilation, SourceLines source) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("compiler", compilation.isC2() ? "C2" : "C1");
    json.put("level", compilation.level());
    json.put("osrBci", compilation.osrBci());
    source
        .line(compilation.method(), compilation.osrBci())
        .ifPresent(line -> json.put("osrLine", line));
    json.put("startSeconds", compilation.startSeconds());
    json.put("succeeded", compilation.succeeded());
    json.put("failure", compilation.failure());
    json.put("codeBytes", compilation.codeBytes());
    Compilation.NotEntrant notEntrant = compilation.notEntrant();
    if (notEntrant != null) {
      json.put("notEntrant", notEntrant.reason());
      json.put("notEntrantSeconds", notEntrant.seconds());
    }
    CallTree tree = compilation.tree();
    if (tree != null) {
      json.put("calls", sites(tree, source));
    }
    return json;
  }

  private static List<Object> sites(CallTree tree, SourceLines source) {
    List<Object> sites = new ArrayList<>();
    for (CallSite site : tree.sites()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("bci", site.bci());
      source.line(tree.method(), site.bci()).ifPresent(line -> json.put("line", line));
      json.put("callee", site.callee().qualifiedName());
      json.put("frequency", site.frequency());
      json.put("virtual", site.virtual());
      json.put("receivers", site.receivers());
      json.put("otherReceiverCount", site.otherReceiverCount());
      json.put("decisions", site.decisions().stream().map(d -> decision(d, source)).toList());
      sites.add(json);
    }
    return sites;
  }

  private static Map<String, Object> decision(Decision decision, SourceLines source) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("target", decision.target().qualifiedName());
    json.put("bytes", decision.target().byteSize());
    json.put("verdict", decision.verdict().name());
    json.put("reason", decision.reason());
    CallTree body = decision.body();
    if (body != null) {
      json.put("calls", sites(body, source));
    }
    return json;
  }

  /// Writes the differences of logs, including noise.
  ///
  /// @param source the source lines of the methods after the change
  public static void writeDiff(LogDiff diff, SourceLines source, Path file) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("runsBefore", diff.runsBefore());
    json.put("runsAfter", diff.runsAfter());
    json.put(
        "changes",
        diff.changes().stream()
            .map(c -> {
              Map<String, Object> change = new LinkedHashMap<>();
              change.put("path", c.path().stream().map(Method::qualifiedName).toList());
              change.put("bci", c.bci());
              source.line(c.path().getLast(), c.bci()).ifPresent(line -> change.put("line", line));
              change.put("callee", c.callee().qualifiedName());
              change.put("before", c.before());
              change.put("after", c.after());
              change.put("frequency", c.frequency());
              change.put("consistency", c.consistency().name());
              return change;
            })
            .toList());
    json.put("onlyBefore", diff.onlyBefore().stream().map(Method::qualifiedName).toList());
    json.put("onlyAfter", diff.onlyAfter().stream().map(Method::qualifiedName).toList());
    JsonText.write(json, file);
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
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("log", log);
    json.put("lineNumber", broken.lineNumber());
    json.put("rule", broken.rule());
    json.put("accepted", accepted);
    json.put("damaged", broken.damaged());
    json.put("reasons", broken.reasons());
    json.put("places", broken.places().stream().map(JitJson::place).toList());
    return json;
  }

  static Map<String, Object> place(Rules.Place place) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("class", place.method().holder());
    json.put("method", place.method().name() + place.method().descriptor());
    json.put("bci", place.bci());
    place.line().ifPresent(line -> json.put("line", line));
    place.callee().ifPresent(callee -> json.put("callee", callee.qualifiedName()));
    json.put("reason", place.reason());
    return json;
  }

  private static Map<String, Object> finding(Finding f) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", f.kind().name());
    json.put("problem", f.kind().isProblem());
    json.put("class", f.method().holder());
    json.put("method", f.method().name() + f.method().descriptor());
    json.put("bci", f.bci());
    f.line().ifPresent(line -> json.put("line", line));
    f.callee().ifPresent(callee -> json.put("callee", callee.qualifiedName()));
    json.put("root", f.root().qualifiedName());
    json.put("path", f.path().stream().map(Method::qualifiedName).toList());
    f.changeable().ifPresent(method -> json.put("changeable", method.qualifiedName()));
    json.put("said", f.said());
    json.put("meaning", f.meaning());
    json.put("advice", f.advice().text());
    json.put("numbers", f.numbers().stream().map(JitJson::metric).toList());
    json.put("receivers", f.receivers());
    json.put("otherReceiverCount", f.otherReceiverCount());
    json.put("certainty", f.certainty().name());
    json.put("heat", f.heat());
    json.put("samples", f.samples());
    if (f.samples() > 0) {
      json.put("samplesLow", f.sampled().low());
      json.put("samplesHigh", f.sampled().high());
      json.put("samplesInCallee", f.sampled().inCallee());
    }
    json.put("rankedBySamples", f.sampled().isEnough());
    return json;
  }

  private static Map<String, Object> metric(Metric metric) {
    Map<String, Object> json = new LinkedHashMap<>();
    double value = metric.value();
    json.put("name", metric.name());
    json.put("value", value == Math.rint(value) ? (Object) (long) value : (Object) value);
    json.put("text", metric.text());
    return json;
  }

  private static void write(String what, List<?> all, Path file) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put(what, all);
    JsonText.write(json, file);
  }
}

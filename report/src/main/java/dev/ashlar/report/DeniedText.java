package dev.ashlar.report;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.SourceLines;
import dev.ashlar.report.LabText.Ink;
import dev.ashlar.report.LabText.Style;
import dev.ashlar.unsafe.run.DeniedCall;
import dev.ashlar.unsafe.run.MemoryAccess;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// What threw in a run with denied memory access, as text for a terminal. No line is wider than
/// [LabText#WIDTH] columns.
public final class DeniedText {
  private static final int MOST_FRAMES = 6;

  private DeniedText() {}

  /// The denied calls of some JVMs, at most `most` of each.
  ///
  /// @param denied each under the name of its log
  /// @param exitCode of the command
  public static String of(
      Map<String, CompilationLog> logs,
      Map<String, List<DeniedCall>> denied,
      int exitCode,
      int most,
      Style style) {
    TextLines lines = new TextLines(style);
    lines.wrapped(
        "With denied memory access, the command ended with exit code " + exitCode + ".",
        "",
        exitCode == 0 ? Ink.BOLD : Ink.LOSS);
    logs.forEach((name, log) ->
        jvm(name, log, denied.getOrDefault(name, List.of()), most, lines));
    lines.blank();
    return lines.toString();
  }

  private static void jvm(
      String name, CompilationLog log, List<DeniedCall> calls, int most, TextLines lines) {
    lines.title(name);
    lines.wrapped("JDK " + log.vm().jdk() + ", " + log.vm().command(), "", Ink.DIM);
    if (log.vm().featureVersion() < MemoryAccess.SINCE) {
      lines.wrapped(
          "Nothing was denied: JDK " + MemoryAccess.SINCE + " is the first that can.", "", Ink.NONE);
      return;
    }
    lines.wrapped(verdict(calls), "", Ink.NONE);
    try (SourceLines source = log.sourceLines()) {
      int number = 1;
      for (DeniedCall call : calls.stream().limit(most).toList()) {
        lines.wrapped(
            number++ + ". " + words(call, source),
            "",
            call.outcome().compareTo(DeniedCall.Outcome.CLASS_FAILED) >= 0 ? Ink.LOSS : Ink.NONE);
        lines.wrapped(path(call, source), TextLines.GAP, Ink.DIM);
      }
    }
    lines.more(calls.size(), most);
  }

  /// What fails, in one sentence.
  static String verdict(List<DeniedCall> calls) {
    if (calls.isEmpty()) {
      return "Nothing threw: no memory method of sun.misc.Unsafe was called.";
    }
    List<String> failed =
        calls.stream().flatMap(call -> call.failedClass().stream()).distinct().toList();
    long uncaught =
        calls.stream().filter(c -> c.outcome() == DeniedCall.Outcome.UNCAUGHT).count();
    StringBuilder verdict =
        new StringBuilder(NumberFormats.count(calls.size(), "call")).append(" of Unsafe threw");
    if (!failed.isEmpty()) {
      verdict
          .append("; unusable, because the exception left their static initializers: ")
          .append(String.join(", ", failed));
    }
    if (uncaught > 0) {
      verdict.append("; ").append(uncaught).append(uncaught == 1 ? " was" : " were").append(" not caught");
    }
    if (failed.isEmpty() && uncaught == 0) {
      verdict.append("; each was caught");
    }
    return verdict.append('.').toString();
  }

  private static String words(DeniedCall call, SourceLines source) {
    return call.target()
        + " in "
        + where(call.caller(), source)
        + ": "
        + call.failedClass()
            .map(name -> "class " + name + " cannot be initialized")
            .orElseGet(() -> call.outcome() == DeniedCall.Outcome.UNCAUGHT ? "not caught" : "")
        + call.handler()
            .map(handler ->
                (call.failedClass().isPresent() ? "; the error was " : "")
                    + "caught in "
                    + where(handler, source))
            .orElse("")
        + (call.count() > 1 ? " (" + call.count() + " times)" : "");
  }

  private static String path(DeniedCall call, SourceLines source) {
    List<String> left =
        call.left().stream().skip(1).limit(MOST_FRAMES).map(f -> where(f, source)).toList();
    int more = call.left().size() - 1 - left.size();
    return left.isEmpty()
        ? ""
        : "it left " + String.join(" < ", left) + (more > 0 ? " < " + more + " more" : "");
  }

  private static String where(DeniedCall.Frame frame, SourceLines source) {
    OptionalInt line = source.line(frame.method(), frame.bci());
    return frame.method().qualifiedName() + (line.isPresent() ? " line " + line.getAsInt() : "");
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.report.jit.JitText;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import dev.ashlar.unsafe.run.DeniedCall;
import dev.ashlar.unsafe.run.DeniedCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Prints the exceptions of a run with denied memory access, as text for a terminal. No line is
/// wider than [TextLines#WIDTH] columns.
public final class DeniedText {
  private static final int MOST_FRAMES = 6;

  private DeniedText() {}

  /// Returns the denied calls of some JVMs, at most `most` for each.
  ///
  /// @param denied the denied calls by the name of the log, without JVMs that have no log of
  ///   exceptions
  /// @param exitCode the exit code of the command
  public static String of(
      Map<String, CompilationLog> logs,
      Map<String, DeniedCalls> denied,
      int exitCode,
      int most,
      Style style) {
    TextLines lines = new TextLines(style);
    boolean ended = denied.values().stream().anyMatch(calls -> !calls.endedThreads().isEmpty());
    UnsafeVerdicts.ofDenyExit(exitCode, denied.values())
        .forEach(
            sentence -> lines.wrapped(sentence, "", exitCode == 0 && !ended ? Ink.BOLD : Ink.LOSS));
    List<String> silent = new ArrayList<>();
    logs.forEach((name, log) -> {
      DeniedCalls calls = denied.get(name);
      List<String> verdict = UnsafeVerdicts.ofDeny(log, calls);
      if (logs.size() > 1 && UnsafeVerdicts.isSilent(verdict)) {
        silent.add(name);
        return;
      }
      lines.title(name);
      lines.wrapped(JitText.jvm(log.vm()), "", Ink.DIM);
      verdict.forEach(sentence -> lines.wrapped(sentence, "", Ink.NONE));
      if (calls != null) {
        list(log, calls.calls(), most, lines);
      }
    });
    lines.names(UnsafeVerdicts.NOTHING_THREW, silent, most);
    lines.blank();
    return lines.toString();
  }

  private static void list(CompilationLog log, List<DeniedCall> calls, int most, TextLines lines) {
    try (SourceLines source = log.sourceLines()) {
      int number = 1;
      for (DeniedCall call : calls.stream().limit(most).toList()) {
        lines.wrapped(
            number++ + ". " + words(call, source),
            "",
            call.outcome().isFailure() ? Ink.LOSS : Ink.NONE);
        lines.indented(callers(call, source), Ink.DIM);
      }
    }
    lines.more(calls.size(), most);
  }

  static String words(DeniedCall call, SourceLines source) {
    return "%s in %s: %s%s%s%s"
        .formatted(
            call.target(),
            where(call.caller(), source),
            call.failedClass()
                .map(name -> "class " + name + " cannot be initialized")
                .orElseGet(() -> call.outcome() == DeniedCall.Outcome.UNCAUGHT ? "not caught" : ""),
            call.ended()
                .map(end ->
                    (call.failedClass().isPresent() ? "; " : "")
                        + (end.isCertain() ? "" : "caught, and then perhaps ")
                        + "ended thread "
                        + end.thread()
                        + " as "
                        + end.exception())
                .orElse(""),
            call.handler()
                .filter(handler -> call.ended().isEmpty())
                .map(handler ->
                    (call.failedClass().isPresent() ? "; the error was " : "")
                        + "caught in "
                        + where(handler, source))
                .orElse(""),
            call.count() > 1 ? " (" + call.count() + " times)" : "");
  }

  static String callers(DeniedCall call, SourceLines source) {
    List<String> callers =
        call.callers().stream().limit(MOST_FRAMES).map(f -> where(f, source)).toList();
    int more = call.callers().size() - callers.size();
    return callers.isEmpty()
        ? ""
        : "called from " + String.join(" < ", callers) + (more > 0 ? " < " + more + " more" : "");
  }

  static String where(DeniedCall.Frame frame, SourceLines source) {
    OptionalInt line = source.line(frame.method(), frame.bci());
    return frame.method().fullName() + (line.isPresent() ? " line " + line.getAsInt() : "");
  }
}

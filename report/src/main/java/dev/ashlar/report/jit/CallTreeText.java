// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import java.util.List;
import java.util.Locale;

/// Prints call trees as text for a terminal, with one decision on each line.
public final class CallTreeText {
  /// Deeper levels of a tree are not indented further.
  private static final int DEEPEST_INDENT = 40;

  private final TextLines lines;

  private CallTreeText(Style style) {
    this.lines = new TextLines(style);
  }

  /// Returns the last call tree of each of the methods.
  public static String of(CompilationLog log, List<Method> methods, Style style) {
    CallTreeText text = new CallTreeText(style);
    try (SourceLines source = log.sourceLines()) {
      for (Method method : methods) {
        text.method(log, method, source);
      }
    }
    text.lines.notRead(log.parseProblems().stream().map(ParseProblem::words).toList());
    return text.lines.toString().stripLeading();
  }

  private void method(CompilationLog log, Method method, SourceLines source) {
    lines.title(method.qualifiedName() + method.descriptor());
    List<Compilation> compilations = log.compilationsOf(method);
    compilations.forEach(compilation ->
        lines.indented(
            String.format(
                Locale.ROOT,
                "%.3f s  %s  %s",
                compilation.startSeconds(),
                compilation.title(source),
                state(compilation)),
            Ink.DIM));
    for (Compilation compilation : compilations) {
      CallTree tree = compilation.tree();
      if (tree != null
          && (compilation.isC2() || compilations.stream().noneMatch(Compilation::isC2))) {
        lines.blank();
        lines.wrapped(compilation.title(source), "", Ink.NONE);
        if (tree.sites().isEmpty()) {
          lines.indented("no calls", Ink.DIM);
        }
        sites(tree, 1, source);
      }
    }
  }

  private static String state(Compilation compilation) {
    String attempts = compilation.attempts() > 1 ? ", in attempt " + compilation.attempts() : "";
    Compilation.NotEntrant notEntrant = compilation.notEntrant();
    if (compilation.succeeded()) {
      return String.format(
          Locale.ROOT,
          "%s%s%s",
          compilation.codeBytes() == 0
              ? "code of unknown size"
              : NumberFormats.count(compilation.codeBytes(), "byte") + " of code",
          attempts,
          notEntrant == null ? "" : "; made not entrant: " + notEntrant.reason());
    }
    return compilation.failure().isEmpty()
        ? "unfinished in the log"
        : "failed: " + compilation.failure();
  }

  private void sites(CallTree tree, int depth, SourceLines source) {
    String indent = " ".repeat(Math.min(DEEPEST_INDENT, depth * 2));
    for (CallSite site : tree.sites()) {
      String receivers =
          site.virtual() ? Receiver.shares(site.receivers(), site.otherReceiverCount()) : "";
      for (Decision decision : site.decisions()) {
        String position = source.position(tree.method(), site.bci());
        lines.wrapped(position + " " + described(site, decision), indent, ink(decision));
        if (!receivers.isEmpty()) {
          lines.wrapped("receivers: " + receivers, indent + "    ", Ink.DIM);
          receivers = "";
        }
        CallTree body = decision.body();
        if (body != null) {
          sites(body, depth + 1, source);
        }
      }
    }
  }

  private static String described(CallSite site, Decision decision) {
    String bytes =
        decision.target().byteSize() > 0
            ? String.format(Locale.ROOT, " (%,d bytes)", decision.target().byteSize())
            : "";
    String times =
        site.frequency() < 0 ? "" : String.format(Locale.ROOT, ", %,.0f times", site.frequency());
    String words = decision.verdict().words();
    String reason = decision.reason();
    return decision.target().fullName()
        + bytes
        + "  "
        + words
        + (reason.isEmpty() || reason.equals(words) ? "" : ": " + reason)
        + times;
  }

  private static Ink ink(Decision decision) {
    return switch (CallOutcome.of(decision)) {
      case INLINED -> Ink.WIN;
      case INTRINSIC -> Ink.SUBJECT;
      case VIRTUAL, REFUSED -> Ink.LOSS;
      case COLD, UNKNOWN -> Ink.DIM;
    };
  }
}

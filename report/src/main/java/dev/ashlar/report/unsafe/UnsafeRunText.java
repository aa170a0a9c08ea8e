// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.jit.SampleCounts;
import dev.ashlar.report.jit.JitText;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.advice.Remedy;
import dev.ashlar.unsafe.run.CallerStacks;
import dev.ashlar.unsafe.run.CallerStacks.CallerStack;
import dev.ashlar.unsafe.run.ExecutedCall;
import dev.ashlar.unsafe.run.ExecutedMethod;
import dev.ashlar.unsafe.run.Heat;
import dev.ashlar.unsafe.run.UnsafeRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Prints the executed calls of `sun.misc.Unsafe` as text for a terminal. No line is wider than
/// [TextLines#WIDTH] columns.
public final class UnsafeRunText {
  /// Stacks of a call, and frames of a stack.
  private static final int MOST_STACKS = 2;

  private static final int MOST_CALLS = 5;

  private static final int MOST_FRAMES = 6;

  private final TextLines lines;
  private final CallerStacks stacks;
  private final int most;

  private UnsafeRunText(CallerStacks stacks, int most, Style style) {
    this.lines = new TextLines(style);
    this.stacks = stacks;
    this.most = most;
  }

  /// Returns the calls of some JVMs, at most `most` methods for each.
  ///
  /// @param runs the runs by the name of their log
  /// @param stacks the stacks from a second run; empty if there was none
  public static String of(Map<String, UnsafeRun> runs, CallerStacks stacks, int most, Style style) {
    UnsafeRunText text = new UnsafeRunText(stacks, most, style);
    List<String> silent = new ArrayList<>();
    runs.forEach((name, run) -> {
      if (runs.size() > 1 && UnsafeVerdicts.isSilent(UnsafeVerdicts.of(run))) {
        silent.add(name);
      } else {
        text.run(name, run);
      }
    });
    text.lines.names(UnsafeVerdicts.NO_CALL, silent, most);
    text.unmatched(runs);
    text.lines.blank();
    return text.lines.toString();
  }

  private void run(String name, UnsafeRun run) {
    lines.title(name);
    lines.wrapped(JitText.jvm(run.vm()), "", Ink.DIM);
    UnsafeVerdicts.of(run).forEach(sentence -> lines.wrapped(sentence, "", Ink.NONE));
    int number = 1;
    for (ExecutedMethod method : run.methods().stream().limit(most).toList()) {
      method(number++, method);
    }
    lines.more(run.methods().size(), most);
    List<String> advice = advice(run);
    if (!advice.isEmpty()) {
      lines.title("what to do now");
      advice.forEach(text -> lines.indented(text, Ink.NONE));
    }
  }

  private void method(int number, ExecutedMethod method) {
    lines.wrapped(
        "%s. %s: %s%s"
            .formatted(number, method.heat().words(), method.method().shortName(), samples(method)),
        "",
        method.heat() == Heat.HOT ? Ink.LOSS : Ink.NONE);
    method
        .artifact()
        .ifPresent(scan -> lines.indented("in " + scan.artifact().coordinates(), Ink.DIM));
    method.calls().stream()
        .limit(MOST_CALLS)
        .forEach(call -> {
          lines.indented(words(call), Ink.NONE);
          UnsafeCallers.of(call, stacks).stream()
              .limit(MOST_STACKS)
              .forEach(
                  stack -> lines.wrapped(words(stack), TextLines.GAP + TextLines.GAP, Ink.DIM));
        });
    int left = method.calls().size() - MOST_CALLS;
    if (left > 0) {
      lines.indented("… and " + NumberFormats.count(left, "more call"), Ink.DIM);
    }
  }

  /// {@return the advice of a scan about the artifacts of its methods}
  static List<String> advice(UnsafeRun run) {
    return run.methods().stream()
        .flatMap(method -> method.artifact().stream())
        .distinct()
        .flatMap(scan ->
            Remedy.of(scan, JdkMethods.ofThisJdk())
                .map(advice -> scan.artifact().coordinates() + ": " + advice)
                .stream())
        .toList();
  }

  private static String samples(ExecutedMethod method) {
    SampleCounts sampled = method.sampled();
    return sampled.count() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            ", %,d of %s (%.0f to %.0f %%)",
            sampled.count(),
            NumberFormats.count(sampled.all(), "CPU sample"),
            100 * sampled.low(),
            100 * sampled.high());
  }

  /// {@return a call and its known frequency, in words}
  static String words(ExecutedCall call) {
    List<String> parts = new ArrayList<>();
    if (call.compiledCount() >= 0) {
      parts.add(
          String.format(Locale.ROOT, "counted %,.0f times until compiled", call.compiledCount()));
    }
    call.linkedSeconds()
        .ifPresent(
            seconds -> parts.add(String.format(Locale.ROOT, "first linked after %.1f s", seconds)));
    return "%s: %s%s"
        .formatted(
            call.line().isPresent() ? "line " + call.line().getAsInt() : "@ " + call.bci(),
            call.target().signature(),
            parts.isEmpty() ? "" : ", " + String.join(", ", parts));
  }

  static String words(CallerStack stack) {
    int left = stack.frames().size() - MOST_FRAMES;
    return "%s from %s%s"
        .formatted(
            NumberFormats.count(stack.count(), "call"),
            String.join(" < ", stack.frames().stream().limit(MOST_FRAMES).toList()),
            left > 0 ? " < " + left + " more" : "");
  }

  private void unmatched(Map<String, UnsafeRun> runs) {
    List<CallerStack> unmatched = UnsafeCallers.unmatched(runs.values(), stacks);
    if (!unmatched.isEmpty()) {
      lines.title("only in the second run");
      unmatched.stream()
          .limit(most)
          .forEach(stack -> lines.indented(stack.method() + ": " + words(stack), Ink.NONE));
      lines.more(unmatched.size(), most);
    }
  }
}

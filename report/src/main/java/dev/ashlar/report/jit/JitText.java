// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.Finding;
import dev.ashlar.jit.Metric;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.jit.compilation.Trap;
import dev.ashlar.jit.compilation.Vm;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Prints the findings of a compilation log as text for a terminal. No line is wider than
/// [TextLines#WIDTH] columns.
public final class JitText {
  private static final int LONGEST_COMMAND = 120;

  private final TextLines lines;

  private JitText(Style style) {
    this.lines = new TextLines(style);
  }

  /// Returns the findings of a log, at most `most` in each section.
  ///
  /// @param name the name of the log
  public static String of(String name, CompilationLog log, int most, Style style) {
    JitText text = new JitText(style);
    text.heading(name, log);
    text.lines.notRead(log.parseProblems().stream().map(ParseProblem::words).toList());
    Map<ReportSection, List<Finding>> parts =
        log.findings().stream().collect(Collectors.groupingBy(ReportSection::of));
    text.problems(
        FindingGroups.of(parts.getOrDefault(ReportSection.PROBLEM, List.of())),
        log.whyNothing()
            .map(why -> "no findings: " + why)
            .orElse(
                log.parseProblems().isEmpty() && log.notKnown().isEmpty()
                    ? "no problems"
                    : "no problems in the part that could be read"),
        most);
    text.brief(
        "in JDK code that is not inlined in code of the program",
        parts.getOrDefault(ReportSection.OUT_OF_REACH, List.of()),
        most);
    text.brief("notes", parts.getOrDefault(ReportSection.NOTE, List.of()), most);
    text.intrinsics(parts.getOrDefault(ReportSection.INTRINSIC, List.of()), most);
    if (!log.notKnown().isEmpty()) {
      text.traps(log, most);
    }
    text.compilers(log, most);
    text.lines.blank();
    log.notKnown().forEach(why -> text.lines.wrapped("Note: " + why + ".", "", Ink.DIM));
    log.whyNoJdkLines().ifPresent(why -> text.lines.wrapped("Note: " + why + ".", "", Ink.DIM));
    text.lines.wrapped(ranking(log), "", Ink.DIM);
    text.lines.blank();
    return text.lines.toString();
  }

  /// {@return the findings that have numbers in the report, in its order}
  ///
  /// @param log the log, with source lines
  public static List<Finding> numbered(CompilationLog log) {
    return FindingGroups.of(
        log.findings().stream()
            .filter(finding -> ReportSection.of(finding) == ReportSection.PROBLEM)
            .toList());
  }

  /// The measure that ranks the findings, and its limits.
  private static String ranking(CompilationLog log) {
    String samples =
        log.recording()
            .map(recording -> {
              String count = NumberFormats.count(recording.sampleCount(), "CPU sample");
              if (!recording.isExact()) {
                return "The recording has %s, but was made without -XX:+DebugNonSafepoints: samples in inlined code fall on a neighboring call, so they rank nothing. Ranked by"
                    .formatted(count);
              }
              return log.findings().stream().anyMatch(f -> f.sampled().isEnough())
                  ? "Of "
                      + count
                      + ": first come calls that have five or more and significantly 1 % of all."
                      + " There, samples in the callee count up to those at the call. Next come calls"
                      + " that have as many with the callee, of which inlining saves only a part. Last"
                      + " come calls that have significantly less than 1 %. Otherwise ranked by"
                  : "The recording has %s, not enough to rank any finding (five, and significantly 1 %% of all). Ranked by"
                      .formatted(count);
            })
            .orElse("Ranked by");
    return "%s the counts in the log. Counts end when a call is compiled and do not measure time. A type profile has two receiver types at most."
        .formatted(samples);
  }

  /// Returns an overview of several logs: a few lines for each, in the order of their reports.
  ///
  /// @param logs the logs by name, in the order of [JvmOrder]
  public static String overview(Map<String, CompilationLog> logs, int most, Style style) {
    TextLines lines = new TextLines(style);
    lines.wrapped(logs.size() + " JVMs, " + JvmOrder.measure(logs), "", Ink.BOLD);
    int number = 1;
    for (Map.Entry<String, CompilationLog> log : logs.entrySet().stream().limit(most).toList()) {
      lines.indented(
          "%d. %s: %s"
              .formatted(number++, JvmOrder.words(log.getValue()), command(log.getValue().vm())),
          Ink.NONE);
      lines.wrapped(log.getKey(), TextLines.GAP + TextLines.GAP, Ink.DIM);
    }
    lines.more(logs.size(), most);
    lines.blank();
    return lines.toString();
  }

  private void heading(String name, CompilationLog log) {
    lines.wrapped(name, "", Ink.BOLD);
    String top = log.topTier();
    long byTop = log.compilations().stream().filter(c -> c.compiler().equals(top)).count();
    lines.wrapped(
        String.format(
            Locale.ROOT,
            "%s; %s, %,d of them by %s; %s",
            jvm(log.vm()),
            NumberFormats.count(log.compilations().size(), "compilation"),
            byTop,
            top,
            JvmOrder.words(log)),
        "",
        Ink.DIM);
    String flags = String.join(" ", log.ownArguments());
    if (!flags.isEmpty()) {
      lines.wrapped("JVM flags: " + shortened(flags), "", Ink.DIM);
    }
  }

  /// Returns a description of a JVM and its command, on one line.
  public static String jvm(Vm vm) {
    return "JDK " + vm.jdk() + ", " + command(vm);
  }

  private static String command(Vm vm) {
    return vm.command().isEmpty() ? "unknown command" : shortened(vm.command());
  }

  /// Shortens a command line, which may have hundreds of files.
  private static String shortened(String command) {
    return command.length() <= LONGEST_COMMAND
        ? command
        : command.substring(0, LONGEST_COMMAND) + " …";
  }

  private void problems(List<Finding> findings, String none, int most) {
    lines.title(findings.isEmpty() ? none : "problems");
    ProblemShares.caution(findings).ifPresent(text -> lines.wrapped(text, "", Ink.NONE));
    CrossReferences repeats = new CrossReferences(findings);
    int number = 1;
    for (Finding finding : findings.stream().limit(most).toList()) {
      finding(number++, finding, repeats);
    }
    lines.more(findings.size(), most);
  }

  private void finding(int number, Finding finding, CrossReferences repeats) {
    List<String> sentences = new ArrayList<>(finding.sentences());
    int adviceIn = repeats.firstWithAdvice(finding);
    if (adviceIn < number) {
      sentences.set(
          sentences.size() - 1, "Do: " + finding.advice().summary() + ", as for " + adviceIn + ".");
    }
    lines.wrapped(number + ". " + sentences.getFirst(), "", Ink.LOSS);
    for (String sentence : sentences.subList(1, sentences.size())) {
      boolean aside = sentence.startsWith("inlined in ") || sentence.startsWith("HotSpot: ");
      lines.indented(sentence, aside ? Ink.DIM : Ink.NONE);
    }
  }

  /// Prints notes, one line each.
  private void brief(String title, List<Finding> findings, int most) {
    if (findings.isEmpty()) {
      return;
    }
    lines.title(title);
    for (Finding finding : findings.stream().limit(most).toList()) {
      String callee = finding.callee().map(c -> " > " + c.shortName()).orElse("");
      lines.indented(
          finding.kind().title()
              + ": "
              + finding.where()
              + callee
              + " ("
              + Metric.joined(finding.numbers(), ", ")
              + ")"
              + (finding.receivers().isEmpty()
                  ? ""
                  : ": " + Receiver.shares(finding.receivers(), finding.otherReceiverCount())),
          Ink.NONE);
    }
    lines.more(findings.size(), most);
  }

  /// Prints the uncommon traps, also those that are too few to be findings.
  private void traps(CompilationLog log, int most) {
    if (log.traps().isEmpty()) {
      return;
    }
    lines.title("deoptimizations");
    try (SourceLines source = log.sourceLines()) {
      for (Trap trap : log.traps().stream().limit(most).toList()) {
        String stack = log.recording().map(r -> r.stackAt(trap)).orElse("");
        lines.indented(
            "%s, %s: %s %s (%s)%s"
                .formatted(
                    trap.reason(),
                    trap.action(),
                    trap.method().fullName(),
                    source.position(trap.method(), trap.bci()),
                    Metric.times((double) trap.count()).text(),
                    stack.isEmpty() ? "" : ", called by " + stack),
            Ink.NONE);
      }
    }
    lines.more(log.traps().size(), most);
  }

  private void intrinsics(List<Finding> findings, int most) {
    Map<String, Double> times = new LinkedHashMap<>();
    Map<String, Integer> places = new HashMap<>();
    for (Finding finding : findings) {
      String name = finding.callee().map(Method::shortName).orElse("?") + " " + finding.said();
      times.merge(name, finding.heat(), Double::sum);
      places.merge(name, 1, Integer::sum);
    }
    if (times.isEmpty()) {
      return;
    }
    lines.title("intrinsics used");
    times.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(most)
        .forEach(e ->
            lines.indented(
                String.format(
                    Locale.ROOT,
                    "%s (%,.0f times in %s)",
                    e.getKey(),
                    e.getValue(),
                    places(places.getOrDefault(e.getKey(), 0))),
                Ink.NONE));
    lines.more(times.size(), most);
  }

  private void compilers(CompilationLog log, int most) {
    lines.title("compilers");
    CompilerFacts compilers = new CompilerFacts(log);
    compilers.facts().forEach(f -> lines.indented(f.name() + ": " + f.value(), Ink.NONE));
    if (compilers.remainingCount() > 0) {
      lines.title("allocations that C2 did not eliminate");
      compilers.remaining(most).forEach(site -> lines.indented(site, Ink.NONE));
      lines.more(compilers.remainingCount(), most);
    }
  }

  private static String places(int count) {
    return count == 1 ? "one place" : count + " places";
  }
}

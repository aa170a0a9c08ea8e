// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import dev.ashlar.unsafe.advice.Remedy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Prints a scan for uses of `sun.misc.Unsafe` as text for a terminal. No line is wider than
/// [TextLines#WIDTH] columns.
public final class ScanText {
  /// Places that are named for each method.
  private static final int MOST_SITES = 3;

  /// Methods that are listed of a known library, since its users cannot change the calls.
  private static final int MOST_OF_KNOWN = 3;

  private final TextLines lines;
  private final JdkMethods jdk;
  private final ScanDetail detail;
  private final int most;

  private ScanText(JdkMethods jdk, ScanDetail detail, Style style) {
    this.lines = new TextLines(style);
    this.jdk = jdk;
    this.detail = detail;
    this.most = detail.most();
  }

  public static String of(ScanReport report, JdkMethods jdk, ScanDetail detail, Style style) {
    ScanText text = new ScanText(jdk, detail, style);
    int most = detail.most();
    text.lines.wrapped(summary(report), "", Ink.BOLD);
    text.problems(report.problems());
    UnsafeVerdicts.of(report, jdk).forEach(s -> text.lines.wrapped(s, "", Ink.NONE));
    int number = 1;
    for (ArtifactScan artifact : report.artifacts().stream().limit(most).toList()) {
      text.artifact(number++, artifact);
    }
    text.lines.more(report.artifacts().size(), most);
    if (detail.code()) {
      text.replacements(report);
    }
    text.lines.blank();
    return text.lines.toString();
  }

  /// {@return the counts of a scan and its findings, on one line}
  static String summary(ScanReport report) {
    long unsafe = report.artifacts().stream().filter(a -> !a.unsafeUses().isEmpty()).count();
    return "%s with %s%s%s"
        .formatted(
            NumberFormats.count(report.artifactCount(), "artifact"),
            NumberFormats.counted(report.classCount(), "class", "classes"),
            String.format(Locale.ROOT, " (%,.1f MB); ", report.byteCount() / 1e6),
            unsafe == 0
                ? report.isComplete()
                    ? "none uses sun.misc.Unsafe"
                    : "no use of sun.misc.Unsafe in what could be read"
                : NumberFormats.whole(unsafe)
                    + (unsafe == 1 ? " uses" : " use")
                    + " sun.misc.Unsafe");
  }

  private void problems(List<ScanProblem> problems) {
    if (!problems.isEmpty()) {
      lines.title("not read, or not as it should be");
      problems.stream().limit(most).forEach(problem -> lines.indented(problem.words(), Ink.LOSS));
      lines.more(problems.size(), most);
      lines.blank();
    }
  }

  private void artifact(int number, ArtifactScan scan) {
    lines.blank();
    lines.wrapped(
        number + ". " + scan.artifact().coordinates() + ": " + counts(scan, jdk), "", Ink.BOLD);
    lines.indented(
        scan.artifact().location() + " (named by its " + scan.artifact().source().words() + ")",
        Ink.DIM);
    detail.broughtIn(scan.artifact()).ifPresent(path -> lines.indented(path, Ink.NONE));
    scan.manifest().forEach((name, value) -> lines.indented(name + ": " + value, Ink.NONE));
    if (!scan.contents().isEmpty()) {
      lines.indented("contains " + String.join(", ", scan.contents()), Ink.DIM);
    }
    Optional<String> advice = Remedy.of(scan, jdk);
    advice.ifPresent(text -> lines.indented("What to do now: " + text, Ink.WIN));
    List<UseGroup> groups = UseGroup.of(scan.uses());
    int shown =
        advice.isPresent() && most < Integer.MAX_VALUE ? Math.min(MOST_OF_KNOWN, most) : most;
    groups.stream().limit(shown).forEach(this::group);
    lines.more(groups.size(), shown);
    if (!scan.notLoaded().isEmpty()) {
      lines.indented(
          NumberFormats.count(scan.notLoaded().size(), "use")
              + " in classes of a multi-release jar that this JDK does not load",
          Ink.DIM);
    }
  }

  /// {@return the number of an artifact's uses of each kind, in words}
  static String counts(ArtifactScan scan, JdkMethods jdk) {
    List<String> counts = new ArrayList<>();
    int unsafe = scan.unsafeUses().size();
    if (unsafe > 0) {
      long denied = scan.uses().stream().filter(jdk::isDenied).count();
      counts.add(
          "%s of Unsafe, %s denied"
              .formatted(NumberFormats.count(unsafe, "use"), NumberFormats.whole(denied)));
    }
    for (Use.Kind kind : Use.Kind.values()) {
      if (!kind.isUnsafe() && scan.count(kind) > 0) {
        counts.add(kind.title() + " × " + NumberFormats.whole(scan.count(kind)));
      }
    }
    return counts.isEmpty() ? "nothing that this JDK loads" : String.join("; ", counts);
  }

  private void group(UseGroup group) {
    List<String> sites =
        group.uses().stream().map(use -> use.site().shortWords()).distinct().toList();
    int left = sites.size() - MOST_SITES;
    lines.indented(
        (group.kind() == Use.Kind.UNSAFE_CALL ? "" : group.kind().title() + ": ")
            + group.name()
            + (group.uses().size() == 1 ? "" : " × " + NumberFormats.whole(group.uses().size()))
            + (group.kind() == Use.Kind.NATIVE_METHOD
                ? ""
                : ": " + String.join(", ", sites.stream().limit(MOST_SITES).toList()))
            + (left > 0 ? " and " + NumberFormats.whole(left) + " more" : ""),
        Ink.NONE);
  }

  private void replacements(ScanReport report) {
    List<ReplacementGroup> tasks =
        ReplacementGroup.of(
            report.artifacts().stream().flatMap(artifact -> artifact.uses().stream()).toList());
    if (tasks.isEmpty()) {
      return;
    }
    lines.title("what to use instead, by what the code around a call does (see docs/unsafe.md)");
    for (ReplacementGroup task : tasks.stream().limit(most).toList()) {
      lines.indented(task.replacement().task() + ", as " + task.method(), Ink.BOLD);
      lines.wrapped(
          "JDK: " + task.replacement().jdk().words(), TextLines.GAP + TextLines.GAP, Ink.NONE);
      lines.wrapped(
          "Ashlar: " + task.replacement().ashlar().words(),
          TextLines.GAP + TextLines.GAP,
          Ink.NONE);
    }
    lines.more(tasks.size(), most);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.report.jit.JitText;
import dev.ashlar.report.page.PageTemplate;
import dev.ashlar.report.page.UnsafeView;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.AtomicFile;
import dev.ashlar.unsafe.Use;
import dev.ashlar.unsafe.run.CallerStacks;
import dev.ashlar.unsafe.run.DeniedCall;
import dev.ashlar.unsafe.run.DeniedCalls;
import dev.ashlar.unsafe.run.ExecutedCall;
import dev.ashlar.unsafe.run.ExecutedMethod;
import dev.ashlar.unsafe.run.Heat;
import dev.ashlar.unsafe.run.UnsafeRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes a run as one self-contained HTML file: the executed calls of Unsafe, or the denied ones.
public final class UnsafeRunPage {
  private static final int MOST_STACKS = 5;

  /// Calls that are unfolded at first.
  private static final int OPEN = 5;

  private static final String HEAT =
      "A method is hot if it has five CPU samples or more, and significantly 1 % of all. It is"
          + " compiled if C2 compiled a call that was counted, and cold otherwise. The bar is the"
          + " number of samples, compared with the first method. A count ends when the method is"
          + " compiled. Calls that C2 did not compile are known if they were linked: JFR reports the"
          + " first link of a call, and for JDK 22 and later only.";

  private static final String DENIED =
      "The JVMs ran with denied memory access, as with --sun-misc-unsafe-memory-access=deny.";

  private UnsafeRunPage() {}

  /// Writes the executed calls of some JVMs.
  ///
  /// @param runs the runs by the name of their log
  /// @throws IOException naming the file and the reason
  public static void write(Map<String, UnsafeRun> runs, CallerStacks stacks, Path file)
      throws IOException {
    List<UnsafeView.Section> sections = new ArrayList<>();
    List<Use> uses = new ArrayList<>();
    List<String> silent = new ArrayList<>();
    runs.forEach((name, run) -> {
      List<String> verdict = UnsafeVerdicts.of(run);
      if (runs.size() > 1 && UnsafeVerdicts.isSilent(verdict)) {
        silent.add(name);
        return;
      }
      List<UnsafeView.Item> items = new ArrayList<>();
      long most = run.methods().stream().mapToLong(m -> m.sampled().count()).max().orElse(0);
      for (ExecutedMethod method : run.methods()) {
        items.add(item(method, stacks, items.size() + 1, most));
        method.calls().stream().map(UnsafeRunPage::use).forEach(uses::add);
      }
      List<String> notes = new ArrayList<>(verdict);
      notes.addAll(UnsafeRunText.advice(run));
      notes.addFirst(JitText.jvm(run.vm()));
      sections.add(new UnsafeView.Section(name, notes, items, ""));
    });
    addSilent(UnsafeVerdicts.NO_CALL, silent, sections);
    write(
        "Executed calls of sun.misc.Unsafe",
        NumberFormats.count(runs.size(), "JVM"),
        sections,
        ScanPage.tasks(uses),
        HEAT,
        file);
  }

  private static void addSilent(
      String verdict, List<String> names, List<UnsafeView.Section> sections) {
    if (!names.isEmpty()) {
      sections.add(
          new UnsafeView.Section(verdict, List.of(String.join(", ", names)), List.of(), ""));
    }
  }

  private static Use use(ExecutedCall call) {
    return new Use(
        Use.Kind.UNSAFE_CALL,
        new Use.Site(
            call.caller().holder(),
            call.caller().name(),
            call.caller().descriptor(),
            call.bci(),
            call.line().orElse(0),
            0),
        call.target());
  }

  private static UnsafeView.Item item(
      ExecutedMethod method, CallerStacks stacks, int number, long most) {
    double samples = (double) method.sampled().count();
    return new UnsafeView.Item(
        method.heat() == Heat.HOT ? "refused" : "cold",
        number,
        number <= OPEN,
        NumberFormats.width(samples, (double) most),
        method.heat().words(),
        method.method().fullName(),
        "",
        samples == 0
            ? ""
            : NumberFormats.percent(samples, (double) method.sampled().all()) + " of samples",
        method.artifact().map(scan -> scan.artifact().coordinates()).stream().toList(),
        method.calls().stream().map(call -> row(call, stacks)).toList());
  }

  private static UnsafeView.Row row(ExecutedCall call, CallerStacks stacks) {
    List<String> callers =
        UnsafeCallers.of(call, stacks).stream()
            .limit(MOST_STACKS)
            .map(UnsafeRunText::words)
            .toList();
    return new UnsafeView.Row(
        UnsafeRunText.words(call), "", NumberFormats.count(callers.size(), "stack"), callers, "");
  }

  /// Writes the denied calls of some JVMs.
  ///
  /// @param denied the denied calls by the name of the log
  /// @throws IOException naming the file and the reason
  public static void writeDenied(
      Map<String, CompilationLog> logs, Map<String, DeniedCalls> denied, int exitCode, Path file)
      throws IOException {
    List<UnsafeView.Section> sections = new ArrayList<>();
    List<String> silent = new ArrayList<>();
    logs.forEach((name, log) -> {
      DeniedCalls calls = denied.get(name);
      List<String> notes = new ArrayList<>(UnsafeVerdicts.ofDeny(log, calls));
      if (logs.size() > 1 && UnsafeVerdicts.isSilent(notes)) {
        silent.add(name);
        return;
      }
      notes.addFirst(JitText.jvm(log.vm()));
      sections.add(new UnsafeView.Section(name, notes, items(log, calls), ""));
    });
    addSilent(UnsafeVerdicts.NOTHING_THREW, silent, sections);
    write(
        "Denied calls of sun.misc.Unsafe",
        String.join(" ", UnsafeVerdicts.ofDenyExit(exitCode, denied.values())),
        sections,
        List.of(),
        DENIED,
        file);
  }

  private static List<UnsafeView.Item> items(CompilationLog log, @Nullable DeniedCalls calls) {
    List<UnsafeView.Item> items = new ArrayList<>();
    if (calls != null) {
      try (SourceLines source = log.sourceLines()) {
        for (DeniedCall call : calls.calls()) {
          boolean fails = call.outcome().isFailure();
          items.add(
              new UnsafeView.Item(
                  fails ? "refused" : "cold",
                  items.size() + 1,
                  fails,
                  NumberFormats.width(fails ? 1 : 0, 1),
                  call.outcome().words(),
                  DeniedText.where(call.caller(), source),
                  call.target(),
                  NumberFormats.count(call.count(), "time"),
                  List.of(DeniedText.words(call, source), DeniedText.callers(call, source)),
                  List.of()));
        }
      }
    }
    return items;
  }

  private static void write(
      String title,
      String subtitle,
      List<UnsafeView.Section> sections,
      List<UnsafeView.Task> tasks,
      String explanation,
      Path file)
      throws IOException {
    AtomicFile.write(
        file,
        PageTemplate.render(
            new UnsafeView(
                title,
                subtitle,
                List.of(),
                List.of(),
                sections,
                tasks,
                explanation,
                PageTemplate.callStyle(),
                PageTemplate.asset("folding.js") + PageTemplate.asset("find.js"))));
  }
}

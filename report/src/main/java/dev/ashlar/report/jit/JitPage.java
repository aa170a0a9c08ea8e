// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.machine.CodeReading;
import dev.ashlar.report.page.JitView;
import dev.ashlar.report.page.PageTemplate;
import dev.ashlar.report.text.JsonText;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Writes compilation logs as one self-contained HTML file. It has the ranked findings, and the
/// call trees of the methods that cost most. The findings are plain HTML; the trees need
/// JavaScript.
///
/// The size of the page is limited, so that a browser opens it at once, however large the logs are.
/// The page says what it omits.
public final class JitPage {
  /// Calls in all trees of a page.
  private static final int ROOM = 40_000;

  /// Problems that are unfolded at first, on the page of one log, and at least of each of several.
  private static final int OPEN = 10;

  private static final int FEWEST_OPEN = 3;

  private JitPage() {}

  /// Writes the page of some logs to `file`, in full or not at all. Missing folders are created.
  ///
  /// @param logs the logs by name
  /// @param code the machine code in some of the logs, by the name of the log
  /// @throws IOException naming the file and the reason
  public static void write(
      Map<String, CompilationLog> logs, Map<String, List<CodeReading>> code, Path file)
      throws IOException {
    AtomicFile.write(file, html(logs, code));
  }

  /// Returns the page of some logs as text.
  public static String html(Map<String, CompilationLog> logs, Map<String, List<CodeReading>> code) {
    CallForest forest = new CallForest();
    List<JitLogView> views = new ArrayList<>();
    logs.forEach((name, log) -> {
      forest.grow(ROOM / logs.size());
      views.add(view(views.size(), name, log, code, forest, logs.size()));
    });
    return render(
        logs.size() == 1
            ? "What HotSpot did with " + program(logs.values().iterator().next())
            : "What HotSpot did in " + logs.size() + " JVMs",
        compiled(views)
            + " · "
            + NumberFormats.count(views.stream().mapToLong(JitLogView::problems).sum(), "problem"),
        views.stream().map(JitLogView::view).toList(),
        unfolded(views),
        forest);
  }

  /// Writes a page about the methods with a name: their trees, the findings in them, and the
  /// findings at calls of them.
  ///
  /// @param logs the logs by name; each has a method with that name
  /// @param code the machine code in some of the logs, by the name of the log
  /// @param methods the name, as for [CompilationLog#methodsNamed]
  /// @throws IOException naming the file and the reason
  public static void write(
      Map<String, CompilationLog> logs,
      Map<String, List<CodeReading>> code,
      String methods,
      Path file)
      throws IOException {
    CallForest forest = new CallForest();
    List<JitLogView> views = new ArrayList<>();
    List<JitView.Log> shown = new ArrayList<>();
    logs.forEach((name, log) -> {
      forest.grow(ROOM / logs.size());
      JitLogView view = view(views.size(), name, log, code, forest, logs.size());
      views.add(view);
      shown.add(view.viewOf(log.methodsNamed(methods)));
    });
    CompilationLog first = logs.values().iterator().next();
    String title = "What HotSpot did with " + first.methodsNamed(methods).getFirst().shortName();
    AtomicFile.write(file, render(title, compiled(views), shown, unfolded(views), forest));
  }

  private static JitLogView view(
      int number,
      String name,
      CompilationLog log,
      Map<String, List<CodeReading>> code,
      CallForest forest,
      int logs) {
    return new JitLogView(
        "l" + number,
        name,
        log,
        code.getOrDefault(name, List.of()),
        forest,
        Math.max(FEWEST_OPEN, OPEN / logs));
  }

  /// {@return the id of the first log with problems, or else of the first}
  private static String unfolded(List<JitLogView> views) {
    return views.stream()
        .filter(view -> view.problems() > 0)
        .findFirst()
        .orElseGet(views::getFirst)
        .id();
  }

  private static String render(
      String title, String subtitle, List<JitView.Log> views, String unfolded, CallForest forest) {
    return PageTemplate.render(
        new JitView(
            title,
            subtitle,
            views,
            unfolded,
            PageTemplate.callStyle(),
            PageTemplate.asset("rows.js")
                + PageTemplate.asset("jit.js")
                + PageTemplate.asset("flame.js")
                + PageTemplate.asset("folding.js"),
            JsonText.inScript(forest.data())));
  }

  private static String compiled(List<JitLogView> logs) {
    List<String> jdks = logs.stream().map(JitLogView::jdk).distinct().toList();
    return "JDK %s · %s"
        .formatted(
            String.join(" and ", jdks),
            NumberFormats.count(
                logs.stream().mapToLong(JitLogView::compilations).sum(), "compilation"));
  }

  /// Main class or jar, without its package or folder.
  private static String program(CompilationLog log) {
    String word = log.vm().command().strip().split("\\s+", 2)[0];
    String file = word.substring(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
    if (file.isEmpty()) {
      return "a program";
    }
    return file.endsWith(".jar") ? file : file.substring(file.lastIndexOf('.') + 1);
  }
}

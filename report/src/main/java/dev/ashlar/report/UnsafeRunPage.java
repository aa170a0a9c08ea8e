package dev.ashlar.report;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.SourceLines;
import dev.ashlar.report.page.PageTemplate;
import dev.ashlar.report.page.UnsafeView;
import dev.ashlar.results.AtomicFile;
import dev.ashlar.unsafe.Use;
import dev.ashlar.unsafe.run.CallerStacks;
import dev.ashlar.unsafe.run.DeniedCall;
import dev.ashlar.unsafe.run.DeniedCalls;
import dev.ashlar.unsafe.run.ExecutedCall;
import dev.ashlar.unsafe.run.Heat;
import dev.ashlar.unsafe.run.UnsafeRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run as one HTML file that needs nothing else: the executed calls of Unsafe, or the denied
/// ones.
public final class UnsafeRunPage {
  private static final int MOST_STACKS = 5;

  /// Calls that are unfolded at first.
  private static final int OPEN = 5;

  private static final String HEAT =
      "A call is hot if its method has five CPU samples or more, and significantly 1 % of all. It is"
          + " compiled if it is in C2's code, and cold if it was only linked or printed. The bar is"
          + " the number of samples, compared with the first call. A count in the compilation log"
          + " ends when the method is compiled. A call that was neither compiled nor linked for the"
          + " first time in its class is not known.";

  private static final String DENIED =
      "The JVMs ran with denied memory access, as with --sun-misc-unsafe-memory-access=deny.";

  private UnsafeRunPage() {}

  static String style() {
    return PageTemplate.asset("page.css")
        + PageTemplate.asset("calls.css")
        + PageTemplate.asset("jit.css");
  }

  /// Writes the executed calls of some JVMs, each under the name of its log.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(Map<String, UnsafeRun> runs, CallerStacks stacks, Path file)
      throws IOException {
    List<UnsafeView.Section> sections = new ArrayList<>();
    List<Use> uses = new ArrayList<>();
    runs.forEach((name, run) -> {
      List<UnsafeView.Item> items = new ArrayList<>();
      long most = run.calls().stream().mapToLong(c -> c.sampled().count()).max().orElse(0);
      for (ExecutedCall call : run.calls()) {
        items.add(item(call, stacks, items.size() + 1, most));
        uses.add(
            new Use(
                Use.Kind.UNSAFE_CALL,
                new Use.Site(call.caller().holder(), call.caller().name(), "", call.bci(), 0, 0),
                call.target()));
      }
      List<String> notes = new ArrayList<>(UnsafeRunVerdict.of(run));
      notes.addFirst("JDK " + run.vm().jdk() + ", " + run.vm().command());
      sections.add(new UnsafeView.Section(name, notes, items, ""));
    });
    write(
        "Executed calls of sun.misc.Unsafe",
        NumberFormats.count(runs.size(), "JVM"),
        sections,
        ScanPage.tasks(uses),
        HEAT,
        file);
  }

  private static UnsafeView.Item item(
      ExecutedCall call, CallerStacks stacks, int number, long most) {
    return new UnsafeView.Item(
        call.heat() == Heat.HOT ? "refused" : "cold",
        number,
        number <= OPEN,
        NumberFormats.width((double) call.sampled().count(), (double) most),
        call.heat().words(),
        call.where(),
        call.target().signature(),
        call.sampled().all() == 0
            ? ""
            : NumberFormats.percent((double) call.sampled().count(), (double) call.sampled().all()),
        List.of(UnsafeRunText.evidence(call)),
        UnsafeCallers.of(call, stacks).stream()
            .limit(MOST_STACKS)
            .map(stack ->
                new UnsafeView.Row(
                    "called from", NumberFormats.count(stack.count(), "time"), stack.frames(), ""))
            .toList());
  }

  /// Writes the denied calls of some JVMs, each under the name of its log.
  ///
  /// @throws IOException naming the file and the reason
  public static void writeDenied(
      Map<String, CompilationLog> logs, Map<String, DeniedCalls> denied, int exitCode, Path file)
      throws IOException {
    List<UnsafeView.Section> sections = new ArrayList<>();
    logs.forEach((name, log) -> {
      DeniedCalls calls = denied.get(name);
      List<String> notes = new ArrayList<>(DeniedText.verdict(log, calls));
      notes.addFirst("JDK " + log.vm().jdk() + ", " + log.vm().command());
      sections.add(new UnsafeView.Section(name, notes, items(log, calls), ""));
    });
    write(
        "Denied calls of sun.misc.Unsafe",
        "The command ended with exit code " + exitCode,
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
          boolean fails = call.outcome().compareTo(DeniedCall.Outcome.CLASS_FAILED) >= 0;
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
                title, subtitle, List.of(), List.of(), sections, tasks, explanation, style())));
  }
}

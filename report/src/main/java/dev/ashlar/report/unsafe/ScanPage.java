// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.unsafe;

import dev.ashlar.report.page.PageTemplate;
import dev.ashlar.report.page.UnsafeView;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.AtomicFile;
import dev.ashlar.unsafe.ArtifactScan;
import dev.ashlar.unsafe.JdkMethods;
import dev.ashlar.unsafe.ScanProblem;
import dev.ashlar.unsafe.ScanReport;
import dev.ashlar.unsafe.Use;
import dev.ashlar.unsafe.advice.Remedy;
import dev.ashlar.unsafe.advice.Replacement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Writes a scan for uses of `sun.misc.Unsafe` as one self-contained HTML file.
public final class ScanPage {
  /// Limits, so that a browser opens the page at once; the JSON has all.
  private static final int MOST_ARTIFACTS = 300;

  private static final int MOST_METHODS = 100;
  private static final int MOST_PROBLEMS = 100;

  /// Artifacts that are unfolded at first.
  private static final int OPEN = 1;

  private static final String EXPLANATION =
      "Everything here was read from class files; nothing was run. The bar of an artifact is its"
          + " number of denied calls, compared with the first one. A denied call prints the warning"
          + " of JDK 24 and later, and throws under --sun-misc-unsafe-memory-access=deny. Of a"
          + " multi-release jar only the classes count that this JDK loads. Reflection with names"
          + " that are computed at run time is not found.";

  private ScanPage() {}

  /// Writes the page to `file`, in full or not at all. Missing folders are created.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(ScanReport report, JdkMethods jdk, ScanDetail detail, Path file)
      throws IOException {
    AtomicFile.write(file, html(report, jdk, detail));
  }

  public static String html(ScanReport report, JdkMethods jdk, ScanDetail detail) {
    return PageTemplate.render(
        new UnsafeView(
            "Uses of sun.misc.Unsafe",
            ScanText.summary(report),
            UnsafeVerdicts.of(report, jdk),
            report.problems().stream().limit(MOST_PROBLEMS).map(ScanProblem::words).toList(),
            List.of(artifacts(report, jdk, detail)),
            tasks(report.artifacts().stream().flatMap(a -> a.uses().stream()).toList()),
            EXPLANATION,
            PageTemplate.callStyle(),
            PageTemplate.asset("folding.js") + PageTemplate.asset("find.js")));
  }

  private static UnsafeView.Section artifacts(
      ScanReport report, JdkMethods jdk, ScanDetail detail) {
    List<UnsafeView.Item> items = new ArrayList<>();
    long most = report.artifacts().stream().mapToLong(a -> denied(a, jdk)).max().orElse(0);
    for (ArtifactScan scan : report.artifacts().stream().limit(MOST_ARTIFACTS).toList()) {
      items.add(item(scan, items.size() + 1, most, jdk, detail));
    }
    return new UnsafeView.Section(
        "Artifacts", List.of(), items, more(report.artifacts().size(), MOST_ARTIFACTS, "artifact"));
  }

  private static long denied(ArtifactScan scan, JdkMethods jdk) {
    return scan.uses().stream().filter(jdk::isDenied).count();
  }

  private static UnsafeView.Item item(
      ArtifactScan scan, int number, long most, JdkMethods jdk, ScanDetail detail) {
    long denied = denied(scan, jdk);
    List<String> facts = new ArrayList<>();
    Remedy.of(scan, jdk).ifPresent(advice -> facts.add("What to do now: " + advice));
    detail.broughtIn(scan.artifact()).ifPresent(facts::add);
    facts.add(scan.artifact().location() + ", named by its " + scan.artifact().source().words());
    facts.add(ScanText.counts(scan, jdk));
    scan.manifest().forEach((name, value) -> facts.add(name + ": " + value));
    if (!scan.contents().isEmpty()) {
      facts.add("Contains " + String.join(", ", scan.contents()));
    }
    if (!scan.notLoaded().isEmpty()) {
      facts.add(
          NumberFormats.count(scan.notLoaded().size(), "use")
              + " in classes of a multi-release jar that this JDK does not load");
    }
    return new UnsafeView.Item(
        denied > 0 ? "refused" : "cold",
        number,
        number <= OPEN,
        NumberFormats.width((double) denied, (double) most),
        denied > 0 ? NumberFormats.whole(denied) + " denied" : "none denied",
        scan.artifact().coordinates(),
        "",
        NumberFormats.count(scan.uses().size(), "use"),
        facts,
        UseGroup.of(scan.uses()).stream().map(ScanPage::row).toList());
  }

  private static UnsafeView.Row row(UseGroup group) {
    List<String> places = places(group.uses());
    return new UnsafeView.Row(
        (group.kind() == Use.Kind.UNSAFE_CALL ? "" : group.kind().title() + ": ") + group.name(),
        "× " + NumberFormats.whole(group.uses().size()),
        NumberFormats.count(places.size(), "method"),
        places.stream().limit(MOST_METHODS).toList(),
        more(places.size(), MOST_METHODS, "method"));
  }

  private static List<String> places(List<Use> uses) {
    Map<String, TreeSet<Integer>> linesOf = new LinkedHashMap<>();
    for (Use use : uses) {
      Use.Site site = use.site();
      TreeSet<Integer> lines =
          linesOf.computeIfAbsent(site.caller().fullName(), _ -> new TreeSet<Integer>());
      if (site.line() > 0) {
        lines.add(site.line());
      }
    }
    List<String> places = new ArrayList<>();
    linesOf.forEach((method, lines) ->
        places.add(
            lines.isEmpty()
                ? method
                : method
                    + (lines.size() == 1 ? " line " : " lines ")
                    + lines.stream().map(String::valueOf).collect(Collectors.joining(", "))));
    return places;
  }

  private static String more(int count, int most, String what) {
    return count > most
        ? "… and " + NumberFormats.count(count - most, "more " + what) + ", in --json"
        : "";
  }

  static List<UnsafeView.Task> tasks(List<Use> uses) {
    return ReplacementGroup.of(uses).stream()
        .map(group -> {
          Replacement replacement = group.replacement();
          return new UnsafeView.Task(
              replacement.task(),
              replacement.does(),
              group.method(),
              replacement.jdk().words(),
              replacement.ashlar().words(),
              replacement.cost(),
              replacement.limits());
        })
        .toList();
  }
}

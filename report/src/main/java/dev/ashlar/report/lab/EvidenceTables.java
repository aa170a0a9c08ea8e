// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.page.Page;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Makes tables of an experiment's evidence. There is one table for each contender, with a row for
/// each call and a column for each case.
final class EvidenceTables {
  private static final Page.CallCell NOTHING = new Page.CallCell("unknown", "", "", List.of());

  /// The address in the name of a hidden class; an offset in an instruction has fewer digits.
  private static final Pattern HIDDEN = Pattern.compile("[/+]0x[0-9a-f]{12,}");

  private EvidenceTables() {}

  static List<Page.EvidenceTable> of(List<LabRun.Evidence> evidence) {
    Map<String, List<LabRun.Evidence>> byContender = new LinkedHashMap<>();
    evidence.forEach(
        e -> byContender.computeIfAbsent(e.contender(), _ -> new ArrayList<>()).add(e));
    return byContender.entrySet().stream().map(e -> table(e.getKey(), e.getValue())).toList();
  }

  /// {@return the loops of each case, in the order of the cases; none if no contender has loops}
  static List<Page.LoopRow> loops(List<LabRun.Evidence> evidence) {
    if (evidence.stream().allMatch(e -> e.loops().isEmpty())) {
      return List.of();
    }
    Map<String, List<Page.LoopColumn>> byCase = new LinkedHashMap<>();
    for (LabRun.Evidence e : evidence) {
      byCase
          .computeIfAbsent(e.caseName(), _ -> new ArrayList<>())
          .add(
              new Page.LoopColumn(
                  e.contender(),
                  e.loops().stream()
                      .map(loop ->
                          new Page.Loop(
                              named(loop.summary()),
                              loop.decodedBy(),
                              named(String.join("\n", loop.instructions()))))
                      .toList(),
                  e.loopNote()));
    }
    return byCase.entrySet().stream().map(e -> new Page.LoopRow(e.getKey(), e.getValue())).toList();
  }

  private static Page.EvidenceTable table(String contender, List<LabRun.Evidence> all) {
    List<LabRun.Evidence> seen = all.stream().filter(e -> e.note().isEmpty()).toList();
    // Where HotSpot knows the class, it names the method of that class.
    Map<Integer, Set<String>> calls = new TreeMap<>();
    seen.forEach(e ->
        e.calls()
            .forEach(c ->
                calls.computeIfAbsent(c.bci(), _ -> new LinkedHashSet<>()).add(named(c.callee()))));
    List<Page.CallRow> rows = new ArrayList<>();
    calls.forEach((bci, callees) ->
        rows.add(
            new Page.CallRow(
                String.join(" or ", callees), seen.stream().map(e -> cell(e, bci)).toList())));
    return new Page.EvidenceTable(
        contender,
        seen.stream().map(e -> named(e.method())).findFirst().orElse(""),
        seen.stream().map(LabRun.Evidence::caseName).toList(),
        rows,
        all.stream()
            .filter(e -> !e.note().isEmpty())
            .map(e -> e.caseName() + ": " + e.note())
            .toList());
  }

  private static Page.CallCell cell(LabRun.Evidence evidence, int bci) {
    return evidence.calls().stream()
        .filter(c -> c.bci() == bci)
        .findFirst()
        .map(EvidenceTables::cell)
        .orElse(NOTHING);
  }

  private static Page.CallCell cell(LabRun.Call call) {
    List<String> lines = new ArrayList<>();
    if (!call.receivers().isEmpty()) {
      lines.add(receivers(call.receivers()));
    }
    // The same method may be called at several places, with nearly the same receivers.
    Map<String, List<LabRun.Call>> inside = new LinkedHashMap<>();
    for (LabRun.Call remaining : call.remaining()) {
      inside
          .computeIfAbsent(
              named(remaining.callee()) + ": " + remaining.outcome(), _ -> new ArrayList<>())
          .add(remaining);
    }
    inside.forEach((what, all) -> {
      List<LabRun.Share> who = all.getFirst().receivers();
      lines.add(
          "inside it "
              + (all.size() == 1 ? "" : all.size() + " × ")
              + what
              + (who.isEmpty() ? "" : " (" + receivers(who) + ")"));
    });
    return new Page.CallCell(tone(call), call.outcome(), inside(call), lines);
  }

  private static String inside(LabRun.Call call) {
    if (call.inlined() == 0 && call.intrinsics() == 0) {
      return "";
    }
    return "with "
        + NumberFormats.count(call.inlined(), "method")
        + " and "
        + NumberFormats.count(call.intrinsics(), "intrinsic");
  }

  /// The calls that remain inside cost time, whatever became of the call itself.
  private static String tone(LabRun.Call call) {
    List<LabRun.Call> all = new ArrayList<>(call.remaining());
    all.add(call);
    if (all.stream().anyMatch(c -> c.outcome().contains("virtual call"))) {
      return "virtual";
    }
    if (!call.remaining().isEmpty()) {
      return "refused";
    }
    return switch (call.outcome()) {
      case "inlined" -> "inlined";
      case "intrinsic" -> "intrinsic";
      case "call site not reached", "never executed" -> "cold";
      default -> call.outcome().contains("inlined") ? "inlined" : "refused";
    };
  }

  private static String receivers(List<LabRun.Share> shares) {
    return shares.stream()
        .map(s ->
            NumberFormats.percent(s.share(), 1)
                + " "
                + (s.type().isEmpty() ? "others" : simple(named(s.type()))))
        .collect(Collectors.joining(", "));
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private static String named(String text) {
    return HIDDEN.matcher(text).replaceAll("");
  }
}

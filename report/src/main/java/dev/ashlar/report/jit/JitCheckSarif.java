// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.rules.RuleBaseline;
import dev.ashlar.jit.rules.Rules;
import dev.ashlar.report.ci.SarifReport;
import dev.ashlar.report.ci.SarifReport.BaselineState;
import dev.ashlar.report.ci.SarifReport.Level;
import dev.ashlar.report.ci.SarifReport.Location;
import dev.ashlar.report.ci.SarifReport.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Writes the broken rules of a check in the format SARIF. Each reason is a result at the line of
/// the rule, because a log does not have the paths of source files.
public final class JitCheckSarif {
  private static final String HELP =
      "The message says which decision of HotSpot breaks the rule. 'ashlar jit explain' shows it in"
          + " the call tree, and 'ashlar jit report' has advice.";

  private JitCheckSarif() {}

  /// Writes the report to `file`, in full or not at all. Missing folders are created.
  ///
  /// @param rulesFile the file with the rules
  /// @param stale the reasons that only the baseline has; empty without a baseline
  /// @param version the version of this tool
  /// @throws IOException naming the file and the reason
  public static void write(
      Path rulesFile,
      Rules rules,
      List<CheckedLog> logs,
      Optional<List<RuleBaseline.Stale>> stale,
      String version,
      Path file)
      throws IOException {
    SarifReport report = new SarifReport("ashlar jit check", version);
    // A rule may be there twice, and the baseline may have a rule that was deleted.
    Set<String> texts = new LinkedHashSet<>(rules.texts().values());
    stale.ifPresent(reasons -> reasons.forEach(reason -> texts.add(reason.rule())));
    texts.forEach(text -> report.addRule(new SarifReport.Rule(text, text, HELP)));
    Optional<BaselineState> fresh = stale.map(reasons -> BaselineState.NEW);
    Optional<BaselineState> unchanged = Optional.of(BaselineState.UNCHANGED);
    for (CheckedLog log : logs) {
      log.broken().forEach(broken -> add(log, broken, fresh, rulesFile, report));
      log.accepted().forEach(broken -> add(log, broken, unchanged, rulesFile, report));
    }
    stale.stream()
        .flatMap(List::stream)
        .map(reason ->
            Result.absent(
                reason.rule(), reason.text(), location(reason.rule(), rules, rulesFile), Map.of()))
        .forEach(report::addResult);
    report.write(file);
  }

  /// {@return the line of a rule; the whole file if the rule was deleted}
  private static Location location(String rule, Rules rules, Path rulesFile) {
    return rules.texts().entrySet().stream()
        .filter(line -> line.getValue().equals(rule))
        .findFirst()
        .map(line -> Location.of(rulesFile, line.getKey()))
        .orElse(Location.of(rulesFile));
  }

  private static void add(
      CheckedLog log,
      Rules.Broken broken,
      Optional<BaselineState> state,
      Path rulesFile,
      SarifReport report) {
    Location rule = Location.of(rulesFile, broken.lineNumber());
    Map<String, String> ofLog = Map.of("log", log.name());
    Set<String> ofPlaces = new HashSet<>();
    for (Rules.Place place : broken.places()) {
      ofPlaces.add(place.reason());
      Map<String, Object> properties = new LinkedHashMap<>(ofLog);
      properties.putAll(JitJson.place(place));
      report.addResult(result(broken, place.reason(), rule, state, properties));
    }
    broken.reasons().stream()
        .filter(reason -> !ofPlaces.contains(reason))
        .forEach(reason -> report.addResult(result(broken, reason, rule, state, ofLog)));
  }

  /// An accepted reason is a note, because it does not fail a build.
  private static Result result(
      Rules.Broken broken,
      String reason,
      Location rule,
      Optional<BaselineState> state,
      Map<String, ?> properties) {
    boolean accepted = state.equals(Optional.of(BaselineState.UNCHANGED));
    return new Result(
        broken.rule(),
        accepted ? Level.NOTE : Level.ERROR,
        broken.rule() + ": " + reason,
        rule,
        state,
        properties);
  }
}

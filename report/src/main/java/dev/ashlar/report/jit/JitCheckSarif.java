// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.rules.Rules;
import dev.ashlar.report.ci.SarifReport;
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
  /// @param version the version of this tool
  /// @throws IOException naming the file and the reason
  public static void write(
      Path rulesFile, Rules rules, List<CheckedLog> logs, String version, Path file)
      throws IOException {
    SarifReport report = new SarifReport("ashlar jit check", version);
    // A rule may be there twice.
    new LinkedHashSet<>(rules.texts().values())
        .forEach(text -> report.addRule(new SarifReport.Rule(text, text, HELP)));
    for (CheckedLog log : logs) {
      for (Rules.Broken broken : log.broken()) {
        Optional<SarifReport.Location> rule =
            Optional.of(SarifReport.Location.of(rulesFile, broken.lineNumber()));
        Set<String> ofPlaces = new HashSet<>();
        for (Rules.Place place : broken.places()) {
          ofPlaces.add(place.reason());
          Map<String, Object> properties = new LinkedHashMap<>(Map.of("log", log.name()));
          properties.putAll(JitJson.place(place));
          report.addResult(result(broken, place.reason(), rule, properties));
        }
        broken.reasons().stream()
            .filter(reason -> !ofPlaces.contains(reason))
            .forEach(reason ->
                report.addResult(result(broken, reason, rule, Map.of("log", log.name()))));
      }
    }
    report.write(file);
  }

  private static SarifReport.Result result(
      Rules.Broken broken,
      String reason,
      Optional<SarifReport.Location> rule,
      Map<String, ?> properties) {
    return new SarifReport.Result(
        broken.rule(),
        SarifReport.Level.ERROR,
        broken.rule() + ": " + reason,
        rule,
        Optional.empty(),
        properties);
  }
}

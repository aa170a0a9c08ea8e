// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import dev.ashlar.results.LabRun.Omission;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;

/// The pairs of an experiment that a run times, and the pairs that it skips.
record Plan(Experiment experiment, List<CasePlan> cases, List<Omission> skipped) {

  record Pair(Case theCase, Contender contender) {}

  /// The pairs of a case.
  ///
  /// @param explained the pairs whose compiled calls are shown, timed or not
  record CasePlan(Case theCase, List<Pair> pairs, List<Pair> explained) {}

  List<Pair> pairs() {
    return cases.stream().flatMap(one -> one.pairs().stream()).toList();
  }

  /// Plans an experiment. A glob given by the user overrides the selection of the mode.
  static Plan of(Experiment experiment, LabOptions options) {
    PathMatcher cases = matcher("--case", options.cases());
    PathMatcher contenders = matcher("--contender", options.contenders());
    Mode mode = options.mode();
    List<CasePlan> plans = new ArrayList<>();
    List<Omission> skipped = new ArrayList<>();
    for (Case theCase : experiment.cases()) {
      List<Pair> pairs = new ArrayList<>();
      List<Pair> explained = new ArrayList<>();
      Map<String, String> leftOut = new LinkedHashMap<>();
      int applicable = 0;
      for (Contender contender : experiment.contenders()) {
        if (!experiment.applies(theCase, contender)
            || !cases.matches(Path.of(theCase.name()))
            || !contenders.matches(Path.of(contender.name()))) {
          continue;
        }
        applicable++;
        Optional<String> unavailable = experiment.unavailable(theCase, contender);
        if (unavailable.isEmpty() && isExplained(experiment, theCase, contender, mode)) {
          explained.add(new Pair(theCase, contender));
        }
        if (!options.isFiltered() && !experiment.isTimed(mode, theCase, contender)) {
          leftOut.put(contender.name(), why(experiment, mode, theCase, contender));
        } else if (unavailable.isPresent()) {
          skipped.add(new Omission(theCase.name(), contender.name(), unavailable.get()));
        } else {
          pairs.add(new Pair(theCase, contender));
        }
      }
      Set<String> reasons = Set.copyOf(leftOut.values());
      if (leftOut.size() == applicable && reasons.size() == 1) {
        skipped.add(new Omission(theCase.name(), "*", reasons.iterator().next()));
      } else {
        leftOut.forEach((name, why) -> skipped.add(new Omission(theCase.name(), name, why)));
      }
      if (!pairs.isEmpty() || !explained.isEmpty()) {
        plans.add(new CasePlan(theCase, List.copyOf(pairs), List.copyOf(explained)));
      }
    }
    return new Plan(experiment, List.copyOf(plans), List.copyOf(skipped));
  }

  /// Names no case: what has the same reason is listed together.
  private static String why(Experiment experiment, Mode mode, Case theCase, Contender contender) {
    if (mode == Mode.QUICK) {
      return "not part of --quick; --case NAME measures it";
    }
    return experiment.isTimed(Mode.QUICK, theCase, contender)
        ? "not part of the default run; --quick or --case NAME measures it"
        : "not part of the default run; --case NAME measures it";
  }

  /// The default mode has no time for JVMs that time nothing.
  private static boolean isExplained(
      Experiment experiment, Case theCase, Contender contender, Mode mode) {
    boolean chosen =
        switch (mode) {
          case DEFAULT -> false;
          case QUICK -> experiment.isExplainedInQuick(theCase, contender);
          case FULL ->
              experiment.isExplainedInQuick(theCase, contender)
                  || experiment.isTimed(Mode.QUICK, theCase, contender);
        };
    return chosen && experiment.explained(theCase, contender).isPresent();
  }

  private static PathMatcher matcher(String option, Optional<String> glob) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + glob.orElse("*"));
    } catch (PatternSyntaxException e) {
      // The JDK opens a quotation there and does not close it.
      throw LabException.wrongUsage(
          "%s '%s' is not a glob: %s"
              .formatted(option, glob.orElse(""), e.getDescription().replace("'", "")));
    }
  }
}

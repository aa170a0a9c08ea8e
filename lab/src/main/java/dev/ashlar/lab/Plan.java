package dev.ashlar.lab;

import dev.ashlar.lab.Experiment.Case;
import dev.ashlar.lab.Experiment.Contender;
import dev.ashlar.report.LabRun.Omission;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/// The pairs of an experiment that a run times, and what it leaves out.
record Plan(Experiment experiment, List<CasePlan> cases, List<Omission> skipped) {

  record Pair(Case theCase, Contender contender) {}

  /// The pairs of a case.
  ///
  /// @param explained pairs whose calls are shown as the compiler saw them, timed or not
  record CasePlan(Case theCase, List<Pair> pairs, List<Pair> explained) {}

  List<Pair> pairs() {
    return cases.stream().flatMap(one -> one.pairs().stream()).toList();
  }

  /// A glob asked for by the user overrides the choice of the mode.
  static Plan of(Experiment experiment, LabOptions options) {
    PathMatcher cases = matcher("--case", options.cases());
    PathMatcher contenders = matcher("--contender", options.contenders());
    Mode mode = options.mode();
    List<CasePlan> plans = new ArrayList<>();
    List<Omission> skipped = new ArrayList<>();
    for (Case theCase : experiment.cases()) {
      List<Pair> pairs = new ArrayList<>();
      List<Pair> explained = new ArrayList<>();
      List<String> leftOut = new ArrayList<>();
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
          leftOut.add(contender.name());
        } else if (unavailable.isPresent()) {
          skipped.add(new Omission(theCase.name(), contender.name(), unavailable.get()));
        } else {
          pairs.add(new Pair(theCase, contender));
        }
      }
      String why =
          mode == Mode.DEFAULT
              ? "not part of the default run; --full measures it"
              : "not part of --quick; --full measures it";
      if (!leftOut.isEmpty() && leftOut.size() == applicable) {
        skipped.add(new Omission(theCase.name(), "*", why));
      } else {
        leftOut.forEach(name -> skipped.add(new Omission(theCase.name(), name, why)));
      }
      if (!pairs.isEmpty() || !explained.isEmpty()) {
        plans.add(new CasePlan(theCase, List.copyOf(pairs), List.copyOf(explained)));
      }
    }
    return new Plan(experiment, List.copyOf(plans), List.copyOf(skipped));
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
                  || experiment.isHeadline(theCase, contender);
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

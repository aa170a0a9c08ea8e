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
///
/// @param explained pairs whose calls are shown as the compiler saw them, timed or not
record Plan(Experiment experiment, List<Pair> pairs, List<Pair> explained, List<Omission> skipped) {

  record Pair(Case theCase, Contender contender) {}

  /// A glob asked for by the user overrides the choice of the quick mode.
  static Plan of(Experiment experiment, LabOptions options) {
    PathMatcher cases = matcher("--case", options.cases());
    PathMatcher contenders = matcher("--contender", options.contenders());
    List<Pair> pairs = new ArrayList<>();
    List<Pair> explained = new ArrayList<>();
    List<Omission> skipped = new ArrayList<>();
    boolean headlinesOnly = options.mode() == Mode.QUICK && !options.isFiltered();
    for (Case theCase : experiment.cases()) {
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
        if (unavailable.isEmpty() && isExplained(experiment, theCase, contender, options.mode())) {
          explained.add(new Pair(theCase, contender));
        }
        if (headlinesOnly && !experiment.isHeadline(theCase, contender)) {
          leftOut.add(contender.name());
        } else if (unavailable.isPresent()) {
          skipped.add(new Omission(theCase.name(), contender.name(), unavailable.get()));
        } else {
          pairs.add(new Pair(theCase, contender));
        }
      }
      String why = "not part of --quick; --full measures it";
      if (!leftOut.isEmpty() && leftOut.size() == applicable) {
        skipped.add(new Omission(theCase.name(), "*", why));
      } else {
        leftOut.forEach(name -> skipped.add(new Omission(theCase.name(), name, why)));
      }
    }
    return new Plan(experiment, List.copyOf(pairs), List.copyOf(explained), List.copyOf(skipped));
  }

  private static boolean isExplained(
      Experiment experiment, Case theCase, Contender contender, Mode mode) {
    return (experiment.isExplainedInQuick(theCase, contender)
            || (mode == Mode.FULL && experiment.isHeadline(theCase, contender)))
        && experiment.explained(theCase, contender).isPresent();
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

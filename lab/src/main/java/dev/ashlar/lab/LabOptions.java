// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.statistics.StoppingRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The options of a run.
///
/// @param experiments the names of experiments; empty for all
/// @param cases a glob for names of cases
/// @param contenders a glob for names of contenders
/// @param text the user's own lines, for the experiment `strings`
/// @param rounds the number of rounds of each case; empty for as many as its comparisons need
/// @param jdk the folder of the measured JDK; empty for the JDK that runs this code
/// @param profilers the names of JMH's profilers, with their options in JMH's syntax
/// @param load the share of the time for which a process of the lab keeps one core busy; 0 for none
public record LabOptions(
    List<String> experiments,
    Mode mode,
    Optional<String> cases,
    Optional<String> contenders,
    Optional<Path> text,
    OptionalInt rounds,
    Optional<Path> jdk,
    List<String> profilers,
    double load) {

  public LabOptions {
    experiments = List.copyOf(experiments);
    profilers = List.copyOf(profilers);
  }

  /// {@return the rule that ends the measurement of a case}
  StoppingRule rule(boolean observed) {
    return rounds.isPresent() ? new StoppingRule(rounds.getAsInt()) : mode.rule(observed);
  }

  boolean isFiltered() {
    return cases.isPresent() || contenders.isPresent();
  }
}

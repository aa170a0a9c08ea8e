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
/// @param experiments names, none for all
/// @param cases glob that a case's name has to match
/// @param contenders glob that a contender's name has to match
/// @param text the user's own lines for `strings`
/// @param rounds how many rounds each case has; empty for as many as its comparisons need
/// @param jdk folder of the JDK that is measured; empty for the one that runs this
/// @param profilers names of JMH's profilers, each with its options as JMH takes them
public record LabOptions(
    List<String> experiments,
    Mode mode,
    Optional<String> cases,
    Optional<String> contenders,
    Optional<Path> text,
    OptionalInt rounds,
    Optional<Path> jdk,
    List<String> profilers) {

  public LabOptions {
    experiments = List.copyOf(experiments);
    profilers = List.copyOf(profilers);
  }

  /// On the JDK that runs this, with as many rounds as needed and without profilers.
  public LabOptions(
      List<String> experiments,
      Mode mode,
      Optional<String> cases,
      Optional<String> contenders,
      Optional<Path> text) {
    this(
        experiments,
        mode,
        cases,
        contenders,
        text,
        OptionalInt.empty(),
        Optional.empty(),
        List.of());
  }

  /// {@return when to stop measuring a case}
  StoppingRule rule(boolean observed) {
    return rounds.isPresent() ? new StoppingRule(rounds.getAsInt()) : mode.rule(observed);
  }

  boolean isFiltered() {
    return cases.isPresent() || contenders.isPresent();
  }
}

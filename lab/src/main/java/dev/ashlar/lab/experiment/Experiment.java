// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// One argument to settle: what is timed, by whom, and how it is presented.
public interface Experiment {
  /// {@return the name on the command line and in the results}
  String name();

  /// {@return a headline}
  String title();

  /// {@return the question it answers, in a paragraph}
  String question();

  /// {@return all cases, in reading order}
  List<Case> cases();

  /// {@return all contenders, in reading order}
  List<Contender> contenders();

  /// {@return whether this contender has anything to do in this case at all}
  boolean applies(Case theCase, Contender contender);

  /// {@return whether a mode times this pair}
  boolean isTimed(Mode mode, Case theCase, Contender contender);

  /// {@return what a JVM of this case takes beyond its start and what the mode has it time: filling
  /// a store, or an observation}
  default Duration extraTime(Case theCase) {
    return Duration.ZERO;
  }

  /// {@return why this machine is not up to a pair, where that shows without trying}
  default Optional<String> unavailable(Case theCase, Contender contender) {
    return Optional.empty();
  }

  /// {@return the operations in one call of [Workload#run]}
  int operations(Case theCase);

  /// {@return the threads that each do the work at the same time}
  default int threads(Case theCase) {
    return 1;
  }

  /// {@return whether the [Workload] is an [Observation], which runs once in each JVM}
  default boolean isObserved(Case theCase) {
    return false;
  }

  /// {@return the JVM flags this contender needs in this case, which its users would have to pass
  /// too}
  default List<String> flags(Case theCase, Contender contender) {
    return List.of();
  }

  /// {@return the method whose calls are shown as the compiler saw them, as `Decoder::decode`;
  /// empty if they are of no interest}
  default Optional<String> explained(Case theCase, Contender contender) {
    return Optional.empty();
  }

  /// {@return whether `--quick` too starts a JVM to show the calls of this pair}
  default boolean isExplainedInQuick(Case theCase, Contender contender) {
    return false;
  }

  /// {@return whether the loops of explained methods are shown in machine code too}
  default boolean showsLoops() {
    return false;
  }

  /// Makes the work of a pair. Called in the JVM that times it, once for each thread.
  ///
  /// @throws UnavailableException if this contender cannot run here
  Workload workload(Case theCase, Contender contender);
}

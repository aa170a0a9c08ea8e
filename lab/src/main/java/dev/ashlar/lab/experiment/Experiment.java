// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A question about performance, with the cases and contenders that answer it.
public interface Experiment {
  /// The memory, in MiB, of a JVM whose work is small beside the heap that all have.
  long SMALL_JVM = 400;

  /// {@return the name on the command line and in the results}
  String name();

  /// {@return a headline}
  String title();

  /// {@return the question that it answers, in a paragraph}
  String question();

  /// {@return all cases, in reading order}
  List<Case> cases();

  /// {@return whether this contender takes part in this case}
  List<Contender> contenders();

  /// {@return whether this contender has anything to do in this case at all}
  boolean applies(Case theCase, Contender contender);

  /// {@return whether a mode times this pair}
  boolean isTimed(Mode mode, Case theCase, Contender contender);

  /// {@return whether a run in the default mode that names no experiment has this one}
  default boolean isInDefaultRun() {
    return true;
  }

  /// {@return the time that a JVM of this case needs in addition to its start and the mode's
  /// timing, for example to fill a store, or for an observation}
  default Duration extraTime(Case theCase) {
    return Duration.ZERO;
  }

  /// {@return the reason why this machine cannot run a pair, if that is known without trying}
  default Optional<String> unavailable(Case theCase, Contender contender) {
    return Optional.empty();
  }

  /// {@return the number of operations in one call of [Workload#run]}
  int operations(Case theCase);

  /// {@return the number of threads, each of which does the work, at the same time}
  default int threads(Case theCase) {
    return 1;
  }

  /// {@return whether a JVM of this case needs the machine for itself} Otherwise the JVMs of a
  /// round take turns.
  default boolean isAlone(Case theCase) {
    return isObserved(theCase) || threads(theCase) > 1;
  }

  /// {@return the memory of a JVM of this pair, in MiB}
  default long mebibytes(Case theCase, Contender contender) {
    return SMALL_JVM;
  }

  /// {@return whether the [Workload] is an [Observation], which runs once in each JVM}
  default boolean isObserved(Case theCase) {
    return false;
  }

  /// {@return the JVM flags that this contender needs in this case, and that its users would have
  /// to pass}
  default List<String> flags(Case theCase, Contender contender) {
    return List.of();
  }

  /// {@return the method whose compiled calls are shown, as `Decoder::decode`; empty if none is}
  default Optional<String> explained(Case theCase, Contender contender) {
    return Optional.empty();
  }

  /// {@return whether a JVM shows the calls of this pair with `--quick` too}
  default boolean isExplainedInQuick(Case theCase, Contender contender) {
    return false;
  }

  /// {@return whether the loops of these methods are shown in machine code too}
  default boolean showsLoops() {
    return false;
  }

  /// Creates the work of a pair. It is called in the JVM that times the pair, once for each thread.
  ///
  /// @throws UnavailableException if this contender cannot run here
  Workload workload(Case theCase, Contender contender);
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.results.LabRun;
import java.time.Duration;
import java.util.List;

/// Listens to the progress of a run. The thread of the run makes all calls.
public interface LabListener {
  /// The run starts.
  ///
  /// @param cases the number of cases
  /// @param takenOver the number of cases that an earlier run has finished
  /// @param estimate how long the other cases will take, from the time of one JVM and the usual
  ///   number of rounds
  /// @param seed the seed of the order of contenders in each round
  /// @param warnings problems of the machine, in sentences
  void started(int cases, int takenOver, Duration estimate, long seed, List<String> warnings);

  /// An experiment starts.
  void experimentStarted(String name, String title, String question);

  /// A case is not measured, since an earlier run has finished it.
  ///
  /// @param ofOneCase an experiment with this case only
  void caseTakenOver(LabRun.Experiment ofOneCase);

  /// A case starts.
  void caseStarted(String experiment, String theCase);

  /// A JVM will be started, or all JVMs of a round that take turns.
  ///
  /// @param contender the contender of the JVM, or of the first JVM of the round
  /// @param round the number of the round, from 1; 0 for a JVM after the timing
  void forkStarted(String experiment, String theCase, String contender, int round);

  /// The rounds of a case are finished: all comparisons are decided, or no round is left.
  ///
  /// @param ofOneCase an experiment with this case only
  /// @param left how long the remaining cases will take
  void caseFinished(LabRun.Experiment ofOneCase, Duration left);

  /// An experiment is finished. `experiment` has its figures.
  void experimentFinished(LabRun.Experiment experiment);
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.results.LabRun;
import java.time.Duration;
import java.util.List;

/// Hears how a run goes. All calls come from the thread that runs it.
public interface LabListener {
  /// The run begins.
  ///
  /// @param cases how many there are
  /// @param takenOver how many of them an earlier run has finished
  /// @param estimate how long the others will take, from what a JVM takes and how many rounds are
  ///   usual
  /// @param seed of the order of contenders in each round
  /// @param warnings what is wrong with the machine, in sentences
  void started(int cases, int takenOver, Duration estimate, long seed, List<String> warnings);

  /// An experiment begins.
  void experimentStarted(String name, String title, String question);

  /// A case is not measured, because an earlier run has finished it.
  ///
  /// @param ofOneCase an experiment that consists of it
  void caseTakenOver(LabRun.Experiment ofOneCase);

  /// A case begins.
  void caseStarted(String experiment, String theCase);

  /// A JVM is about to be started.
  ///
  /// @param round counted from one; 0 before and after all timing
  void forkStarted(String experiment, String theCase, String contender, int round);

  /// A case is decided, or has had all its rounds.
  ///
  /// @param ofOneCase an experiment that consists of it
  /// @param left how long the other cases will take
  void caseFinished(LabRun.Experiment ofOneCase, Duration left);

  /// An experiment is over; these are its figures.
  void experimentFinished(LabRun.Experiment experiment);
}

package dev.ashlar.lab;

import dev.ashlar.report.LabRun;

/// Hears how a run goes. All calls come from the thread that runs it.
public interface LabListener {
  /// The run begins.
  ///
  /// @param forks JVMs that will be started in all
  void started(int forks);

  /// A JVM is about to be started.
  void forkStarted(String experiment, String theCase, String contender);

  /// It ended, or was not needed after all.
  void forkFinished();

  /// An experiment is over; these are its figures.
  void experimentFinished(LabRun.Experiment experiment);
}

package dev.ashlar.lab;

/// The work that is timed.
public interface Workload {
  /// Proves that [#run] does what all contenders of its case do. Called once, before timing.
  ///
  /// @throws WrongResultException if it does not
  void verify();

  /// Does the work of the case's number of operations.
  ///
  /// @return something that depends on all of it
  long run();
}

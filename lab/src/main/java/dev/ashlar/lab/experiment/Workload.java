// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

/// The work that is timed.
///
/// A JVM that times it calls [#prepare], then [#run] over and over, then [#verify]. Before, another
/// JVM called [#prepare] and [#verify]: so a wrong contender is not timed, and the proof leaves no
/// trace in the profile of what is timed.
public interface Workload {
  /// Does what belongs to the case and comes before timing, as running the same code over other
  /// kinds of memory.
  default void prepare() {}

  /// {@return whether other threads than the one that calls [#run] do the work, and allocate}
  default boolean isSpread() {
    return false;
  }

  /// Proves that [#run] does what all contenders of its case do.
  ///
  /// @throws WrongResultException if it does not
  void verify();

  /// Does the work of the case's number of operations.
  ///
  /// @return something that depends on all of it
  long run();
}

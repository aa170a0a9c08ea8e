// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

/// The work that is timed.
///
/// A JVM that times the work calls [#prepare], then repeatedly [#run], then [#verify]. Before that,
/// another JVM calls [#prepare] and [#verify]. So a wrong contender is not timed, and verification
/// does not affect the profile of the timed code.
public interface Workload {
  /// Does work that belongs to the case and precedes timing, for example runs the same code on
  /// other kinds of memory.
  default void prepare() {}

  /// {@return whether threads other than the caller of [#run] do the work, and allocate}
  default boolean isSpread() {
    return false;
  }

  /// Verifies that [#run] does what all contenders of its case have to do.
  ///
  /// @throws WrongResultException if a result is wrong
  void verify();

  /// Does the work: as many operations as the case has.
  ///
  /// @return a value that depends on all of the work
  long run();
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.List;

/// An allocation or a lock that C2 removed from compiled code after inlining.
///
/// @param kind what was removed
/// @param type for an allocation, the class; for a lock, HotSpot's reason: `NonEscObj` (the object
///   does not escape), `Nested` (it is locked already) or `Coarsened` (it is unlocked just before)
/// @param path the positions from the compiled method to the method with the bytecode
public record Elimination(Kind kind, String type, List<Position> path) {
  /// The kind of an eliminated thing.
  public enum Kind {
    ALLOCATION,
    LOCK
  }

  /// A bytecode of a method.
  public record Position(Method method, int bci) {}

  /// {@return the position of the allocation or the lock}
  public Position position() {
    return path.get(path.size() - 1);
  }
}

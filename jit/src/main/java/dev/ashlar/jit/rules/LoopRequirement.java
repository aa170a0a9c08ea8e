// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.rules;

/// A requirement on a loop's machine code. Inner loops need rules of their own.
public enum LoopRequirement {
  /// No index is checked in the loop, neither by a range check nor by a check of unknown kind.
  NO_RANGE_CHECK("has no range check"),
  /// All that it calculates is vectorized.
  VECTORIZED("is vectorized"),
  /// Something is: of a reduction whose order is fixed, the part before the sum may be.
  PARTLY_VECTORIZED("is partly vectorized"),
  /// No object is allocated in the loop, and no method that might allocate one is called.
  NO_ALLOCATION("allocates nothing"),
  /// Neither a method nor the JVM's own code is called in the loop.
  NO_CALL("has no call"),
  /// No object's class is checked in the loop, neither by a guard nor by a check of unknown kind.
  NO_CLASS_GUARD("has no class guard");

  private final String words;

  LoopRequirement(String words) {
    this.words = words;
  }

  /// {@return its words in a rule, as `has no call`}
  public String words() {
    return words;
  }
}

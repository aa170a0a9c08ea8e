// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.rules;

/// A requirement on a loop's machine code. Inner loops need rules of their own.
public enum LoopRequirement {
  /// The loop checks no index, neither by a range check nor by a check of unknown kind.
  NO_RANGE_CHECK("has no range check"),
  /// All calculations of the loop are vectorized.
  VECTORIZED("is vectorized"),
  /// A part of the calculations is vectorized. In a reduction whose order is fixed, this may be the
  /// part before the sum.
  PARTLY_VECTORIZED("is partly vectorized"),
  /// The loop allocates no object, and calls no method that might allocate one.
  NO_ALLOCATION("allocates nothing"),
  /// The loop calls neither a method nor the JVM's own code.
  NO_CALL("has no call"),
  /// The loop checks no object's class, neither by a guard nor by a check of unknown kind.
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

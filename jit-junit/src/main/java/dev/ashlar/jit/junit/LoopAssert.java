// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import dev.ashlar.jit.rules.LoopRequirement;

/// Assertions about the loops of a method. They read C2's machine code of the method, and of the
/// printed methods that inline it. They apply to the main loop, and ignore the pre-loop and the
/// post-loop. Inner loops need assertions of their own.
///
/// An assertion that does not hold throws [JitAssertionError]. So does each assertion if the loop
/// is not found, or if the code cannot be decoded.
public final class LoopAssert {
  private final MethodAssert method;
  private final String loop;

  LoopAssert(MethodAssert method, String loop) {
    this.method = method;
    this.loop = loop;
  }

  /// Asserts that the loop checks no index.
  public LoopAssert hasNoRangeCheck() {
    return holds(LoopRequirement.NO_RANGE_CHECK);
  }

  /// Asserts that all calculations of the loop are vectorized.
  public LoopAssert isVectorized() {
    return holds(LoopRequirement.VECTORIZED);
  }

  /// Asserts that at least a part of the loop is vectorized, as in a sum of products of `double`.
  public LoopAssert isPartlyVectorized() {
    return holds(LoopRequirement.PARTLY_VECTORIZED);
  }

  /// Asserts that the loop allocates no object, and calls no method that might allocate one.
  public LoopAssert allocatesNothing() {
    return holds(LoopRequirement.NO_ALLOCATION);
  }

  /// Asserts that the loop calls neither a method nor the JVM's own code.
  public LoopAssert hasNoCall() {
    return holds(LoopRequirement.NO_CALL);
  }

  /// Asserts that the loop checks no object's class.
  public LoopAssert hasNoClassGuard() {
    return holds(LoopRequirement.NO_CLASS_GUARD);
  }

  private LoopAssert holds(LoopRequirement requirement) {
    method.holds(loop + " " + requirement.words());
    return this;
  }
}

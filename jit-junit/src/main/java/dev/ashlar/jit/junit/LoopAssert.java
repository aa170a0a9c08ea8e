// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import dev.ashlar.jit.rules.LoopRequirement;

/// Assertions about loops of a method, in the machine code that C2 made of it and of the printed
/// methods in which it is inlined. They are about the main loop: pre- and post-loop make the few
/// iterations that it cannot. Inner loops need assertions of their own.
///
/// A loop that is not found, and code that cannot be decoded, fail each of them.
public final class LoopAssert {
  private final MethodAssert method;
  private final String loop;

  LoopAssert(MethodAssert method, String loop) {
    this.method = method;
    this.loop = loop;
  }

  /// Asserts that no index is checked in the loop.
  public LoopAssert hasNoRangeCheck() {
    return holds(LoopRequirement.NO_RANGE_CHECK);
  }

  /// Asserts that all that the loop calculates is vectorized.
  public LoopAssert isVectorized() {
    return holds(LoopRequirement.VECTORIZED);
  }

  /// Asserts that at least a part of the loop is vectorized, as of the sum of products of `double`.
  public LoopAssert isPartlyVectorized() {
    return holds(LoopRequirement.PARTLY_VECTORIZED);
  }

  /// Asserts that no object is allocated in the loop, and that it calls no method that might.
  public LoopAssert allocatesNothing() {
    return holds(LoopRequirement.NO_ALLOCATION);
  }

  /// Asserts that neither a method nor the JVM's own code is called in the loop.
  public LoopAssert hasNoCall() {
    return holds(LoopRequirement.NO_CALL);
  }

  /// Asserts that no object's class is checked in the loop.
  public LoopAssert hasNoClassGuard() {
    return holds(LoopRequirement.NO_CLASS_GUARD);
  }

  private LoopAssert holds(LoopRequirement requirement) {
    method.holds(loop + " " + requirement.words());
    return this;
  }
}

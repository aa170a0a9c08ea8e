// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.machine;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A loop in machine code. C2 makes several copies of a source loop.
///
/// @param address the address of its first instruction
/// @param depth the nesting depth; 1 for an outermost loop
/// @param frames the source position of its test, innermost first
/// @param step the change of its counter per iteration; empty if no counter is recognized
/// @param unrolled the unroll factor; empty if unknown
/// @param addresses the addresses of its instructions, without those of inner loops
/// @param instructionCount the number of its instructions, without inner loops and `nop`
/// @param skips whether an iteration may skip some of its instructions
/// @param marks the marks of the loop without its inner loops, by address
/// @param before the marks of the checks that were hoisted out of it
/// @param vectorBits the width of its widest vectors; 0 if it has none
/// @param scalar in a loop of vectors, the names of the instructions that are not vectorized: they
///   calculate with one floating-point number, or extract one element of a vector
public record LoopCode(
    long address,
    int depth,
    Role role,
    List<Frame> frames,
    OptionalLong step,
    OptionalInt unrolled,
    List<Long> addresses,
    int instructionCount,
    boolean skips,
    List<Mark> marks,
    List<Mark> before,
    int vectorBits,
    List<String> scalar) {
  /// C2's name for a copy of a source loop.
  public enum Role {
    /// The only copy, as far as is known.
    LOOP("loop"),
    /// The pre-loop: iterations that align the main loop, or free it from checks.
    PRE("pre-loop"),
    /// The main loop: most of the iterations.
    MAIN("main loop"),
    /// The post-loop: the rest of the iterations.
    POST("post-loop"),
    /// The outer loop of loop strip mining, with the safepoint poll.
    STRIP("strip-mined outer loop"),
    /// The loop that zeroes a new object.
    ZEROING("zeroing loop"),
    /// A loop without a source position.
    UNKNOWN("loop of unknown origin");

    private final String words;

    Role(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  public LoopCode {
    frames = List.copyOf(frames);
    addresses = List.copyOf(addresses);
    marks = List.copyOf(marks);
    before = List.copyOf(before);
    scalar = List.copyOf(scalar);
  }

  /// {@return whether all calculations of the loop are vectorized}
  public boolean isVectorized() {
    return vectorBits > 0 && scalar.isEmpty();
  }

  /// {@return whether only a part of the calculations is vectorized, as in a reduction whose order
  /// is fixed}
  public boolean isPartlyVectorized() {
    return vectorBits > 0 && !scalar.isEmpty();
  }

  /// {@return the number of marks of a kind}
  public int count(Mark.Kind kind) {
    return (int) marks.stream().filter(m -> m.kind() == kind).count();
  }

  /// {@return a summary on one line}
  public String summary() {
    return LoopWording.of(this);
  }
}

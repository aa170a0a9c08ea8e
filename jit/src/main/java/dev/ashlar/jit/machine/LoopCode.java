package dev.ashlar.jit.machine;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A loop in machine code. C2 makes several of one loop of the source.
///
/// @param address of its first instruction
/// @param depth 1 for a loop that is in no other
/// @param frames the place of its test in the source, innermost first
/// @param step what its counter changes by each time round; empty if no counter is recognised
/// @param unrolled how many rounds of the source's loop it makes in one; empty if that is not known
/// @param instructionCount without those of loops inside of it, and without `nop`
/// @param marks in it and not in a loop inside of it, by address
/// @param before marks of checks that precede it, made once
/// @param vectorBits the widest vectors that it works on; 0 if it is not vectorized
public record LoopCode(
    long address,
    int depth,
    Role role,
    List<Frame> frames,
    OptionalLong step,
    OptionalInt unrolled,
    int instructionCount,
    List<Mark> marks,
    List<Mark> before,
    int vectorBits) {
  /// What part of a loop of the source it is.
  public enum Role {
    /// The only one, as far as is known.
    LOOP("loop"),
    /// Rounds before the main loop, which align it or leave it without checks.
    PRE("pre-loop"),
    /// The one that makes most rounds.
    MAIN("main loop"),
    /// The rest of the rounds.
    POST("post-loop"),
    /// Around the main loop, so that it needs no safepoint poll in each round.
    STRIP("strip-mined outer loop"),
    /// One that fills a new object with zeros.
    ZEROING("zeroing loop"),
    /// One that HotSpot notes no place in the source for.
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
    marks = List.copyOf(marks);
    before = List.copyOf(before);
  }

  public boolean isVectorized() {
    return vectorBits > 0;
  }

  /// {@return how many marks of a kind are in it}
  public int count(Mark.Kind kind) {
    return (int) marks.stream().filter(m -> m.kind() == kind).count();
  }

  /// {@return what it does, in a line}
  public String summary() {
    return LoopWording.of(this);
  }
}

// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.ShortStack;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Whoever makes a type with hardly any stack left gets a stack overflow; with more stack it works.
/// A class whose initialization failed on the way would be lost for the rest of the program.
final class FirstUseOnAShortStackTest {
  record Part(@ProtoField(1) String name, @ProtoField(2) List<Part> parts) {}

  @SuppressWarnings("ArrayRecordComponent")
  record Whole(
      @ProtoField(1) long id,
      @ProtoField(2) Map<String, Part> parts,
      @ProtoField(3) Optional<Side> side,
      @ProtoField(value = 4, type = FieldType.SINT32) int[] counts,
      Either either) {}

  sealed interface Either permits Count, Text {}

  record Count(@ProtoField(5) int count) implements Either {}

  record Text(@ProtoField(6) String text) implements Either {}

  enum Side {
    @ProtoNumber(0)
    BUY,
    @ProtoNumber(1)
    SELL
  }

  @Test
  void nothingIsLost() throws Exception {
    assertThat(ChildJvm.run("first-use", 60, List.of(), Program.class.getName()))
        .contains("failed at first, then succeeded");
  }

  /// Makes the type at one depth after another, from the end of the stack on, until it succeeds.
  static final class Program {
    /// Frames; fewer than what any class takes to be initialized.
    private static final int STEP = 5;

    private Program() {}

    static void main(String[] args) throws Throwable {
      int[] frames = {0};
      ShortStack.inSmallThread(() -> {
        for (Throwable thrown; (thrown = ShortStack.attempt(frames[0], Program::type)) != null; ) {
          if (!(thrown instanceof StackOverflowError)) {
            throw thrown;
          }
          frames[0] += STEP;
        }
      });
      Part part = new Part("leaf", List.of());
      Whole whole =
          new Whole(7, Map.of("a", part), Optional.of(Side.SELL), new int[] {-3}, new Count(9));
      ProtoType<Whole> type = type();
      Whole read = type.parse(type.toByteArray(whole));
      if (!read.parts().equals(whole.parts()) || !read.either().equals(whole.either())) {
        throw new AssertionError("read " + read);
      }
      System.out.println(frames[0] > 0 ? "failed at first, then succeeded" : "never failed");
    }

    private static ProtoType<Whole> type() {
      return ProtoType.of(MethodHandles.lookup(), Whole.class);
    }
  }
}

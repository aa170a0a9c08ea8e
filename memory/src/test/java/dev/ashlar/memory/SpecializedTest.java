// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static java.lang.invoke.MethodHandles.lookup;
import static java.lang.invoke.MethodHandles.publicLookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Copies do what the class does, for all kinds of memory, or the class is refused.
@Timeout(120)
final class SpecializedTest {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  interface Codec {
    long sum(MemorySegment memory);

    void copy(MemorySegment from, MemorySegment to);

    String name();

    default long twice(MemorySegment memory) {
      return 2 * sum(memory);
    }
  }

  /// Returns the name of the class that has the code of the caller.
  private static String callee() {
    return new Throwable().getStackTrace()[1].getClassName();
  }

  /// Has what classes have: constants of all types, lambdas, recursion, methods of its own type.
  static class Everything implements Codec {
    private static final boolean YES = Boolean.parseBoolean("true");
    private static final byte BYTE = Byte.parseByte("1");
    private static final char CHAR = Character.forDigit(2, 10);
    private static final short SHORT = Short.parseShort("3");
    private static final int INT = Integer.parseInt("4");
    private static final long LONG_CONSTANT = Long.parseLong("5");
    private static final float FLOAT = Float.parseFloat("6");
    private static final double DOUBLE = Double.parseDouble("7");
    private static final int[] ARRAY = {8};
    static final List<String> CALLS = new ArrayList<>();

    private final MemorySegment scratch = MemorySegment.ofArray(new long[64]);

    @Override
    public long sum(MemorySegment memory) {
      IntUnaryOperator at = i -> (int) read(memory, i);
      long sum = 0;
      for (int i = 0; i < memory.byteSize(); i++) {
        sum += at.applyAsInt(i);
      }
      return sum + constants() + new Everything().self(this).zero(memory, 3);
    }

    private static long read(MemorySegment memory, long at) {
      return memory.get(ValueLayout.JAVA_BYTE, at);
    }

    private static long constants() {
      return !YES
          ? 1
          : BYTE
              - 1
              + CHAR
              - '2'
              + SHORT
              - 3
              + INT
              - 4
              + LONG_CONSTANT
              - 5
              + (long) FLOAT
              - 6
              + (long) DOUBLE
              - 7
              + ARRAY[0]
              - 8;
    }

    private Everything self(Everything other) {
      Object[] both = {this, other, new Everything[] {other}};
      return (Everything) both[1];
    }

    /// Recursive, and with a segment of another kind.
    private long zero(MemorySegment memory, int depth) {
      return depth == 0 ? memory.get(LONG, 0) : zero(scratch, depth - 1) + scratch.get(LONG, 0);
    }

    @Override
    public void copy(MemorySegment from, MemorySegment to) {
      CALLS.add(callee());
      to.copyFrom(from);
    }

    @Override
    public String name() {
      return "everything";
    }
  }

  private static List<MemorySegment> kinds(Path folder, Arena arena, Arena shared)
      throws IOException {
    List<MemorySegment> kinds =
        List.of(
            MemorySegment.ofArray(new byte[64]),
            MemorySegment.ofArray(new int[16]),
            Arena.ofAuto().allocate(64),
            SegmentsTest.mapped(folder, arena).asSlice(0, 64),
            arena.allocate(64),
            shared.allocate(64));
    for (int i = 0; i < kinds.size(); i++) {
      kinds.get(i).fill((byte) (i + 1));
    }
    return kinds;
  }

  @Test
  void copiesDoWhatTheClassDoes(@TempDir Path folder) throws IOException {
    Codec plain = new Everything();
    Codec codec = Specialized.of(lookup(), Codec.class, Everything.class);
    assertThat(codec.name()).isEqualTo("everything");
    try (Arena arena = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      List<MemorySegment> kinds = kinds(folder, arena, shared);
      for (MemorySegment kind : kinds) {
        assertThat(codec.sum(kind)).isEqualTo(plain.sum(kind));
        assertThat(codec.twice(kind)).isEqualTo(plain.twice(kind));
        assertThat(codec.sum(kind.asSlice(3, 7))).isEqualTo(plain.sum(kind.asSlice(3, 7)));
        for (MemorySegment target : kinds) {
          MemorySegment before = MemorySegment.ofArray(target.toArray(ValueLayout.JAVA_BYTE));
          codec.copy(kind, target);
          assertThat(target.mismatch(kind)).isEqualTo(-1);
          target.copyFrom(before);
        }
      }
    }
    assertThat(Everything.CALLS)
        .contains(
            Everything.class.getName() + "$$OfByte_Native",
            Everything.class.getName() + "$$Mapped");
    assertThat(Specialized.describe(codec))
        .contains("Everything: specialized", "$$OfInt", "$$Mapped_OfByte", "inherited", "twice");
    assertThat(Specialized.of(lookup(), Codec.class, Everything.class)).isSameAs(codec);
  }

  /// Classes whose copies would not do the same, and what the refusal says.
  static final class Refused {
    abstract static class Base implements Codec {
      @Override
      public long sum(MemorySegment memory) {
        return 0;
      }

      @Override
      public void copy(MemorySegment from, MemorySegment to) {}

      @Override
      public String name() {
        return "";
      }
    }

    static final class Locked extends Base {
      @Override
      public synchronized long sum(MemorySegment memory) {
        return 1;
      }
    }

    static final class Serial extends Base {
      interface Size extends Supplier<Long>, Serializable {}

      @Override
      public long sum(MemorySegment memory) {
        Size size = memory::byteSize;
        return size.get();
      }
    }

    static final class Caller extends Base {
      @Override
      public long sum(MemorySegment memory) {
        return lookup().lookupModes();
      }
    }

    static final class Parameter extends Base {
      final int size;

      Parameter(int size) {
        this.size = size;
      }

      @Override
      public long sum(MemorySegment memory) {
        return size;
      }
    }

    static final class WithoutSegments extends Base {
      @Override
      public String name() {
        return "none";
      }
    }

    sealed interface Closed extends Codec permits OfSealed {}

    static final class OfSealed extends Base implements Closed {
      @Override
      public long sum(MemorySegment memory) {
        return 2;
      }
    }
  }

  @Test
  void whatCopiesWouldDoOtherwiseIsRefused() {
    assertRefused(Refused.Locked.class, "sum, line", "is synchronized: use a synchronized block");
    assertRefused(Refused.Serial.class, "sum, line", "serializable lambda", "nested class");
    assertRefused(Refused.Caller.class, "sum, line", "MethodHandles.lookup, which depends");
    assertRefused(Refused.Parameter.class, "no constructor without parameters", "factory");
    assertRefused(Refused.WithoutSegments.class, "No method of", "MemorySegment");
    assertRefused(Refused.OfSealed.class, "Closed is sealed");
    assertRefused(Refused.Base.class, "abstract");
    assertThatThrownBy(() -> Specialized.of(publicLookup(), Codec.class, Everything.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("MethodHandles.lookup()");
    assertThatThrownBy(() -> Specialized.of(lookup(), Everything.class, Everything.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("an interface");
  }

  private static void assertRefused(Class<? extends Codec> type, String... words) {
    assertThatThrownBy(() -> Specialized.of(lookup(), Codec.class, type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(type.getName())
        .hasMessageContainingAll(words);
  }

  static final class Failing implements Codec {
    @Override
    public long sum(MemorySegment memory) {
      return memory.get(LONG, -1);
    }

    @Override
    public void copy(MemorySegment from, MemorySegment to) {
      Objects.requireNonNull(from, "no source");
      to.copyFrom(from);
    }

    @Override
    public String name() {
      return "failing";
    }
  }

  @Test
  @SuppressWarnings("NullAway") // null is passed to see what it does.
  void exceptionsAreThoseOfTheClassAndShowItsLines() {
    Codec codec = Specialized.of(lookup(), Codec.class, Failing.class);
    Codec plain = new Failing();
    MemorySegment memory = MemorySegment.ofArray(new byte[8]);
    Throwable expected = catchThrowable(() -> plain.sum(memory));
    Throwable thrown = catchThrowable(() -> codec.sum(memory));
    assertThat(thrown).hasSameClassAs(expected).hasMessage(expected.getMessage());
    assertThat(thrown.getStackTrace())
        .anySatisfy(frame -> {
          assertThat(frame.getClassName()).endsWith("$Failing$$OfByte");
          assertThat(frame.getMethodName()).isEqualTo("sum");
          assertThat(frame.getFileName()).isEqualTo("SpecializedTest.java");
          assertThat(frame.getLineNumber()).isPositive();
        });
    assertThatThrownBy(() -> codec.copy(null, memory)).hasMessage("no source");
    assertThatThrownBy(() -> codec.sum(null)).isInstanceOf(NullPointerException.class);
    MemorySegment ended;
    try (Arena arena = Arena.ofConfined()) {
      ended = arena.allocate(8);
      codec.copy(memory, ended);
    }
    assertThatThrownBy(() -> codec.copy(memory, ended))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Already closed");
  }

  interface Many {
    long sum(MemorySegment a, MemorySegment b, MemorySegment c);
  }

  static final class ManyKinds implements Many {
    @Override
    public long sum(MemorySegment a, MemorySegment b, MemorySegment c) {
      return a.byteSize() + 10 * b.byteSize() + 100 * c.byteSize();
    }
  }

  /// More combinations than there are copies, by several threads at once.
  @Test
  void theNumberOfCopiesIsBounded() throws Exception {
    Many many = Specialized.of(lookup(), Many.class, ManyKinds.class);
    List<MemorySegment> kinds =
        List.of(
            MemorySegment.ofArray(new byte[1]),
            MemorySegment.ofArray(new short[1]),
            MemorySegment.ofArray(new int[1]),
            MemorySegment.ofArray(new long[1]),
            Arena.global().allocate(3));
    Many plain = new ManyKinds();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        all.add(
            threads.submit(() -> {
              for (MemorySegment a : kinds) {
                for (MemorySegment b : kinds) {
                  for (MemorySegment c : kinds) {
                    assertThat(many.sum(a, b, c)).isEqualTo(plain.sum(a, b, c));
                  }
                }
              }
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    assertThat(Specialized.describe(many).lines().filter(line -> line.contains("copy:")))
        .hasSize(16);
  }

  interface Chooser {
    String name();
  }

  static final class AnyChooser implements Chooser {
    @Override
    public String name() {
      return callee();
    }
  }

  @Test
  void eachKeyHasCopiesOfItsOwn() {
    Chooser one = Specialized.of(lookup(), Chooser.class, AnyChooser.class, "one");
    Chooser two = Specialized.of(lookup(), Chooser.class, AnyChooser.class, "two");
    assertThat(one.getClass()).isNotEqualTo(two.getClass());
    assertThat(one.name()).isNotEqualTo(two.name());
    assertThat(Specialized.of(lookup(), Chooser.class, AnyChooser.class, "one")).isSameAs(one);
  }

  /// The call is in front of one constant and behind another.
  @SuppressWarnings("StaticAssignmentOfThrowable") // It is looked at.
  static final class Early implements Many {
    private static final int BEHIND = Integer.parseInt("3");
    static final Throwable REFUSAL =
        catchThrowable(() -> Specialized.of(lookup(), Many.class, Early.class));
    private static final int FACTOR = Integer.parseInt("7");

    @Override
    public long sum(MemorySegment a, MemorySegment b, MemorySegment c) {
      return a.byteSize() * FACTOR * BEHIND;
    }
  }

  @Test
  void aConstantWithoutAValueIsRefused() {
    assertThat(Early.REFUSAL)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Early is being initialized", "FACTOR", "behind it");
    MemorySegment one = MemorySegment.ofArray(new byte[1]);
    assertThat(Specialized.of(lookup(), Many.class, Early.class).sum(one, one, one)).isEqualTo(21);
  }
}

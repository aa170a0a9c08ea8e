// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Objects that hold segments, of a copy for each kind.
@Timeout(60)
final class SpecializedFactoryTest {
  interface Cursor {
    Cursor next();

    long value();

    long sum(MemorySegment more);
  }

  interface Cursors {
    Cursor over(MemorySegment memory, int step);
  }

  /// Has fields that change.
  static final class Steps implements Cursor {
    private final MemorySegment memory;
    private final int step;
    private long at;

    Steps(MemorySegment memory, int step) {
      this.memory = Objects.requireNonNull(memory).asSlice(0);
      this.step = step;
    }

    @Override
    public Cursor next() {
      at += step;
      return this;
    }

    @Override
    public long value() {
      return memory.get(ValueLayout.JAVA_BYTE, at);
    }

    @Override
    public long sum(MemorySegment more) {
      return value() + more.get(ValueLayout.JAVA_BYTE, at);
    }
  }

  private static List<MemorySegment> kinds(Arena arena) {
    List<MemorySegment> kinds =
        List.of(
            MemorySegment.ofArray(new byte[64]),
            MemorySegment.ofArray(new long[8]),
            Arena.ofAuto().allocate(64),
            arena.allocate(64));
    for (MemorySegment kind : kinds) {
      for (int i = 0; i < 64; i++) {
        kind.set(ValueLayout.JAVA_BYTE, i, (byte) i);
      }
    }
    return kinds;
  }

  @Test
  void eachKindOfMemoryHasACopy() {
    Cursors cursors = Specialized.factory(lookup(), Cursors.class, Steps.class);
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < 3; i++) {
        for (MemorySegment kind : kinds(arena)) {
          Cursor cursor = cursors.over(kind, 7);
          assertThat(cursor.value()).isZero();
          assertThat(cursor.next().next().value()).isEqualTo(14);
          assertThat(cursor.sum(kinds(arena).getFirst())).isEqualTo(28);
          Cursor other = cursors.over(kind, 3);
          assertThat(other.next().value()).isEqualTo(3);
          assertThat(cursor.value()).isEqualTo(14);
        }
      }
    }
    assertThat(Specialized.describe(cursors))
        .contains("$Steps$$OfByte\n", "$Steps$$OfLong\n", "$Steps$$Native\n", "$Steps$$Others\n")
        .doesNotContain("Mapped", "inherited");
    assertThatThrownBy(() -> cursors.over(MemorySegment.NULL, 1).value())
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  record Pair(MemorySegment first, MemorySegment second, MemorySegment own)
      implements Function<MemorySegment, Long> {
    Pair(MemorySegment first, MemorySegment second) {
      // Of another kind than the arguments if there is much.
      this(first, second, first.byteSize() > 8 ? first : MemorySegment.ofArray(new byte[8]));
    }

    @Override
    public Long apply(MemorySegment memory) {
      return memory.byteSize() + own.byteSize() + own.get(ValueLayout.JAVA_BYTE, 7);
    }
  }

  interface Pairs {
    Object of(MemorySegment first, MemorySegment second);
  }

  @Test
  @SuppressWarnings("unchecked")
  void anObjectWithOtherKindsOfFieldsIsOfTheCopyForAll() {
    Pairs pairs = Specialized.factory(lookup(), Pairs.class, Pair.class);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment large = arena.allocate(64);
      Object one = pairs.of(large, large);
      Object other = pairs.of(large.asSlice(0, 8), large);
      assertThat(one.getClass().getName()).endsWith("$$Native_Native_Native");
      assertThat(other.getClass().getName()).endsWith("$$Others");
      assertThat(((Function<MemorySegment, Long>) one).apply(large)).isEqualTo(128);
      assertThat(((Function<MemorySegment, Long>) other).apply(large)).isEqualTo(72);
      assertThat(one).isEqualTo(pairs.of(large, large)).isNotEqualTo(other);
      assertThat(one.hashCode()).isEqualTo(pairs.of(large, large).hashCode());
      assertThat(one.toString()).startsWith("Pair[first=MemorySegment");
    }
  }

  interface Key {
    int id();
  }

  interface Keys {
    Key over(MemorySegment memory);
  }

  /// Uses other objects of its class, and private members of the class around it.
  static final class PackedKey implements Key, Comparable<PackedKey> {
    private static int made;
    private final MemorySegment memory;
    private final boolean isSmall;
    private PackedKey before;

    PackedKey(MemorySegment memory) {
      this.memory = memory;
      this.before = this;
      this.isSmall = check() < 10;
      made++;
    }

    private int check() {
      return id() + memory.get(ValueLayout.JAVA_BYTE, 1);
    }

    @Override
    public int id() {
      return memory.get(ValueLayout.JAVA_INT_UNALIGNED, 0) + offset - offset;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof PackedKey key && key.id() == id() && key.isSmall == isSmall;
    }

    @Override
    public int hashCode() {
      return id();
    }

    @Override
    public int compareTo(PackedKey other) {
      return Integer.compare(id(), new PackedKey(other.memory).before.id());
    }
  }

  private static int offset = 7;

  @Test
  void objectsOfAllCopiesCanBeCompared() {
    List<MemorySegment> kinds =
        List.of(MemorySegment.ofArray(new byte[8]), Arena.global().allocate(8));
    Keys keys = Specialized.factory(lookup(), Keys.class, PackedKey.class);
    for (Keys factory : List.<Keys>of(PackedKey::new, keys)) {
      int before = PackedKey.made;
      List<Key> all = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        MemorySegment kind = kinds.get(i % 2);
        kind.set(ValueLayout.JAVA_INT_UNALIGNED, 0, 2);
        all.add(factory.over(kind));
      }
      assertThat(PackedKey.made).isGreaterThan(before);
      assertThat(Set.copyOf(all)).hasSize(1);
      all.sort(null);
      assertThat(all.getFirst()).isEqualTo(all.getLast()).hasSameHashCodeAs(all.getLast());
    }
    assertThat(Specialized.describe(keys)).contains("$$OfByte\n", "$$Native\n", "$$Others\n");
  }

  /// Code that would mix the class with its copies.
  static final class Mixed {
    static class Over implements Key {
      final MemorySegment memory;

      Over(MemorySegment memory) {
        this.memory = memory;
      }

      @Override
      public int id() {
        return (int) memory.byteSize();
      }
    }

    static final class ClassOf extends Over {
      private final MemorySegment own;

      ClassOf(MemorySegment memory) {
        super(memory);
        own = memory;
      }

      @Override
      public boolean equals(Object other) {
        return other != null && other.getClass() == getClass() && own.equals(memory);
      }

      @Override
      public int hashCode() {
        return ClassOf.class.hashCode();
      }
    }

    static final class Functional extends Over {
      private static final ToIntFunction<Functional> SIZE = Functional::size;
      private static final List<Object> ALL = List.of(new Functional(MemorySegment.NULL));
      private final MemorySegment own;

      Functional(MemorySegment memory) {
        super(memory);
        own = memory;
      }

      private int size() {
        return (int) own.byteSize();
      }

      @Override
      public int id() {
        return SIZE.applyAsInt(this) + ALL.size();
      }
    }

    static final class Inner extends Over {
      private final MemorySegment own;

      Inner(MemorySegment memory) {
        super(memory);
        own = memory;
      }

      static synchronized int locked() {
        return 1;
      }

      @Override
      public int id() {
        return new Object() {
          int id() {
            return (int) own.byteSize();
          }
        }.id();
      }
    }
  }

  @Test
  void codeThatMixesTheClassWithCopiesIsRefused() {
    assertRefused(Keys.class, Mixed.ClassOf.class, "equals, line");
    assertRefused(Keys.class, Mixed.ClassOf.class, "calls getClass");
    assertRefused(Keys.class, Mixed.ClassOf.class, "hashCode, line");
    assertRefused(Keys.class, Mixed.ClassOf.class, "uses the class itself as a constant");
    assertRefused(Keys.class, Mixed.Functional.class, "<clinit>, line");
    assertRefused(Keys.class, Mixed.Functional.class, "move the constant to another class");
    assertRefused(Keys.class, Mixed.Inner.class, "id, line");
    assertRefused(Keys.class, Mixed.Inner.class, "with the class itself in its type");
    assertRefused(Keys.class, Mixed.Inner.class, "locked, line");
    assertRefused(Keys.class, Mixed.Inner.class, "is static and synchronized");
  }

  interface Concrete {
    Steps over(MemorySegment memory, int step);
  }

  interface NoSegment {
    Cursor over(int step);
  }

  static final class Numbers {
    Numbers(MemorySegment memory) {
      assertThat(memory).isNotNull();
    }
  }

  interface NumbersOf {
    Object over(MemorySegment memory);
  }

  @Test
  void factoriesThatCannotBeAreRefused() {
    assertRefused(Concrete.class, Steps.class, "interface or a superclass");
    assertRefused(NoSegment.class, Steps.class, "no constructor with the parameters");
    assertRefused(NumbersOf.class, Numbers.class, "no final field of type MemorySegment");
    assertRefused(Cursor.class, Steps.class, "more than one abstract method");
    assertRefused(Steps.class, Steps.class, "not an interface with one abstract method");
  }

  private static void assertRefused(Class<?> type, Class<?> implementation, String words) {
    assertThatThrownBy(() -> Specialized.factory(lookup(), type, implementation))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }
}

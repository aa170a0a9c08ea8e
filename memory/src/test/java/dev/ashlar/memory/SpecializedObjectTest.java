// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The copies of a class work on one object of it: state, locks, receivers and types are those of
/// the class.
@Timeout(120)
final class SpecializedObjectTest {
  interface Op {
    Object of(MemorySegment memory);

    default Object more() {
      return this;
    }

    @SuppressWarnings("ReferenceEquality") // This is what is asked.
    default Object same(Object other) {
      return this == other;
    }
  }

  private static final List<MemorySegment> KINDS =
      List.of(
          MemorySegment.ofArray(new byte[16]),
          MemorySegment.ofArray(new long[2]),
          Arena.global().allocate(16));

  static final class Scaled implements Op {
    private final int factor;

    Scaled() {
      this(1);
    }

    private Scaled(int factor) {
      this.factor = factor;
    }

    private long sum(MemorySegment memory) {
      return factor * memory.byteSize();
    }

    private int factor() {
      return factor;
    }

    @Override
    public Object of(MemorySegment memory) {
      Scaled ten = new Scaled(memory.byteSize() > 1 ? 10 : 20);
      return sum(memory) + ten.sum(memory) + ten.factor();
    }
  }

  /// Its methods may be overridden by a class that it knows.
  static class Base implements Op {
    Object name(MemorySegment memory) {
      return "base" + memory.byteSize();
    }

    int plain() {
      return 1;
    }

    @Override
    @SuppressWarnings("NullAway") // Null is a receiver too.
    public Object of(MemorySegment memory) {
      Base other = memory.byteSize() == 16 ? new Derived() : null;
      Object failure = catchThrowable(() -> none().name(memory)).getClass();
      Object plain = catchThrowable(() -> none().plain()).getClass();
      return List.of(name(memory), new Derived().name(memory), failure, plain, sum(other));
    }

    private static int sum(Base other) {
      return other.plain() + new Base().plain();
    }

    @SuppressWarnings("NullAway") // A receiver that is null.
    private static Base none() {
      return null;
    }
  }

  static final class Derived extends Base {
    @Override
    Object name(MemorySegment memory) {
      return "derived" + memory.byteSize();
    }

    @Override
    int plain() {
      return 2;
    }
  }

  static final class Counted implements Op {
    private static int all;
    private final AtomicLong calls = new AtomicLong();
    private long own;
    private double more;

    @Override
    public Object of(MemorySegment memory) {
      own += 2;
      more += own;
      all++;
      return List.of(calls.incrementAndGet(), own, more);
    }

    @Override
    public Object more() {
      return calls.get() + own;
    }
  }

  static final class Constant implements Op {
    private static final ToIntFunction<Constant> SIZE = Constant::size;
    private static final Constant INSTANCE = new Constant();

    private int size() {
      return 7;
    }

    @Override
    public Object of(MemorySegment memory) {
      return SIZE.applyAsInt(this) + INSTANCE.size();
    }
  }

  static final class Updater implements Op {
    private static final AtomicIntegerFieldUpdater<Updater> N =
        AtomicIntegerFieldUpdater.newUpdater(Updater.class, "n");
    private volatile int n;

    @Override
    public Object of(MemorySegment memory) {
      return N.getAndIncrement(this) + n;
    }
  }

  static final class FieldOf implements Op {
    static final class Holder {
      private FieldOf owner = new FieldOf();
      private final List<Object> all = new ArrayList<>();

      private Holder() {}

      private boolean isOf(FieldOf other) {
        return owner == other;
      }
    }

    @Override
    public Object of(MemorySegment memory) {
      Holder holder = new Holder();
      boolean before = holder.isOf(this);
      holder.owner = this;
      holder.all.add(this);
      return List.of(before, holder.isOf(this), holder.all.contains(this));
    }
  }

  static final class Failure extends RuntimeException implements Op {
    private static final long serialVersionUID = 1;

    @Override
    public Object of(MemorySegment memory) {
      try {
        throw new Failure();
      } catch (Failure caught) {
        return "caught";
      }
    }
  }

  static final class Table implements Op {
    private final int[] table = new int[4];

    Table() {
      fill(MemorySegment.ofArray(new byte[4]));
    }

    private void fill(MemorySegment memory) {
      for (int i = 0; i < 4; i++) {
        table[i] = i + (int) memory.byteSize();
      }
    }

    @Override
    public Object of(MemorySegment memory) {
      return table[2];
    }
  }

  /// Looks at its own class.
  static final class Reflective implements Op {
    @SuppressWarnings("UnusedVariable") // It is read by reflection.
    private int hidden = 5;

    @Override
    public Object of(MemorySegment memory) {
      hidden++;
      return List.of(getClass(), Reflective.class.isInstance(this), caller());
    }

    /// Without segments, it is called in the class.
    private List<Object> caller() {
      try {
        return List.of(
            MethodHandles.lookup().lookupClass(),
            Reflective.class.getDeclaredField("hidden").getInt(this),
            Class.forName(Reflective.class.getName()));
      } catch (ReflectiveOperationException failed) {
        throw new LinkageError(failed.getMessage(), failed);
      }
    }
  }

  /// Has objects of inner classes, an enum, and calls of supertypes.
  static final class Inner extends Middle implements Op {
    private enum Size {
      SMALL,
      LARGE
    }

    private final class Part {
      private long size(MemorySegment memory) {
        return size + memory.byteSize();
      }
    }

    private sealed interface Shape permits Square, Circle {}

    private record Square(int side) implements Shape {}

    private record Circle(int radius) implements Shape {}

    private static long area(Shape shape, MemorySegment memory) {
      return switch (shape) {
        case Square(int side) when side > 3 -> side + memory.byteSize();
        case Square(int side) -> side;
        case Circle(int radius) -> radius * memory.byteSize();
      };
    }

    private long size = 3;

    @Override
    Object up(MemorySegment memory) {
      return "inner";
    }

    @Override
    public Object of(MemorySegment memory) {
      Size kind = memory.byteSize() > 8 ? Size.LARGE : Size.SMALL;
      Supplier<Object> upper = () -> super.up(memory);
      Object part =
          switch (kind) {
            case SMALL -> 0;
            case LARGE -> new Part().size(memory);
          };
      Object anonymous =
          new Object() {
            @Override
            public String toString() {
              return "anonymous" + size;
            }
          }.toString();
      assert size == 3 : "not " + size;
      long area = area(new Circle(2), memory) + area(new Square(4), memory);
      return List.of(
          part, anonymous, super.up(memory), up(memory), upper.get(), locked(), twice(), area);
    }

    private synchronized boolean locked() {
      return Thread.holdsLock(this);
    }

    private int twice() {
      return sum(1, 2, 3) + size(memory());
    }

    private static int size(MemorySegment memory) {
      return (int) memory.byteSize();
    }

    private static MemorySegment memory() {
      return MemorySegment.ofArray(new byte[2]);
    }

    private static int sum(int... all) {
      return all.length;
    }
  }

  abstract static class Middle {
    Object up(MemorySegment memory) {
      return "middle" + memory.byteSize();
    }
  }

  /// A class that is found by name: it is used for each test once.
  @ParameterizedTest
  @ValueSource(
      classes = {
        Scaled.class,
        Base.class,
        Constant.class,
        Updater.class,
        FieldOf.class,
        Failure.class,
        Table.class,
        Reflective.class,
        Inner.class
      })
  void resultsAreThoseOfTheClass(Class<? extends Op> type) throws Exception {
    Op original = type.getDeclaredConstructor().newInstance();
    Op copies = Specialized.of(lookup(), Op.class, type);
    assertThat(Specialized.describe(copies)).contains(": specialized");
    for (int i = 0; i < 2; i++) {
      for (MemorySegment kind : KINDS) {
        assertThat(copies.of(kind)).isEqualTo(original.of(kind));
      }
    }
    assertThat(Specialized.describe(copies)).contains("$$OfByte", "$$Native");
    assertThat(copies.same(copies)).isEqualTo(true);
    assertThat(copies.equals(original)).isFalse();
    assertThat(Set.of(copies)).contains(copies).doesNotContain(original);
  }

  @Test
  void stateIsOfOneObject() {
    Op original = new Counted();
    Op copies = Specialized.of(lookup(), Op.class, Counted.class);
    for (int i = 0; i < 2; i++) {
      for (MemorySegment kind : KINDS) {
        assertThat(copies.of(kind)).isEqualTo(original.of(kind));
      }
    }
    assertThat(copies.more()).isEqualTo(original.more()).isEqualTo(18L);
    assertThat(Counted.all).isEqualTo(12);
  }

  static final class Self implements Op {
    @Override
    public Object of(MemorySegment memory) {
      return this;
    }

    @Override
    public Object same(Object other) {
      return this == other;
    }
  }

  @Test
  void theObjectIsTheSameInsideAndOutside() {
    Op copies = Specialized.of(lookup(), Op.class, Self.class);
    assertThat(copies.of(KINDS.getFirst())).isSameAs(copies);
    assertThat(copies.same(copies)).isEqualTo(true);
    assertThat(copies.same(new Self())).isEqualTo(false);
    assertThat(copies.more()).isSameAs(copies);
  }

  static final class OutOfMemory implements Op {
    private static final AtomicInteger MADE = new AtomicInteger();

    OutOfMemory() {
      if (MADE.getAndIncrement() != 1) {
        throw new OutOfMemoryError("once");
      }
    }

    @Override
    public Object of(MemorySegment memory) {
      return memory.byteSize();
    }
  }

  @Test
  void aConstructorRunsOnceAndMayFailOnce() {
    assertThat(catchThrowable(() -> Specialized.of(lookup(), Op.class, OutOfMemory.class)))
        .isInstanceOf(OutOfMemoryError.class);
    Op copies = Specialized.of(lookup(), Op.class, OutOfMemory.class);
    for (MemorySegment kind : KINDS) {
      assertThat(copies.of(kind)).isEqualTo(16L);
    }
  }

  static final class Saved implements Op, Serializable {
    private static final long serialVersionUID = 1;
    private int calls;

    @Override
    public Object of(MemorySegment memory) {
      return ++calls;
    }
  }

  @Test
  void theObjectIsSerializedAsThatOfTheClass() throws Exception {
    Op copies = Specialized.of(lookup(), Op.class, Saved.class);
    copies.of(KINDS.getFirst());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(copies);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(((Op) in.readObject()).of(KINDS.getFirst())).isEqualTo(2);
    }
  }

  /// Nothing is inside of the stack's last page: the call fails as the original's, or works.
  @Test
  void aCopyThatDoesNotFitOnTheStackIsMadeLater() {
    Op copies = Specialized.of(lookup(), Op.class, Deep.class);
    assertThat(descend(copies)).isInstanceOf(StackOverflowError.class);
    for (MemorySegment kind : KINDS) {
      assertThat(copies.of(kind)).isEqualTo(16L);
    }
    assertThat(Specialized.describe(copies)).contains("$$OfByte", "$$OfLong", "$$Native");
  }

  static final class Deep implements Op {
    @Override
    public Object of(MemorySegment memory) {
      return memory.byteSize();
    }
  }

  @SuppressWarnings("InfiniteRecursion") // Until the stack ends.
  private static Throwable descend(Op copies) {
    try {
      Throwable below = descend(copies);
      for (MemorySegment kind : KINDS) {
        copies.of(kind);
      }
      return below;
    } catch (StackOverflowError end) {
      return end;
    }
  }
}
